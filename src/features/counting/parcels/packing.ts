/** Packs the lines of journals that records are kept as, and unpacks them. */
import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";
import type { Judged } from "../folding/fold.ts";
import { dayOf } from "../folding/rules.ts";
import { entriesOf, lineUnder, type Noted } from "../journal/entry.ts";

/** Parts that the keys of listeners are told apart by, all of equal size. */
export const SLICES = 16;

/** Records of one day and slice; `day` is its first ms. */
export type Parcel = Readonly<{ day: number; slice: number; records: number; lines: Buffer }>;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
/** As small as the next levels make it, at half the cost. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** The slice of a key in hex. */
const sliceOf = (listener: string): number => Number.parseInt(listener.slice(0, 1), SLICES);

/** Each record is kept under the key that it was counted under, so that it is found under it again. */
export function parcelsOf(judged: readonly Judged<Noted>[]): Promise<Parcel[]> {
  const parcels = new Map<number, { day: number; slice: number; lines: string[] }>();
  for (const { entry, listener } of judged) {
    const day = dayOf(entry.at);
    const slice = sliceOf(listener);
    const line = listener === entry.listener ? entry.line : lineUnder(entry.line, listener);
    const known = parcels.get(day + slice);
    if (known === undefined) parcels.set(day + slice, { day, slice, lines: [line] });
    else known.lines.push(line);
  }
  return Promise.all(
    [...parcels.values()].map(async ({ day, slice, lines }) => ({
      ...{ day, slice, records: lines.length },
      lines: await compress(lines.join("\n"), LEVEL),
    })),
  );
}

/** The entries of packed lines. */
export const unpacked = async (lines: Buffer): Promise<Noted[]> =>
  entriesOf((await decompress(lines)).toString());
