/** The figures of a report as people read them in a mail: a sentence, and the first rows. Pure. */
import { decimal } from "../../../../platform/statistics/money.ts";
import { fill } from "../../../web/layout/rules.ts";
import type { Report } from "../../campaignreports/actions.ts";
import { type Dimension, ecpmOf, groupOf } from "../../campaignreports/rules.ts";
import type { ReportRow } from "../../statistics/reports/store.ts";
import { SHOWN_ROWS } from "../rules.ts";
import type { Words } from "../words.ts";

const dayText = (day: string, { locale }: Words): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** An amount in 10⁻⁸ of a currency. */
const moneyText = (amount: bigint, currency: string, { locale }: Words): string =>
  new Intl.NumberFormat(locale, { style: "currency", currency }).format(
    decimal(amount) as Intl.StringNumericLiteral,
  );

/** `2 Feb 2026`, or `2 Feb 2026 to 8 Feb 2026`. */
export function daysText({ range: { from, to } }: Report, words: Words): string {
  const [first, last] = [dayText(from, words), dayText(to, words)];
  return from === to ? first : fill(words.days, { from: first, to: last });
}

/** A text with a number in the form that the language has for it. */
export function counted(words: Words, forms: Words["counted"], n: number): string {
  const form = new Intl.PluralRules(words.lang).select(n) === "one" ? "one" : "other";
  return fill(forms[form], { n: n.toLocaleString(words.locale) });
}

/** “2 Feb 2026: 1,200 impressions and €12.35.” Amounts of different currencies stay apart. */
export function figuresText(report: Report, words: Words): string {
  const { totals } = report;
  const days = daysText(report, words);
  if (totals.length === 0) return fill(words.nothing, { days });
  const impressions = totals.reduce((sum, total) => sum + total.impressions, 0);
  const amounts = totals.map(({ revenue, currency }) => moneyText(revenue, currency, words));
  return fill(words.figures, {
    days,
    impressions: counted(words, words.counted, impressions),
    revenue: amounts.join(" + "),
  });
}

export type Table = Readonly<{
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** The number of its last columns that are figures. */
  figures: number;
  /** Rows that are left out. */
  more: number;
}>;

/** The first rows of a report. */
export function tableOf({ spec: { dimensions }, rows }: Report, words: Words): Table {
  const group = groupOf(dimensions);
  const parts = PARTS.filter((part) => dimensions.includes(part));
  const names = [...(group === null ? [] : [group]), ...parts].map((name) => words[name]);
  return {
    head: [...names, words.impressions, words.revenue, words.ecpm],
    rows: rows
      .slice(0, SHOWN_ROWS)
      .map((row) => [
        ...(group === null ? [] : [row.date === null ? "–" : dayText(row.date, words)]),
        ...parts.map((part) => row[`${part}_name`] ?? "–"),
        ...figuresOf(row, words),
      ]),
    figures: 3,
    more: Math.max(0, rows.length - SHOWN_ROWS),
  };
}

const PARTS = [
  "advertiser",
  "campaign",
  "lineitem",
  "show",
  "creative",
] as const satisfies readonly Dimension[];

function figuresOf({ impressions, revenue, currency }: ReportRow, words: Words): string[] {
  const ecpm = ecpmOf(impressions, revenue);
  return [
    impressions.toLocaleString(words.locale),
    moneyText(revenue, currency, words),
    ecpm === null ? "–" : moneyText(ecpm, currency, words),
  ];
}
