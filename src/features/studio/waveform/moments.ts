/** Moments of audio as people write them: `1:02:03.45`; pure. */

const PARTS =
  /^(?:(\d{1,3}):)?(\d{1,4}):([0-5]?\d)(?:[.,](\d{1,3}))?$|^(\d{1,6})(?:[.,](\d{1,3}))?$/;

/** Milliseconds of `1:02:03.45`, `62:03`, or seconds such as `90.5`; null for anything else. */
export function parseMoment(text: string): number | null {
  const found = PARTS.exec(text.trim());
  if (found === null) return null;
  const [, hours, minutes, seconds, part, alone, fraction] = found;
  const ms = Number((part ?? fraction ?? "").padEnd(3, "0"));
  const whole = Number(alone ?? 0) + Number(seconds ?? 0);
  return (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + whole) * 1000 + ms;
}

/** Milliseconds as `2:03.450`, or `1:02:03.450` from an hour on; without a fraction if it is zero. */
export function formatMoment(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const rest = ms % 1000;
  const clock = h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
  return rest === 0 ? clock : `${clock}.${String(rest).padStart(3, "0")}`;
}
