/** Decides the response to a request for an immutable file (RFC 9110 §13, §14); pure. */
import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { bytesOf, cut, type Rendition, type Segment } from "../media/segments.ts";
import { noneMatch, strongMatch } from "./caching.ts";
import { type ByteRange, rangesOf } from "./ranges.ts";

/** `headers` is a flat list of names and values; `body` has a length of `bytes`. */
export type BytesAnswer = Readonly<{
  status: 200 | 206 | 304 | 412 | 416;
  headers: readonly string[];
  body: readonly Segment[];
  bytes: number;
  /** The ranges in the body, in its order. */
  ranges: readonly PlacedRange[];
}>;

/** A range of the representation that begins at byte `at` of the body. */
type PlacedRange = ByteRange & Readonly<{ at: number }>;

/** The ranges of the representation that the first `taken` bytes of the body cover. */
export const rangesWithin = ({ ranges }: Pick<BytesAnswer, "ranges">, taken: number): ByteRange[] =>
  ranges.flatMap(({ at, start, end }) =>
    taken > at ? [{ start, end: Math.min(end, start + taken - at - 1) }] : [],
  );

type ByteRequest = Readonly<{ method?: string | undefined; headers: IncomingHttpHeaders }>;

/** A year is the most that caches honour. The file behind a digest never changes. */
const IMMUTABLE = "public, max-age=31536000, immutable";
const PRIVATE = "private, max-age=31536000, immutable";
/** Caches ask before each use, as for responses that depend on the caller's rights. */
const PRIVATE_NOW = "private, no-cache";

/**
 * If nginx caches by path and forwards `Range`, it stores a partial response as the whole file. This header prevents
 * that, and nginx does not forward it; other caches store partial responses correctly (RFC 9111 §3.3) and never see it.
 */
const PART_HEADERS = ["x-accel-expires", "0"];

/** The headers of every response for a rendition; they never change, so they are built once. */
export type RepresentationHeaders = Readonly<{
  etag: string;
  modified: string;
  headers: readonly string[];
}>;

export function representationHeadersOf({
  digest,
  modifiedAt,
}: Pick<Rendition, "digest" | "modifiedAt">): RepresentationHeaders {
  const etag = `"${digest}"`;
  const modified = modifiedAt.toUTCString();
  const headers = [
    "etag",
    etag,
    "last-modified",
    modified,
    "accept-ranges",
    "bytes",
    "cache-control",
    IMMUTABLE,
  ];
  return { etag, modified, headers };
}

/** The same for a response that shared caches must not keep. */
export const privately = ({ headers, ...tags }: RepresentationHeaders): RepresentationHeaders => ({
  ...tags,
  headers: headers.map((value) => (value === IMMUTABLE ? PRIVATE : value)),
});

/** The same for a URL that may lead to another file later, and that only some callers may read. */
export const revalidated = ({
  headers,
  ...tags
}: RepresentationHeaders): RepresentationHeaders => ({
  ...tags,
  headers: headers.map((value) => (value === IMMUTABLE ? PRIVATE_NOW : value)),
});

/** The response to a request for bytes. 412 and 416 have no body: the caller of this function sends the error. */
export function bytesAnswerOf(
  rendition: Rendition,
  { method, headers }: ByteRequest,
  { etag, modified, headers: fixed }: RepresentationHeaders = representationHeadersOf(rendition),
): BytesAnswer {
  const bare = (status: BytesAnswer["status"], more: string[] = []): BytesAnswer => ({
    status,
    headers: [...fixed, ...more],
    body: [],
    bytes: 0,
    ranges: [],
  });
  const refusal = precondition(headers, etag, modified);
  if (refusal !== null) return bare(refusal);
  // RFC 9110 §14.2: Range only applies to GET.
  const ranged =
    method === "GET" && headers.range !== undefined && mayRange(headers, etag, modified);
  const wanted = ranged ? rangesOf(headers.range, rendition.bytes) : "whole";
  if (wanted === "unsatisfiable") return bare(416, ["content-range", `bytes */${rendition.bytes}`]);
  if (wanted === "whole") {
    const { contentType, bytes, segments } = rendition;
    const more = ["content-type", contentType, "content-length", String(bytes)];
    const ranges = bytes === 0 ? [] : [{ at: 0, start: 0, end: bytes - 1 }];
    return { status: 200, headers: [...fixed, ...more], body: segments, bytes, ranges };
  }
  const [only] = wanted;
  const part =
    wanted.length === 1 && only ? onePart(rendition, only) : manyParts(rendition, wanted);
  return { ...part, status: 206, headers: [...fixed, ...PART_HEADERS, ...part.headers] };
}

/** The preconditions in the order of RFC 9110 §13.2.2; a date counts only if no tag was sent. */
function precondition(
  headers: IncomingHttpHeaders,
  etag: string,
  modified: string,
): 304 | 412 | null {
  const match = headers["if-match"];
  if (match !== undefined) {
    if (!strongMatch(match, etag)) return 412;
  } else if (isBefore(headers["if-unmodified-since"], modified)) return 412;
  const noMatch = headers["if-none-match"];
  if (noMatch !== undefined) return noneMatch(noMatch, etag) ? 304 : null;
  return isBefore(headers["if-modified-since"], modified) === false ? 304 : null;
}

/** null if there is no date or it is invalid. */
function isBefore(date: string | undefined, other: string): boolean | null {
  if (date === undefined || Number.isNaN(Date.parse(date))) return null;
  return Date.parse(date) < Date.parse(other);
}

/**
 * Whether `If-Range` allows the Range: it must repeat the tag or the date exactly (RFC 9110 §13.1.5). The date is a
 * strong validator here because the bytes never change.
 */
function mayRange(headers: IncomingHttpHeaders, etag: string, modified: string): boolean {
  const condition = (headers["if-range"] as string | undefined)?.trim();
  return condition === undefined || condition === etag || condition === modified;
}

type Part = Omit<BytesAnswer, "status">;

const contentRange = ({ start, end }: ByteRange, bytes: number) => `bytes ${start}-${end}/${bytes}`;

function onePart({ contentType, segments, bytes }: Rendition, range: ByteRange): Part {
  const length = range.end - range.start + 1;
  return {
    headers: [
      "content-type",
      contentType,
      "content-length",
      String(length),
      "content-range",
      contentRange(range, bytes),
    ],
    body: cut(segments, range.start, range.end),
    bytes: length,
    ranges: [{ ...range, at: 0 }],
  };
}

/** Builds a `multipart/byteranges` body (RFC 9110 §14.6). */
function manyParts(
  { contentType, segments, bytes }: Rendition,
  ranges: readonly ByteRange[],
): Part {
  // 144 random bits do not occur in an audio file by chance.
  const boundary = randomBytes(18).toString("base64url");
  const body: Segment[] = [];
  const placed: PlacedRange[] = [];
  let length = 0;
  const add = (...segments: Segment[]) => {
    body.push(...segments);
    length += segments.reduce((sum, segment) => sum + bytesOf(segment), 0);
  };
  for (const range of ranges) {
    const head = `--${boundary}\r\nContent-Type: ${contentType}\r\nContent-Range: ${contentRange(range, bytes)}\r\n\r\n`;
    add({ data: Buffer.from((body.length === 0 ? "" : "\r\n") + head) });
    placed.push({ ...range, at: length });
    add(...cut(segments, range.start, range.end));
  }
  add({ data: Buffer.from(`\r\n--${boundary}--\r\n`) });
  const type = `multipart/byteranges; boundary=${boundary}`;
  const headers = ["content-type", type, "content-length", String(length)];
  return { headers, body, bytes: length, ranges: placed };
}
