/** Tests that waveform peaks equal those of the samples, however many there are and however they arrive. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createPeakCollector } from "../../src/platform/audio/waveform.ts";

const samples = (count: number, seed: number): Int16Array =>
  Int16Array.from({ length: count }, (_, at) => ((at * 7919 + seed * 104_729) % 65_536) - 32_768);

const byte = (value: number) => Math.max(-128, Math.min(127, Math.floor(value / 256 + 0.5)));

test("each pair holds the minimum and maximum of its samples, for chunks of any size", () => {
  const counts = fc.integer({ min: 0, max: 3_000_000 });
  fc.assert(
    fc.property(counts, fc.integer({ min: 1, max: 100_000 }), fc.nat(99), (count, piece, seed) => {
      const all = samples(count, seed);
      const peaks = createPeakCollector();
      for (let at = 0; at < count; at += piece) peaks.add(all.subarray(at, at + piece));
      const { data, length, samples_per_pixel: span } = peaks.waveform(44_100, 1);
      expect(peaks.samples).toBe(count);
      expect(length).toBe(Math.ceil(count / span));
      expect(length).toBeLessThanOrEqual(4097);
      expect(data).toHaveLength(2 * length);
      for (let pair = 0; pair < length; pair += 97) {
        const part = all.subarray(pair * span, (pair + 1) * span);
        expect(data[2 * pair]).toBe(byte(part.reduce((a, b) => Math.min(a, b))));
        expect(data[2 * pair + 1]).toBe(byte(part.reduce((a, b) => Math.max(a, b))));
      }
    }),
    { seed: 22, numRuns: 25 },
  );
});

test("a gain scales the peaks and clips them to 8 bits", () => {
  const peaks = createPeakCollector();
  peaks.add(Int16Array.from([-16_384, 8192]));
  expect(peaks.waveform(44_100, 0.5).data).toEqual([-32, 16]);
  expect(peaks.waveform(44_100, 100).data).toEqual([-128, 127]);
});
