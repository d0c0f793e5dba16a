/** Parses dates and times as feeds write them, which often deviates from RFC 822 and ISO 8601. */

/** `guessed`: the time zone is unknown and was read as UTC (RFC 5322 §4.3). */
export type FeedDate = { at: Date; guessed: boolean };

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Hours east of Greenwich: the zones of RFC 822, then other unambiguous ones that feeds use. */
const ZONES: Record<string, number> = {
  UT: 0,
  UTC: 0,
  GMT: 0,
  Z: 0,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  AKST: -9,
  AKDT: -8,
  HST: -10,
  WET: 0,
  WEST: 1,
  BST: 1,
  CET: 1,
  CEST: 2,
  EET: 2,
  EEST: 3,
  MSK: 3,
  JST: 9,
  AEST: 10,
  AEDT: 11,
  NZST: 12,
  NZDT: 13,
};

/** `Thu, 28 Jan 2016 10:06:52 PST`; the weekday, the seconds, the time and the zone may be missing. */
const RFC_822 =
  /^(?:[a-z]+\.?,? )?(\d{1,2})[ -]([a-z]{3})[a-z]*\.?,?[ -](\d{2,4}),?(?: (\d{1,2}):(\d\d)(?::(\d\d))?)?(?: ?(.{1,40}))?$/i;
const ISO_8601 =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?)?(?: ?(.{1,40}))?$/i;

/** The time that `text` means, to the second; null if it is not a usable date. */
export function parseFeedDate(text: string): FeedDate | null {
  const tidy = text.replace(/\s+/g, " ").trim();
  if (tidy.length > 80) return null;
  const iso = ISO_8601.exec(tidy);
  if (iso !== null) {
    const [, year, month, ...rest] = iso;
    return moment(Number(year), Number(month) - 1, rest);
  }
  const [, day, name, year, ...time] = RFC_822.exec(tidy.replace(/ ?\([^()]*\)$/, "")) ?? [];
  if (name === undefined || year === undefined) return null;
  return moment(fullYear(year), MONTHS.indexOf(name.toLowerCase()), [day, ...time]);
}

/** Two digits are 1950 to 2049, three digits count from 1900 (RFC 5322 §4.3). */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 3) return year + 1900;
  if (digits.length === 2) return year + (year < 50 ? 2000 : 1900);
  return year;
}

/** Years outside this range come from broken clocks and empty fields. */
const YEARS = { first: 1900, last: 2200 };

/** `rest`: day, hour, minute, second, zone. Null for impossible dates such as 30 February, and for hour 25. */
function moment(year: number, month: number, rest: (string | undefined)[]): FeedDate | null {
  const [day = 0, hour = 0, minute = 0, second = 0] = rest
    .slice(0, 4)
    .map((part) => Number(part ?? 0));
  const date = new Date(Date.UTC(year, month, day));
  if (year < YEARS.first || year > YEARS.last) return null;
  if (date.getUTCMonth() !== month || date.getUTCDate() !== day) return null;
  const seconds = (hour * 60 + minute) * 60 + second;
  if (minute > 59 || second > 60 || seconds > 86_400) return null;
  const offset = offsetOf(rest[4] ?? "");
  const at = new Date(date.getTime() + (seconds - (offset ?? 0)) * 1000);
  return { at, guessed: offset === null };
}

/** Seconds east of Greenwich for `+0130`, `-05:00`, `PDT`, `GMT+2`; 0 for no zone, null for an unknown one. */
function offsetOf(zone: string): number | null {
  const found = /^([a-z]*) ?(?:([+-])(\d{1,2}):?(\d\d)?)?$/i.exec(zone);
  if (found === null) return null;
  const [, name = "", sign, hours = "0", minutes = "0"] = found;
  const base = name === "" ? 0 : ZONES[name.toUpperCase()];
  const offset = Number(hours) * 3600 + Number(minutes) * 60;
  if (base === undefined || offset > MAX_OFFSET || Number(minutes) > 59) return null;
  return base * 3600 + (sign === "-" ? -offset : offset);
}

/** The largest UTC offset on Earth. */
const MAX_OFFSET = 14 * 3600;

/** Seconds of `1:02:03`, `62:03`, `3723` and `3723.5`; null for anything else. */
export function parseDuration(text: string): number | null {
  const parts = /^(?:(?:(\d{1,4}):)?(\d{1,5}):)?(\d{1,9}(?:[.,]\d{1,9})?)$/.exec(text.trim());
  if (parts === null) return null;
  const [, hours = "0", minutes = "0", seconds = "0"] = parts;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(",", "."));
}
