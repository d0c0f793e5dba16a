/** Sentences and dates of the pages of numbers; pure. */
import { changeOf } from "../../measurement/audience/overview.ts";
import { fill } from "../../web/layout/rules.ts";
import { plural } from "../frame/plurals.ts";
import type { Place } from "./place.ts";
import type { Words } from "./words.ts";

type Compared = Pick<Place, "words" | "range">;

const timeOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** “3 Nov”, or “Nov 2026” for a month. */
export function pointName(day: string, { words, group }: Pick<Place, "words" | "group">): string {
  const parts =
    group === "month"
      ? ({ month: "short", year: "numeric" } as const)
      : ({ day: "numeric", month: "short" } as const);
  return new Intl.DateTimeFormat(words.locale, { ...parts, timeZone: "UTC" }).format(timeOf(day));
}

/** “Tuesday, 3 November 2026”. */
export const dayName = (day: string, { locale }: Words): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" }).format(timeOf(day));

export const number = (value: number, { locale }: Words): string => value.toLocaleString(locale);

export const percent = (value: number, { locale }: Words, digits = 0): string =>
  new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: digits }).format(
    value / 100,
  );

/** “In the 28 days before”. */
const thanOf = ({ words, range }: Compared): string =>
  range.compare === "year" ? words.than_year : plural(words, words.than_before, range.length);

/** “12 % more than in the 28 days before”; null without a comparison. */
export function changeText(place: Compared, now: number, before: number | null): string | null {
  if (before === null) return null;
  const { words } = place;
  const than = thanOf(place);
  const change = changeOf(now, before);
  if (change === null)
    return now === 0 ? null : fill(words.nothing_before, { than }).replace(/\.$/, "");
  if (now === before) return fill(words.same, { than });
  const n = percent(Math.abs(change), words, Math.abs(change) < 1 ? 1 : 0);
  return fill(change > 0 ? words.more : words.fewer, { n, than });
}

/** The figure and its change as one sentence. */
export function changeSentence(
  place: Compared,
  text: string,
  now: number,
  before: number | null,
): string {
  const change = changeText(place, now, before);
  return change === null ? `${text}.` : `${text}: ${change}.`;
}

/** The name of the hours’ row and column: “Tuesday”, “07:00”. */
export const weekdayName = (weekday: number, { locale }: Words): string =>
  new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }).format(
    new Date(Date.UTC(2024, 0, weekday)),
  );

export const hourName = (hour: number, { locale }: Words): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: "UTC" }).format(
    new Date(Date.UTC(2024, 0, 1, hour)),
  );
