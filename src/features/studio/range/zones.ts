/** Moments and days in a person's time zone; pure. */

const LOCAL = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/;

/** The moment that clocks in `timezone` show as `2026-12-24T18:30`; null if there is no such date. */
export function momentIn(timezone: string, local: string): Date | null {
  const [, year, month, day, hour, minute] = (LOCAL.exec(local) ?? []).map(Number);
  if (year === undefined || month === undefined) return null;
  const shown = Date.UTC(year, month - 1, day, hour, minute);
  if (new Date(shown).toISOString().slice(0, 16) !== local) return null;
  // The offset at the moment itself, which differs from the first guess around a change of the clocks.
  const guess = shown - offsetAt(timezone, shown);
  return new Date(shown - offsetAt(timezone, guess));
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

type WithTimezone = Readonly<{ timezone: string | null }>;

/** The person's time zone; UTC until they choose one. Pages say it beside their times. */
export const timezoneOf = ({ timezone }: WithTimezone): string => timezone ?? "UTC";

/** The time zone of a page, and the show that it was chosen for; `show_id` is null if it is the person's own. */
export type Zone = Readonly<{ timezone: string; show_id: number | null }>;

/** The time zone of pages about one show: the show's, or the person's if the show has none. */
export const zoneOfShow = (
  person: WithTimezone,
  { show_id, timezone }: WithTimezone & Readonly<{ show_id: number }>,
): Zone => (timezone === null ? zoneOf(person) : { timezone, show_id });

/** The time zone of pages about an episode: that of its show. */
export const zoneOfEpisode = (
  person: WithTimezone,
  { show_id, show_timezone }: Readonly<{ show_id: number; show_timezone: string | null }>,
): Zone => zoneOfShow(person, { show_id, timezone: show_timezone });

/** The time zone of pages about several shows: the person's. */
export const zoneOf = (person: WithTimezone): Zone => ({
  timezone: timezoneOf(person),
  show_id: null,
});
