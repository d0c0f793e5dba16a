/** How much a series of sources may tell, whatever listeners' browsers send; pure. */
import type { Limit } from "../../platform/limits.ts";
import type { NameRow } from "../rollups/schema.ts";

/** Sources that an answer tells apart. */
export const SOURCES_TOLD: Limit = {
  name: "sources-per-answer",
  value: 200,
  unit: "sources",
  bounds:
    "Sources that an answer of audience statistics tells apart: those with the most plays in its range.",
  beyond: "The others are put together as `Others`.",
};

/** What an answer with a series may take, as JSON and as CSV. */
export const SERIES_BYTES: Limit = {
  name: "series-bytes",
  value: 1_000_000,
  unit: "bytes",
  bounds: "Size of an answer with a series of statistics, as JSON and as CSV.",
  beyond: "Fewer sources are told apart in each bucket; the others are put together as `Others`.",
};

/** The frame of the answer and its list of the whole range take their part of `SERIES_BYTES`. */
const FRAME_BYTES = 200;
/** `{"date":"2026-12-24"},` */
const BUCKET_BYTES = 24;
/** What a line of CSV has beside name and figure: `2026-12-24,` `,` and CRLF. */
const LINE_BYTES = 14;

const digitsOf = (count: number): number => String(count).length;

/** The most that a name takes in a bucket, which has no more of it than the whole range. */
function bytesOf({ name, count }: NameRow): number {
  const text = Buffer.byteLength(JSON.stringify(name));
  return LINE_BYTES + text + digitsOf(count);
}

/**
 * How many of `overall`, from the first on, can be told apart in each of so many buckets, zeros included, for
 * the answer to stay within `SERIES_BYTES`; there is room for a last one, `Others`.
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
