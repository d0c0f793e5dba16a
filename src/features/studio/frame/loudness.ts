/** How loud an uploaded file is, and how loud listeners hear it, as pages say it; pure. */
import { levelling } from "../../../platform/audio/loudness.ts";

/** `change`: which sentence fits. The numbers are texts, in LUFS. */
export type LoudnessText = Readonly<{
  change: "raised" | "lowered" | "even";
  before: string;
  after: string;
}>;

/** In dB; nobody hears less. */
const AUDIBLE = 1;

/** null while the loudness is unknown. */
export function loudnessText(locale: string, before: number | null): LoudnessText | null {
  if (before === null) return null;
  const gain = levelling({ integrated_lufs: before, true_peak_dbtp: null })?.gain_db ?? 0;
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  // A true minus sign, as long as a digit.
  const text = (value: number) => format.format(value).replace("-", "−");
  const change = Math.abs(gain) < AUDIBLE ? "even" : gain > 0 ? "raised" : "lowered";
  return { change, before: text(before), after: text(before + gain) };
}
