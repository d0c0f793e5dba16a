/** Tracks this machine's disk space: how much is free, how much is reserved, and whether it is low. */
import { statfs } from "node:fs/promises";
import type { Logger } from "pino";
import { nothingThere } from "../media/tmp.ts";
import { storageFull } from "./full.ts";

/** Disk space reserved for bytes that are still to be written. */
export type Reservation = Readonly<{
  /** Reserves `bytes` more. Throws `storage-full`. */
  grow(bytes: number): Promise<void>;
  /** Must be called when nothing more will be written; further calls have no effect. */
  release(): void;
}>;

type DiskState = Readonly<{ free: number; reserved: number; isLow: boolean }>;

export type ReserveOptions = Readonly<{
  /** Number of reserved bytes that are already on disk and therefore count as used. */
  written?: () => number;
  /** Bytes promised elsewhere, which must also fit. */
  promised?: number;
}>;

export type Disk = Readonly<{
  /** Number of bytes that must stay free. */
  reserveBytes(): Promise<number>;
  state(): Promise<DiskState>;
  /**
   * Whether writes must wait: free space fell below the reserve and has not risen to a quarter above it since. At most
   * `FRESH_MS` old.
   */
  isLow(): Promise<boolean>;
  /** Reserves `bytes`. Throws `storage-full` (507) if that would touch the reserve. */
  reserve(bytes: number, options?: ReserveOptions): Promise<Reservation>;
}>;

export type DiskOptions = Readonly<{
  /** Folders that Longwave writes to, on one file system or several: the fullest one counts. */
  folders: readonly string[];
  /** Bytes to keep free; null: `RESERVE_BYTES`, or a fifth of the file system if that is less. */
  reserveBytes: number | null;
  log: Pick<Logger, "warn" | "info">;
}>;

/** Kept free by default, unless that is more than a fifth of the file system. */
export const RESERVE_BYTES = 2 ** 31;
/** How long `isLow`, which each write calls, may use a measurement. */
const FRESH_MS = 500;
/** Low-disk mode ends when the free space reaches this multiple of the reserve, to prevent rapid switching. */
const RECOVERED = 1.25;

type Space = { free: number; total: number };
type Held = { bytes: number; written: () => number };

/** Monitors the disk below `folders`; measures on demand and runs no timer. */
export function openDisk({ folders, reserveBytes, log }: DiskOptions): Disk {
  const held = new Set<Held>();
  let low = false;
  let measuredAt = Number.NEGATIVE_INFINITY;
  const reserveOf = ({ total }: Space) => reserveBytes ?? Math.min(RESERVE_BYTES, total / 5);
  const reservedNow = () =>
    [...held].reduce((sum, { bytes, written }) => sum + Math.max(0, bytes - written()), 0);

  const measure = async (): Promise<Space> => {
    const space = await smallestSpace(folders);
    measuredAt = performance.now();
    const bound = reserveOf(space) * (low ? RECOVERED : 1);
    if (low === space.free < bound) return space;
    low = !low;
    if (low) log.warn({ free_bytes: space.free }, "the disk is almost full: writes are refused");
    else log.info({ free_bytes: space.free }, "the disk has room again: writes are accepted");
    return space;
  };

  const claim = async (one: Held, more: number, promised: number): Promise<void> => {
    const space = await measure();
    const reserve = reserveOf(space);
    // There is no await between checking and reserving, so two callers cannot reserve the same bytes.
    if (low || space.free - reservedNow() - promised - more < reserve) throw storageFull(reserve);
    one.bytes += more;
    held.add(one);
  };

  return {
    reserveBytes: async () => reserveOf(await smallestSpace(folders)),
    async state() {
      const { free } = await measure();
      return { free, reserved: reservedNow(), isLow: low };
    },
    async isLow() {
      if (performance.now() - measuredAt > FRESH_MS) await measure();
      return low;
    },
    async reserve(bytes, { written = () => 0, promised = 0 } = {}) {
      const one: Held = { bytes: 0, written };
      await claim(one, bytes, promised);
      return {
        grow: (more) => claim(one, more, promised),
        release: () => void held.delete(one),
      };
    },
  };
}

/** The file system below `folders` with the least free space; missing folders are ignored. */
async function smallestSpace(folders: readonly string[]): Promise<Space> {
  const all = await Promise.all(folders.map((folder) => statfs(folder).catch(nothingThere)));
  return all
    .filter((found) => found !== null)
    .map(({ bavail, blocks, bsize }) => ({ free: bavail * bsize, total: blocks * bsize }))
    .reduce((least, one) => (one.free < least.free ? one : least), {
      free: Number.POSITIVE_INFINITY,
      total: Number.POSITIVE_INFINITY,
    });
}
