/** Tests cutting ranges from renditions with many parts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { noise } from "../../../test/setup/recordings.ts";
import { bytesOf, cut, type Segment } from "./segments.ts";

const STORED = { a: noise(500, "a"), b: noise(300, "b") };

const stored = fc
  .tuple(fc.constantFrom("a", "b"), fc.nat({ max: 299 }), fc.nat({ max: 200 }))
  .map(([key, start, bytes]): Segment => ({ key, start, bytes: Math.min(bytes, 300 - start) }));
const head = fc.uint8Array({ maxLength: 40 }).map((data): Segment => ({ data: Buffer.from(data) }));

const textOf = (segments: readonly Segment[]): string =>
  Buffer.concat(
    segments.map((segment) =>
      "data" in segment
        ? segment.data
        : STORED[segment.key as keyof typeof STORED].subarray(
            segment.start,
            segment.start + segment.bytes,
          ),
    ),
  ).toString("hex");

test("a range cut from the parts equals that range of the whole, and no part is empty", () => {
  const parts = fc.array(fc.oneof(stored, head), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(parts, fc.nat(), fc.nat(), (segments, one, other) => {
      const length = segments.reduce((sum, segment) => sum + bytesOf(segment), 0);
      fc.pre(length > 0);
      const [start = 0, end = 0] = [one % length, other % length].sort((a, b) => a - b);
      const range = cut(segments, start, end);
      expect(textOf(range)).toBe(textOf(segments).slice(2 * start, 2 * (end + 1)));
      expect(range.map(bytesOf)).not.toContain(0);
    }),
    { seed: 7, numRuns: 500 },
  );
});
