/** Packs journal lines into compressed journal segments, and unpacks them. */
import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";
import type { ClassifiedEntry } from "../aggregation/grouping.ts";
import { dayOf } from "../aggregation/rules.ts";
import { entriesOf, type JournalEntry, withListenerKey } from "../journal/entry.ts";

/** The number of slices of equal size that listeners' keys are divided into. */
export const SLICES = 16;

/** A journal segment: records of one day and slice; `day` is its first ms. */
export type JournalSegment = Readonly<{
  day: number;
  slice: number;
  records: number;
  lines: Buffer;
}>;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
/** Level 1 compresses as well as the next levels, at half the cost. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** The slice of a key in hex. */
const sliceOf = (listener: string): number => Number.parseInt(listener.slice(0, 1), SLICES);

/** Each record is stored under the key it was counted under, so that a recount finds it there again. */
export function segmentsOf(
  judged: readonly ClassifiedEntry<JournalEntry>[],
): Promise<JournalSegment[]> {
  const parcels = new Map<number, { day: number; slice: number; lines: string[] }>();
  for (const { entry, listener } of judged) {
    const day = dayOf(entry.at);
    const slice = sliceOf(listener);
    const line = listener === entry.listener ? entry.line : withListenerKey(entry.line, listener);
    const known = parcels.get(day + slice);
    if (known === undefined) parcels.set(day + slice, { day, slice, lines: [line] });
    else known.lines.push(line);
  }
  return Promise.all(
    [...parcels.values()].map(async ({ day, slice, lines }) => ({
      day,
      slice,
      records: lines.length,
      lines: await compress(lines.join("\n"), LEVEL),
    })),
  );
}

/** The entries of packed lines. */
export const unpacked = async (lines: Buffer): Promise<JournalEntry[]> =>
  entriesOf((await decompress(lines)).toString());
