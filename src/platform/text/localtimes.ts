/** Moments as clocks of a time zone show them; pure. */

const LOCAL = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/;
const DAY_MS = 86_400_000;

/**
 * The moment that clocks in `timezone` show as `2026-12-24T18:30`; null if there is no such date. A time that clocks show
 * twice is the first; one that they skip is as long after the change as it would have been.
 */
export function momentIn(timezone: string, local: string): Date | null {
  const [, year, month, day, hour, minute] = (LOCAL.exec(local) ?? []).map(Number);
  if (year === undefined || month === undefined) return null;
  const shown = Date.UTC(year, month - 1, day, hour, minute);
  if (new Date(shown).toISOString().slice(0, 16) !== local) return null;
  // With the offset before a change of the clocks, and with that after it.
  const [first, last] = [shown - DAY_MS, shown + DAY_MS].map(
    (near) => new Date(shown - offsetAt(timezone, near)),
  ) as [Date, Date];
  return localTime(timezone, first) !== local && localTime(timezone, last) === local ? last : first;
}

/** How far clocks in `timezone` are ahead of UTC, in milliseconds. */
function offsetAt(timezone: string, moment: number): number {
  return (
    Date.parse(`${localTime(timezone, new Date(moment))}Z`) - Math.floor(moment / 60_000) * 60_000
  );
}

/** `localTime` for many moments: to make a format takes far longer than to use it. */
export function clockIn(timezone: string): (moment: Date) => string {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: timezone,
    dateStyle: "short",
    timeStyle: "short",
  });
  return (moment) => format.format(moment).replace(" ", "T");
}

/** What clocks in `timezone` show, as the value of a `datetime-local` field. */
export const localTime = (timezone: string, moment: Date): string => clockIn(timezone)(moment);
