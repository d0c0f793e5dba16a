/** Reads and writes moments in the API's format: `YYYY-MM-DD HH:MM:SS` in UTC (contract §1). */

const WIRE = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/;

/** `date` rounded down to the second, in UTC. Years 0 to 9999. */
export function wireTime(date: Date): string {
  const text = date.toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 19)}`;
}

/** The moment in `text`; null if it has another format or is not a real date and time. */
export function parseWireTime(text: string): Date | null {
  const [, day, time] = WIRE.exec(text) ?? [];
  if (day === undefined || time === undefined) return null;
  const date = new Date(`${day}T${time}Z`);
  // Some engines turn 30 February into a day in March: only a real date reads back unchanged.
  return Number.isNaN(date.getTime()) || wireTime(date) !== text ? null : date;
}
