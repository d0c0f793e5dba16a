/** Weekdays and hours in a time zone; pure. */

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** The weekday, from 1 (Monday) to 7, and the hour, from 0 to 23. */
export type WeekHour = Readonly<{ weekday: number; hour: number }>;

/**
 * Returns the local weekday and hour at the start of a UTC hour, given in hours since 1970. It looks up the zone's
 * offset once a day on days on which it does not change, because a look-up costs about a microsecond.
 */
export function openWeekHours(timezone: string): (at: number) => WeekHour {
  const offsetAt = offsetsOf(timezone);
  const days = new Map<number, number | null>();
  /** The offset of a whole UTC day in hours; null if it changes. */
  const offsetOn = (day: number): number | null => {
    const known = days.get(day);
    if (known !== undefined) return known;
    const [first, last] = [offsetAt(day * DAY_HOURS), offsetAt(day * DAY_HOURS + DAY_HOURS - 1)];
    const offset = first === last ? first : null;
    days.set(day, offset);
    return offset;
  };
  return (at) => {
    const offset = offsetOn(Math.floor(at / DAY_HOURS)) ?? offsetAt(at);
    const local = Math.floor(at + offset);
    // 1970-01-01 was a Thursday.
    const weekday = 1 + ((((Math.floor(local / DAY_HOURS) + 3) % 7) + 7) % 7);
    return { weekday, hour: ((local % DAY_HOURS) + DAY_HOURS) % DAY_HOURS };
  };
}

/** Returns the zone's offset from UTC in hours, which may be a fraction, at an hour since 1970. */
function offsetsOf(timezone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat("en", { timeZone: timezone, timeZoneName: "longOffset" });
  return (at) => {
    const parts = format.formatToParts(at * HOUR_MS);
    const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, sign, hours = 0, minutes = 0, seconds = 0] = OFFSET.exec(name) ?? [];
    const size = Number(hours) + Number(minutes) / 60 + Number(seconds) / 3600;
    return sign === "-" ? -size : size;
  };
}

/** `GMT`, `GMT+05:30`, or with seconds before zones were standardised. */
const OFFSET = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/;
