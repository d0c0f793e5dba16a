/** Loudness according to EBU R 128: parses ffmpeg's measurements and computes the gain. */

/** Loudness of the source. `null`: digital silence, or too quiet or too short to measure. */
export type Loudness = Readonly<{
  integrated_lufs: number | null;
  true_peak_dbtp: number | null;
}>;

/** The gain and the limiter that are applied to the audio. */
export type Levelling = Readonly<{
  gain_db: number;
  /** The limiter's threshold; null for no limiter. */
  limit_dbfs: number | null;
  /** Whether peaks may exceed the ceiling, so that the result must be measured. */
  doubtful: boolean;
}>;

const TARGET_LUFS = -16;
/** Maximum true peak of the output, in dBTP. */
const CEILING_DBTP = -1;
/**
 * Margin between limiter and ceiling, because inter-sample peaks and the encoder's low-pass raise peaks: by 0.2 dB on
 * real recordings (docs/audio.md), by 5 dB on bursts of white noise. Hence the second measurement.
 */
const LIMITER_MARGIN_DB = 1;
/** Without a limiter, peaks further below the ceiling than this need no second measurement. */
const SAFE_MARGIN_DB = 2;
/** Prevents near-silence from being amplified into noise. */
const MAX_GAIN_DB = 30;

/** The gain and limiter that bring the measured audio to the target; null if there is nothing to do. */
export function levelling({ integrated_lufs, true_peak_dbtp }: Loudness): Levelling | null {
  if (integrated_lufs === null) return null;
  const gain_db = Math.min(MAX_GAIN_DB, TARGET_LUFS - integrated_lufs);
  const above = (true_peak_dbtp ?? 0) + gain_db - CEILING_DBTP;
  const limit_dbfs = above > -LIMITER_MARGIN_DB ? CEILING_DBTP - LIMITER_MARGIN_DB : null;
  return { gain_db, limit_dbfs, doubtful: above > -SAFE_MARGIN_DB };
}

/** The settings for the next try after a result with `true_peak_dbtp`; null if that is below the ceiling. */
export function lowered(last: Levelling, true_peak_dbtp: number | null): Levelling | null {
  if (true_peak_dbtp === null || true_peak_dbtp <= CEILING_DBTP) return null;
  const limit = last.limit_dbfs ?? CEILING_DBTP - LIMITER_MARGIN_DB;
  return { ...last, limit_dbfs: limit - (true_peak_dbtp - CEILING_DBTP) - 0.2 };
}

export const factorOf = (db: number): number => 10 ** (db / 20);

/** Attenuation before `volumedetect`, whose 16-bit samples clip at 0 dBFS. */
export const HEADROOM_DB = 12;
/** Level of the lowest of those 16 bits; anything below it counts as silence. */
const FLOOR_DBFS = -90;

/** Reads ffmpeg's log line by line; `result` returns what `ebur128` and `volumedetect` reported at their end. */
export function createLoudnessReader(): { line(text: string): void; result(): Loudness } {
  let inSummary = false;
  let [integrated, peak] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  return {
    line(text) {
      const dbfs = /^\[Parsed_volumedetect_\d+ @ \S+\] max_volume: (\S+) dB$/.exec(text)?.[1];
      if (dbfs !== undefined) peak = Math.max(peak, Number(dbfs));
      if (/^\[Parsed_ebur128_\d+ @ \S+\] Summary:$/.test(text)) inSummary = true;
      if (!inSummary) return;
      // A file that changes its sample rate is measured in parts: the loudest part counts.
      const lufs = /^ {4}I: +(\S+) LUFS$/.exec(text);
      if (lufs) integrated = Math.max(integrated, Number(lufs[1]));
    },
    result: () => ({
      // −70 LUFS is the absolute gate: no block was above it.
      integrated_lufs: integrated > -70 ? integrated : null,
      true_peak_dbtp: peak > FLOOR_DBFS ? Math.round(10 * (peak + HEADROOM_DB)) / 10 : null,
    }),
  };
}
