/** The texts of charts in English; the other languages have the same keys. */
import type { Texts } from "../../frame/plurals.ts";

export const en = {
  table: "Show as a table",
  date: "Date",
  hour: "Hour",
  weekday: "Weekday",
  share: "Share",
  unfinished: "not finished",
  event: "event",
  recount: "recounted",
  no_data: "No data",
} as const;

export type ChartWords = Texts<typeof en>;
