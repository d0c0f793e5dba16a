/** Decides whether a series is flat: Mann and Kendall's test of a trend, with Theil and Sen's slope; pure. */

/** `growth`: from the first to the last window, as a share of the median. */
export type Trend = Readonly<{ flat: boolean; growth: number }>;

/** One in a hundred flat series is taken for a rising one; less certainty would need far more windows. */
const SIGNIFICANT = 2.33;
/** A rise below this share of the median over the whole run is called flat, however certain it is. */
const NEGLIGIBLE = 0.1;

/** A series that falls is flat as well: nothing of it accumulates. */
export function trendOf(series: readonly number[]): Trend {
  const slopes: number[] = [];
  let rises = 0;
  for (const [at, before] of series.entries())
    for (let later = at + 1; later < series.length; later += 1) {
      const change = (series[later] ?? 0) - before;
      rises += Math.sign(change);
      slopes.push(change / (later - at));
    }
  const count = series.length;
  const deviation = Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18);
  const growth = (medianOf(slopes) * (count - 1)) / Math.max(medianOf(series), Number.EPSILON);
  const certain = deviation > 0 && (rises - 1) / deviation > SIGNIFICANT;
  return { flat: !(certain && growth > NEGLIGIBLE), growth };
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

export function quantileOf(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
