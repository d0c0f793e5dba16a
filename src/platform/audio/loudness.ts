/** Loudness after EBU R 128: reading what ffmpeg measured, and the gain that follows from it. */

/** Of what came in. `null`: digital silence, or too quiet or short to be measured. */
export type Loudness = Readonly<{
  integrated_lufs: number | null;
  true_peak_dbtp: number | null;
}>;

/** What is done to every sample. */
export type Levelling = Readonly<{
  gain_db: number;
  /** What the limiter lets through at most; null: no limiter. */
  limit_dbfs: number | null;
  /** Whether peaks may come out above the ceiling, so that the result must be measured. */
  doubtful: boolean;
}>;

const TARGET_LUFS = -16;
/** What may be heard at most, in dBTP. */
const CEILING_DBTP = -1;
/**
 * Left between limiter and ceiling: between samples, and by the encoder's low-pass, peaks rise. On
 * real recordings by 0.2 dB (docs/audio.md), on bursts of white noise by 5: hence the second look.
 */
const LIMITER_MARGIN_DB = 1;
/** Without a limiter, what is further from the ceiling than this needs no second look. */
const SAFE_MARGIN_DB = 2;
/** Silence with some noise in it is not to become noise. */
const MAX_GAIN_DB = 30;

/** How to bring what was measured to the target; null: nothing to do. */
export function levelling({ integrated_lufs, true_peak_dbtp }: Loudness): Levelling | null {
  if (integrated_lufs === null) return null;
  const gain_db = Math.min(MAX_GAIN_DB, TARGET_LUFS - integrated_lufs);
  const above = (true_peak_dbtp ?? 0) + gain_db - CEILING_DBTP;
  const limit_dbfs = above > -LIMITER_MARGIN_DB ? CEILING_DBTP - LIMITER_MARGIN_DB : null;
  return { gain_db, limit_dbfs, doubtful: above > -SAFE_MARGIN_DB };
}

/** The next try after one that came out with `true_peak_dbtp`; null: it is below the ceiling. */
export function lowered(last: Levelling, true_peak_dbtp: number | null): Levelling | null {
  if (true_peak_dbtp === null || true_peak_dbtp <= CEILING_DBTP) return null;
  const limit = last.limit_dbfs ?? CEILING_DBTP - LIMITER_MARGIN_DB;
  return { ...last, limit_dbfs: limit - (true_peak_dbtp - CEILING_DBTP) - 0.2 };
}

export const factorOf = (db: number): number => 10 ** (db / 20);

/** By which the sound is turned down before `volumedetect`, whose 16 bits end at 0 dBFS. */
export const HEADROOM_DB = 12;
/** The last of those 16 bits; what is below it is told as silence. */
const FLOOR_DBFS = -90;

/** Takes ffmpeg's log line by line; `result` is what `ebur128` and `volumedetect` told at their end. */
export function createLoudnessReader(): { line(text: string): void; result(): Loudness } {
  let inSummary = false;
  let [integrated, peak] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  return {
    line(text) {
      const dbfs = /^\[Parsed_volumedetect_\d+ @ \S+\] max_volume: (\S+) dB$/.exec(text)?.[1];
      if (dbfs !== undefined) peak = Math.max(peak, Number(dbfs));
      if (/^\[Parsed_ebur128_\d+ @ \S+\] Summary:$/.test(text)) inSummary = true;
      if (!inSummary) return;
      // A file that changes its rate on the way is measured in parts: the loudest part counts.
      const lufs = /^ {4}I: +(\S+) LUFS$/.exec(text);
      if (lufs) integrated = Math.max(integrated, Number(lufs[1]));
    },
    result: () => ({
      // −70 LUFS is the absolute gate: nothing was above it.
      integrated_lufs: integrated > -70 ? integrated : null,
      true_peak_dbtp: peak > FLOOR_DBFS ? Math.round(10 * (peak + HEADROOM_DB)) / 10 : null,
    }),
  };
}
