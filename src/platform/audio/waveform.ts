/** Collects the peaks of PCM audio into audiowaveform's JSON, in constant memory. */

/** audiowaveform's data format, version 2: pairs of minimum and maximum, one channel, 8 bits. */
type Waveform = Readonly<{
  version: 2;
  channels: 1;
  sample_rate: number;
  samples_per_pixel: number;
  bits: 8;
  /** Number of pairs in `data`. */
  length: number;
  data: readonly number[];
}>;

export type PeakCollector = {
  /** Signed 16-bit samples of one channel, in the machine's own byte order. */
  add(samples: Int16Array): void;
  /** Samples so far. */
  readonly samples: number;
  /** `gain` scales the measured samples to the level that is served. */
  waveform(sampleRate: number, gain: number): Waveform;
};

/** Maximum number of pairs: no screen is wider, and the JSON stays below 40 kB. */
const MAX_PAIRS = 4096;
/** Samples per pair at first. When the pairs run out, neighbours are merged and each covers twice as many. */
const FIRST_SPAN = 256;

export function createPeakCollector(): PeakCollector {
  const pairs = new Int16Array(2 * MAX_PAIRS);
  let [count, span, seen, total, low, high] = [0, FIRST_SPAN, 0, 0, 0, 0];
  const endPair = () => {
    if (count === MAX_PAIRS) {
      // The current pair continues: it now covers half of its new span.
      halve(pairs);
      count /= 2;
      span *= 2;
      return;
    }
    pairs[2 * count] = low;
    pairs[2 * count + 1] = high;
    count += 1;
    seen = 0;
  };
  return {
    add(samples) {
      total += samples.length;
      for (let at = 0; at < samples.length; ) {
        const end = Math.min(samples.length, at + span - seen);
        if (seen === 0) low = high = samples[at] ?? 0;
        const [least, greatest] = extremes(samples, at, end);
        low = Math.min(low, least);
        high = Math.max(high, greatest);
        seen += end - at;
        at = end;
        if (seen === span) endPair();
      }
    },
    get samples() {
      return total;
    },
    waveform(sampleRate, gain) {
      const kept = [...pairs.subarray(0, 2 * count), ...(seen > 0 ? [low, high] : [])];
      return {
        version: 2,
        channels: 1,
        sample_rate: sampleRate,
        samples_per_pixel: span,
        bits: 8,
        length: kept.length / 2,
        data: kept.map((value) => toByte(value * gain)),
      };
    },
  };
}

const toByte = (value: number): number =>
  Math.max(-128, Math.min(127, Math.floor(value / 256 + 0.5)));

function extremes(samples: Int16Array, start: number, end: number): [number, number] {
  let low = samples[start] ?? 0;
  let high = low;
  for (let at = start + 1; at < end; at += 1) {
    const sample = samples[at] ?? 0;
    if (sample < low) low = sample;
    else if (sample > high) high = sample;
  }
  return [low, high];
}

/** Merges each two neighbouring pairs into one. */
function halve(pairs: Int16Array): void {
  for (let at = 0; at < MAX_PAIRS; at += 2) {
    pairs[at] = Math.min(pairs[2 * at] ?? 0, pairs[2 * at + 2] ?? 0);
    pairs[at + 1] = Math.max(pairs[2 * at + 1] ?? 0, pairs[2 * at + 3] ?? 0);
  }
}
