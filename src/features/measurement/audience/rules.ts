/** Bounds the size of a series of sources, whatever referrers listeners' browsers send; pure. */
import type { Limit } from "../../../platform/limits.ts";
import type { NameRow } from "../statistics/schema.ts";

/** The number of sources listed in a response. */
export const SOURCES_TOLD: Limit = {
  name: "sources-per-answer",
  value: 200,
  unit: "sources",
  bounds:
    "Sources that an answer of audience statistics tells apart: those with the most plays in its range.",
  beyond: "The others are put together as `Others`.",
};

/** The size of a response with a series, as JSON and as CSV. */
export const SERIES_BYTES: Limit = {
  name: "series-bytes",
  value: 1_000_000,
  unit: "bytes",
  bounds: "Size of an answer with a series of statistics, as JSON and as CSV.",
  beyond: "Each bucket names fewer sources; the others are summed as `Others`.",
};

/** Bytes of `SERIES_BYTES` for the frame of the response; its list of the whole range is counted too. */
const FRAME_BYTES = 200;
/** `{"date":"2026-12-24"},` */
const BUCKET_BYTES = 24;
/** Bytes of a CSV line besides name and figure: `2026-12-24,` `,` and CRLF. */
const LINE_BYTES = 14;

const digitsOf = (count: number): number => String(count).length;

/** The most bytes of a name in a bucket, where its count is at most that of the whole range. */
function bytesOf({ name, count }: NameRow): number {
  const text = Buffer.byteLength(JSON.stringify(name));
  return LINE_BYTES + text + digitsOf(count);
}

/**
 * How many of `overall`, from the first on, can be listed in each of `buckets` buckets, zeros included, for the
 * response to stay within `SERIES_BYTES`. Leaves room for a last one, `Others`.
 */
export function countFitting(overall: readonly NameRow[], buckets: number): number {
  const rest = overall.reduce((sum, { count }) => sum + count, 0);
  const others = LINE_BYTES + '"Others"'.length + digitsOf(rest);
  const listed = overall.reduce((sum, row) => sum + bytesOf(row) + OVERALL_BYTES, FRAME_BYTES);
  let room = SERIES_BYTES.value - listed - buckets * (BUCKET_BYTES + others);
  let fitting = 0;
  for (const row of overall) {
    room -= buckets * bytesOf(row);
    if (room < 0) break;
    fitting += 1;
  }
  return fitting;
}

/** `{"name":,"plays_count":,"percentage":33.3333},` */
const OVERALL_BYTES = 50;
