/** Moments as people write them, as `waveform/moments.ts` does on the server. */

const PARTS =
  /^(?:(\d{1,3}):)?(\d{1,4}):([0-5]?\d)(?:[.,](\d{1,3}))?$|^(\d{1,6})(?:[.,](\d{1,3}))?$/;

/** Milliseconds of `1:02:03.45`, or null. */
export function parseMoment(/** @type {string} */ text) {
  const found = PARTS.exec(text.trim());
  if (found === null) return null;
  const [, hours, minutes, seconds, part, alone, fraction] = found;
  const ms = Number((part ?? fraction ?? "").padEnd(3, "0"));
  const whole = Number(alone ?? 0) + Number(seconds ?? 0);
  return (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + whole) * 1000 + ms;
}

/** `2:03.450` */
export function formatMoment(/** @type {number} */ moment) {
  const ms = Math.round(moment);
  const seconds = Math.floor(ms / 1000);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const clock = h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
  return ms % 1000 === 0 ? clock : `${clock}.${String(ms % 1000).padStart(3, "0")}`;
}
