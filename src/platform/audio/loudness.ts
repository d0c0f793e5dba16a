/** Loudness after EBU R 128: reading what ffmpeg measured, and the gain that follows from it. */

/** Of what came in. `null`: digital silence, or too quiet or short to be measured. */
export type Loudness = Readonly<{
  integrated_lufs: number | null;
  true_peak_dbtp: number | null;
}>;

/** What is done to every sample: a gain in dB, then a limiter where peaks would reach too high. */
export type Levelling = Readonly<{ gain_db: number; limit: boolean }>;

export const TARGET_LUFS = -16;
/** What may be heard at most, in dBTP. */
export const CEILING_DBTP = -1;
/** Left for what an MP3 encoder adds to peaks; measured at up to 0.9 dB, see docs/audio.md. */
export const ENCODER_MARGIN_DB = 1;
/** Silence with some noise in it is not to become noise. */
const MAX_GAIN_DB = 30;

/** How to bring what was measured to the target; null: nothing to do. */
export function levelling({ integrated_lufs, true_peak_dbtp }: Loudness): Levelling | null {
  if (integrated_lufs === null) return null;
  const gain_db = Math.min(MAX_GAIN_DB, TARGET_LUFS - integrated_lufs);
  const limit = (true_peak_dbtp ?? 0) + gain_db > CEILING_DBTP - ENCODER_MARGIN_DB;
  return { gain_db, limit };
}

export const factorOf = (db: number): number => 10 ** (db / 20);

/** Takes ffmpeg's log line by line; `result` is what the `ebur128` filter told at its end. */
export function createLoudnessReader(): { line(text: string): void; result(): Loudness } {
  let inSummary = false;
  let [integrated, peak] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  return {
    line(text) {
      if (/^\[Parsed_ebur128_\d+ @ \S+\] Summary:$/.test(text)) inSummary = true;
      if (!inSummary) return;
      // A file that changes its rate on the way is measured in parts: the loudest part counts.
      const lufs = /^ {4}I: +(\S+) LUFS$/.exec(text);
      if (lufs) integrated = Math.max(integrated, Number(lufs[1]));
      const dbfs = /^ {4}Peak: +(\S+) dBFS$/.exec(text);
      if (dbfs) peak = Math.max(peak, Number(dbfs[1]?.replace("inf", "Infinity")));
    },
    result: () => ({
      // −70 LUFS is the absolute gate: nothing was above it.
      integrated_lufs: integrated > -70 ? integrated : null,
      true_peak_dbtp: Number.isFinite(peak) ? peak : null,
    }),
  };
}
