/** What this process has lately written of deliveries, so that it need not read it back. */
import type { Ranges } from "../journal/entry.ts";

export type Delivered = Readonly<{ sent: Ranges; requests: number; counted: boolean }>;

/**
 * Only a belief: another process may have added to a delivery since. Its number of requests, which
 * only grows, tells so when it is written.
 */
export type KnownDeliveries = Readonly<{
  /** Takes it out, so that nothing is believed of what was then not committed. */
  take(key: string): Delivered | null;
  put(key: string, delivered: Delivered): void;
}>;

/** Some 400 bytes each; the young and the old. */
const KEPT = 60_000;
/** Before partitions can have been dropped and made again. */
const KEPT_MS = 3_600_000;

export function openKnownDeliveries(): KnownDeliveries {
  let young = new Map<string, Delivered>();
  let old = new Map<string, Delivered>();
  let began = performance.now();
  return {
    take(key) {
      const known = young.get(key) ?? old.get(key) ?? null;
      if (known !== null && !young.delete(key)) old.delete(key);
      return known;
    },
    put(key, delivered) {
      const now = performance.now();
      if (young.size >= KEPT || now - began > KEPT_MS) {
        [old, young] = [young, new Map()];
        began = now;
      }
      young.set(key, delivered);
    },
  };
}
