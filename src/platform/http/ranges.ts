/** Parses the `Range` header (RFC 9110 §14); pure. */

/** Bytes `start` to `end`, both inclusive, as in HTTP. */
export type ByteRange = Readonly<{ start: number; end: number }>;

/**
 * The content to send: the whole representation; nothing, because no range overlaps it; or at least one range, not
 * touching each other, in the requested order.
 */
export type Wanted = "whole" | "unsatisfiable" | readonly ByteRange[];

/** More ranges indicate a broken client or an attack (RFC 9110 §14.2): the whole is sent. */
const MAX_RANGES = 100;
/** A hundred ranges of a file smaller than 2^53 bytes never need more. */
const MAX_HEADER_LENGTH = 4_096;
/** Size of a part's boundary and headers: sending a smaller gap is cheaper than skipping it. */
const MIN_GAP = 160;

const SPEC = /^(\d*)-(\d*)$/;
/** What players send: it needs no list. */
const ONE = /^bytes=(\d+-\d*)$/;

/**
 * Parses the `Range` header of a GET for a representation of `length` bytes. A header that is malformed, has another
 * unit or has too many ranges is ignored, as the RFC allows: "whole".
 */
export function rangesOf(header: string | undefined, length: number): Wanted {
  if (header === undefined || header.length > MAX_HEADER_LENGTH) return "whole";
  const [, only] = ONE.exec(header) ?? [];
  if (only !== undefined) return oneOf(readSpec(only, length));
  const [unit = "", set, ...more] = header.split("=");
  if (unit.trim().toLowerCase() !== "bytes" || set === undefined || more.length > 0) return "whole";
  // A recipient ignores empty elements of a list (RFC 9110 §5.6.1.2).
  const specs = set.split(",").flatMap((spec) => spec.trim() || []);
  if (specs.length === 0 || specs.length > MAX_RANGES) return "whole";
  const ranges: ByteRange[] = [];
  for (const spec of specs) {
    const range = readSpec(spec, length);
    if (range === "malformed") return "whole";
    if (range !== null) ranges.push(range);
  }
  if (ranges.length > 0) return ranges.length === 1 ? ranges : coalesce(ranges);
  // "-5" is satisfiable for an empty representation, but no Content-Range can express it.
  return length === 0 && specs.every(isSuffix) ? "whole" : "unsatisfiable";
}

const oneOf = (range: ByteRange | "malformed" | null): Wanted =>
  range === "malformed" ? "whole" : range === null ? "unsatisfiable" : [range];

/** `-0` is never satisfiable. */
const isSuffix = (spec: string): boolean => spec.startsWith("-") && Number(spec) !== 0;

/** One range within `length`; null if it is outside. */
function readSpec(spec: string, length: number): ByteRange | "malformed" | null {
  const [, first, last] = SPEC.exec(spec) ?? [];
  if (first === undefined || last === undefined || first + last === "") return "malformed";
  if (first === "") {
    const start = Math.max(0, length - Number(last));
    return start < length ? { start, end: length - 1 } : null;
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return "malformed";
  if (start >= length) return null;
  return { start, end: last === "" ? length - 1 : Math.min(Number(last), length - 1) };
}

/**
 * Joins ranges that overlap or nearly touch (RFC 9110 §15.3.7.2), so that no byte is sent twice. A joined range takes
 * the position of its first member.
 */
function coalesce(ranges: readonly ByteRange[]): ByteRange[] {
  const joined: { start: number; end: number; place: number }[] = [];
  const sorted = ranges
    .map(({ start, end }, place) => ({ start, end, place }))
    .sort((a, b) => a.start - b.start);
  for (const range of sorted) {
    const before = joined.at(-1);
    if (before === undefined || range.start - before.end > MIN_GAP) joined.push(range);
    else {
      before.end = Math.max(before.end, range.end);
      before.place = Math.min(before.place, range.place);
    }
  }
  return joined.sort((a, b) => a.place - b.place).map(({ start, end }) => ({ start, end }));
}
