/** Times as people read them: how long ago, with the exact time in their time zone. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";

/** How to write times: for whom, and when it is now. */
export type Clock = Readonly<{
  /** A BCP 47 tag of a language that pages are written in. */
  locale: string;
  /** An IANA time zone. */
  timezone: string;
  now: Date;
}>;

const SECOND = 1000;
const UNITS = [
  ["year", 365 * 86_400 * SECOND],
  ["month", 30 * 86_400 * SECOND],
  ["day", 86_400 * SECOND],
  ["hour", 3600 * SECOND],
  ["minute", 60 * SECOND],
] as const;

/** “2 hours ago”, “in 3 months”, “now”. */
function distance(date: Date, { locale, now }: Clock): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const ms = date.getTime() - now.getTime();
  const found = UNITS.find(([, size]) => Math.abs(ms) >= size);
  return found === undefined
    ? format.format(0, "second")
    : format.format(Math.trunc(ms / found[1]), found[0]);
}

/** The exact time in the person's time zone. */
const exactTime = (date: Date, { locale, timezone }: Clock): string =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: timezone,
  }).format(date);

/** How long ago, with the exact time for who points at it. */
export const moment = (date: Date, clock: Clock): Html =>
  html`<time datetime="${date.toISOString()}" title="${exactTime(date, clock)}">${distance(date, clock)}</time>`;

/** A text whose placeholders become HTML, such as times. */
export const fillHtml = (sentence: string, values: Readonly<Record<string, Html | string>>): Html =>
  html`${sentence.split(/(\{\w+\})/).map((part) => values[part.slice(1, -1)] ?? part)}`;
