/** Reads the peaks of an episode: columns for a drawing, and quiet moments; pure. */
import { z } from "zod";

/** audiowaveform's data format as this server writes it (platform/audio/waveform.ts). */
export const peaksSchema = z.object({
  sample_rate: z.number().positive(),
  samples_per_pixel: z.number().positive(),
  length: z.int().nonnegative(),
  /** Pairs of minimum and maximum, -128 to 127. */
  data: z.array(z.number()),
});
export type Peaks = Readonly<z.infer<typeof peaksSchema>>;

/** The loudest parts of one column, 0 to 1 above and below the middle. */
export type Column = Readonly<{ above: number; below: number }>;

/** Milliseconds that one pair covers: from 6 ms in short audio to a second in an hour. */
export const pairMs = ({ sample_rate, samples_per_pixel }: Peaks): number =>
  (samples_per_pixel * 1000) / sample_rate;

/** At most `most` columns of equal width. */
export function columnsOf({ data, length }: Peaks, most: number): Column[] {
  const count = Math.min(most, length);
  return Array.from({ length: count }, (_, column) => {
    const from = Math.floor((column * length) / count);
    const to = Math.max(from + 1, Math.floor(((column + 1) * length) / count));
    let [above, below] = [0, 0];
    for (let pair = from; pair < to; pair += 1) {
      below = Math.max(below, -(data[2 * pair] ?? 0));
      above = Math.max(above, data[2 * pair + 1] ?? 0);
    }
    return { above: above / 128, below: below / 128 };
  });
}

/**
 * The middle of the quietest pair within `reach` ms of `at`, in ms; of equally quiet ones, the nearest. In long audio a
 * pair is longer than a pause between words: `findQuietestMoment` of playback is exact.
 */
export function quietestNear(peaks: Peaks, at: number, reach: number): number {
  const each = pairMs(peaks);
  const first = Math.max(0, Math.floor((at - reach) / each));
  const last = Math.min(peaks.length - 1, Math.floor((at + reach) / each));
  let best = { at, level: Number.POSITIVE_INFINITY, distance: 0 };
  for (let pair = first; pair <= last; pair += 1) {
    const level = (peaks.data[2 * pair + 1] ?? 0) - (peaks.data[2 * pair] ?? 0);
    const middle = Math.round((pair + 0.5) * each);
    const distance = Math.abs(middle - at);
    if (distance > reach) continue;
    if (level < best.level || (level === best.level && distance < best.distance))
      best = { at: middle, level, distance };
  }
  return best.at;
}
