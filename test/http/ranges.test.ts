/** Tests parsing of the Range header. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type ByteRange, rangesOf } from "../../src/platform/http/ranges.ts";

const text = (wanted: ReturnType<typeof rangesOf>) =>
  typeof wanted === "string" ? wanted : wanted.map(({ start, end }) => `${start}-${end}`).join(",");

test.each([
  ["bytes=0-0", "0-0"],
  ["bytes=0-999", "0-999"],
  ["bytes=0-", "0-999"],
  ["bytes=999-", "999-999"],
  ["bytes=5-2000", "5-999"],
  [`bytes=5-${"9".repeat(400)}`, "5-999"],
  ["bytes=-1", "999-999"],
  ["bytes=-1000", "0-999"],
  ["bytes=-5000", "0-999"],
  [`bytes=-${"9".repeat(400)}`, "0-999"],
  ["BYTES=1-2", "1-2"],
  ["bytes= 1-2 ,, 500-600 ,", "1-2,500-600"],
  ["bytes=500-600,1-2", "500-600,1-2"],
  ["bytes=1-2,5000-", "1-2"],
  ["bytes=1-2,-0", "1-2"],
  ["bytes=900-,0-9,950-960", "900-999,0-9"],
  ["bytes=0-99,200-299", "0-299"],
  ["bytes=500-509,0-99,90-110", "500-509,0-110"],
  ["bytes=1000-", "unsatisfiable"],
  ["bytes=1000-1000,5000-6000", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  [`bytes=${"9".repeat(400)}-`, "unsatisfiable"],
  ["bytes=2-1", "whole"],
  ["bytes=1-2,2-1", "whole"],
  ["bytes=-", "whole"],
  ["bytes=", "whole"],
  ["bytes=,", "whole"],
  ["bytes", "whole"],
  ["bytes=a-b", "whole"],
  ["bytes=1-2-3", "whole"],
  ["bytes=1 - 2", "whole"],
  ["bytes=--1", "whole"],
  ["bytes=+1-2", "whole"],
  ["bytes=1.5-2", "whole"],
  ["bytes=0x1-2", "whole"],
  ["bytes=1-2=3", "whole"],
  ["seconds=1-2", "whole"],
  ["", "whole"],
])("%s of 1000 bytes is parsed as %s", (header, wanted) => {
  expect(text(rangesOf(header, 1000))).toBe(wanted);
});

test("an empty file has no satisfiable range", () => {
  expect(rangesOf("bytes=0-", 0)).toBe("unsatisfiable");
  expect(rangesOf("bytes=-0", 0)).toBe("unsatisfiable");
  expect(rangesOf("bytes=-5", 0)).toBe("whole");
  expect(rangesOf(undefined, 0)).toBe("whole");
});

test("a hundred ranges are accepted, and more are refused", () => {
  const many = (count: number) =>
    `bytes=${Array.from({ length: count }, (_, at) => `${at * 1000}-${at * 1000}`)}`;
  expect(rangesOf(many(100), 1_000_000)).toHaveLength(100);
  expect(rangesOf(many(101), 1_000_000)).toBe("whole");
  expect(rangesOf(`bytes=${"0".repeat(5_000)}-1`, 1_000)).toBe("whole");
});

const length = 3_000;
const place = fc.integer({ min: 0, max: length + 200 });
const spec = fc.oneof(
  fc.tuple(place, place).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) })),
  place.map((from) => ({ from, to: null })),
  place.map((suffix) => ({ from: null, to: suffix })),
);

/** Whether a range covers a byte, by the definition of RFC 9110 §14.1.2. */
function covers({ from, to }: { from: number | null; to: number | null }, byte: number): boolean {
  if (from === null) return byte >= length - (to ?? 0);
  return byte >= from && byte <= (to ?? length);
}

const longestGap = (asked: boolean[]): number => {
  let longest = 0;
  let gap = 0;
  for (const was of asked) {
    gap = was ? 0 : gap + 1;
    longest = Math.max(longest, gap);
  }
  return longest;
};

test("the requested bytes are sent once each, with few others", () => {
  fc.assert(
    fc.property(fc.array(spec, { minLength: 1, maxLength: 20 }), (specs) => {
      const header = `bytes=${specs.map(({ from, to }) => `${from ?? ""}-${to ?? ""}`)}`;
      const wanted = rangesOf(header, length);
      const asked = Array.from({ length }, (_, byte) => specs.some((one) => covers(one, byte)));
      if (wanted === "unsatisfiable") {
        expect(asked).not.toContain(true);
        return;
      }
      const ranges = wanted as readonly ByteRange[];
      const sent = new Array<number>(length).fill(0);
      for (const { start, end } of ranges)
        for (let byte = start; byte <= end; byte += 1) sent[byte] = (sent[byte] ?? 0) + 1;
      expect(Math.max(...sent)).toBe(1);
      expect(asked.findIndex((was, byte) => was && sent[byte] === 0)).toBe(-1);
      // Bytes that were not requested lie in gaps shorter than the head of a part; longer gaps are left out.
      for (const { start, end } of ranges)
        expect(longestGap(asked.slice(start, end + 1))).toBeLessThan(160);
      const sorted = ranges.toSorted((a, b) => a.start - b.start);
      for (const [at, { end }] of sorted.slice(0, -1).entries())
        expect((sorted[at + 1]?.start ?? 0) - end).toBeGreaterThan(160);
    }),
    { seed: 4, numRuns: 200 },
  );
});
