/** Numbers and days as readers of mails write them. Pure. */
import type { Day } from "../../../../platform/statistics/calendar.ts";
import { fill } from "../../../web/layout/rules.ts";
import type { Words } from "../words.ts";

export const dayText = (day: Day, { locale }: Words): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** 0.12 is 12 %. */
export const percentText = (share: number, { locale }: Words): string =>
  new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }).format(share);

/** A text with a number in the form that the language has for it. */
export function counted(
  { lang, locale }: Words,
  forms: Words["week_lead"],
  n: number,
  values: Readonly<Record<string, string>> = {},
): string {
  const form = new Intl.PluralRules(lang).select(n) === "one" ? "one" : "other";
  return fill(forms[form], { ...values, n: n.toLocaleString(locale) });
}
