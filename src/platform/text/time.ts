/** Moments as the API writes and reads them: `YYYY-MM-DD HH:MM:SS` in UTC (contract §1). */

const WIRE = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/;

/** `date` to the second below, in UTC. Years 0 to 9999. */
export function wireTime(date: Date): string {
  const text = date.toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 19)}`;
}

/** The moment that `text` names; null when it is not of the form, or no real date and time. */
export function parseWireTime(text: string): Date | null {
  const [, day, time] = WIRE.exec(text) ?? [];
  if (day === undefined || time === undefined) return null;
  const date = new Date(`${day}T${time}Z`);
  // Some engines roll 30 February over into March: what does not read back was never a date.
  return Number.isNaN(date.getTime()) || wireTime(date) !== text ? null : date;
}
