/** Reads local dates; whether the day or the month stands first is decided by the whole column. Pure. */
import { type Day, isDay } from "../../../../platform/statistics/calendar.ts";

export const DATE_ORDERS = ["auto", "day_first", "month_first"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const ISO = /^(\d{4})[-/.](\d\d?)[-/.](\d\d?)$/;
/** With dots, the day is first everywhere. */
const DOTTED = /^(\d\d?)\.(\d\d?)\.(\d{4})$/;
const LOCAL = /^(\d\d?)([-/])(\d\d?)\2(\d{4})$/;
/** Midnight behind a date, as spreadsheets and databases write it. */
const MIDNIGHT = /[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+]00:?00)?$/;

const trimmed = (text: string): string => text.trim().replace(MIDNIGHT, "");

/** What one date says about the order in its column: null for nothing, "open" if it can be read in two ways. */
export function orderIn(text: string): Exclude<DateOrder, "auto"> | "open" | null {
  const [, first, , second] = LOCAL.exec(trimmed(text)) ?? [];
  if (first === undefined || first === second) return null;
  if (Number(first) > 12) return "day_first";
  return Number(second) > 12 ? "month_first" : "open";
}

/** The day, or null if the text is not a date of the calendar. */
export function readDate(text: string, order: Exclude<DateOrder, "auto">): Day | null {
  const plain = trimmed(text);
  const iso = ISO.exec(plain);
  if (iso) return dayFrom(iso[1], iso[2], iso[3]);
  const dotted = DOTTED.exec(plain);
  if (dotted) return dayFrom(dotted[3], dotted[2], dotted[1]);
  const local = LOCAL.exec(plain);
  if (!local) return null;
  const [, first, , second, year] = local;
  return order === "day_first" ? dayFrom(year, second, first) : dayFrom(year, first, second);
}

function dayFrom(year = "", month = "", day = ""): Day | null {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(text) ? text : null;
}
