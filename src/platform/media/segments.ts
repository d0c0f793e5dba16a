/** Renditions: virtual files made of an ordered list of parts of stored files; pure. */
import type { MediaKey } from "./key.ts";

/** Some bytes of a stored file, or inline bytes such as a header. Neither ever changes. */
export type Segment =
  | Readonly<{ key: MediaKey; start: number; bytes: number }>
  | Readonly<{ data: Buffer }>;

/** The content served under one digest; it never changes. */
export type Rendition = Readonly<{
  /** The strong ETag without its quotes. */
  digest: string;
  contentType: string;
  segments: readonly Segment[];
  bytes: number;
  modifiedAt: Date;
}>;

export const bytesOf = (segment: Segment): number =>
  "data" in segment ? segment.data.length : segment.bytes;

/** The segments of bytes `start` to `end`, both inclusive and within the rendition. */
export function cut(segments: readonly Segment[], start: number, end: number): Segment[] {
  const parts: Segment[] = [];
  let place = 0;
  for (const segment of segments) {
    const bytes = bytesOf(segment);
    const from = Math.max(0, start - place);
    const to = Math.min(bytes, end + 1 - place);
    if (from < to) parts.push(partOf(segment, from, to));
    place += bytes;
  }
  return parts;
}

const partOf = (segment: Segment, from: number, to: number): Segment =>
  "data" in segment
    ? { data: segment.data.subarray(from, to) }
    : { key: segment.key, start: segment.start + from, bytes: to - from };
