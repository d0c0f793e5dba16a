/** The time zones of the pages of the studio; pure. */

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
