/** Unions of byte ranges, as flat lists of sorted pairs [first, after]; pure. */
import type { Ranges } from "../journal/entry.ts";

/** The union of inclusive ranges, as they come. */
export function rangesOf(sent: readonly (readonly [number, number])[]): Ranges {
  if (sent.length === 1) {
    const [[first, last] = [0, -1]] = sent;
    return first <= last ? [first, last + 1] : [];
  }
  const pairs = sent.filter(([first, last]) => first <= last);
  return pack(pairs.map(([first, last]) => [first, last + 1]));
}

export function union(a: Ranges, b: Ranges): Ranges {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  return pack([...pairsOf(a), ...pairsOf(b)]);
}

function pack(pairs: [number, number][]): Ranges {
  const packed: number[] = [];
  for (const [first, after] of pairs.sort(([a], [b]) => a - b)) {
    const end = packed.at(-1);
    if (end === undefined || end < first) packed.push(first, after);
    else if (end < after) packed[packed.length - 1] = after;
  }
  return packed;
}

function pairsOf(ranges: Ranges): [number, number][] {
  const pairs: [number, number][] = [];
  for (let at = 0; at < ranges.length; at += 2) pairs.push([ranges[at] ?? 0, ranges[at + 1] ?? 0]);
  return pairs;
}

/** How many bytes of [first, after) are among them. */
export function within(ranges: Ranges, first: number, after: number): number {
  let bytes = 0;
  for (let at = 0; at < ranges.length; at += 2) {
    const overlap = Math.min(ranges[at + 1] ?? 0, after) - Math.max(ranges[at] ?? 0, first);
    if (overlap > 0) bytes += overlap;
  }
  return bytes;
}

/** Of an `int8multirange` as PostgreSQL writes it. */
export const rangesOfText = (text: string): Ranges => (text.match(/\d+/g) ?? []).map(Number);

/** Whether every byte of [first, after) is among them. */
export const covers = (ranges: Ranges, first: number, after: number): boolean =>
  within(ranges, first, after) === after - first;
