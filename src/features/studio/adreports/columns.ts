/** The columns of a report, which are those of its dimensions and its figures; pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { decimal } from "../../../platform/statistics/money.ts";
import { type Dimension, ecpmOf, groupOf } from "../../measurement/campaignreports/rules.ts";
import type { ReportRow } from "../../measurement/statistics/reports/store.ts";
import { dayTextIn, moneyText } from "../adboard/columns.ts";
import type { Column } from "../tables/columns.ts";
import { PARTS } from "./spec.ts";
import type { Words } from "./words.ts";

type Figures = Pick<ReportRow, "currency" | "impressions" | "revenue">;

/** The effective price as an exact decimal; null without impressions. */
const ecpmIn = ({ impressions, revenue }: Figures): string | null => {
  const ecpm = ecpmOf(impressions, revenue);
  return ecpm === null ? null : decimal(ecpm);
};

export const revenueText = ({ revenue, currency }: Figures, words: Words): string =>
  moneyText(decimal(revenue), currency, words);

export function ecpmText(row: Figures, words: Words): string {
  const ecpm = ecpmIn(row);
  return ecpm === null ? "–" : moneyText(ecpm, row.currency, words);
}

const NIL: Html = html`<span class="nil">–</span>`;

type Part = (typeof PARTS)[number];

/** Flat prices belong to no show and no creative. */
const UNDIVIDED: ReadonlySet<Part> = new Set(["show", "creative"]);

/** Columns whose names are links; deleted records keep their names. */
function named(part: Part, words: Words): Column<ReportRow> {
  const name = (row: ReportRow) => row[`${part}_name`] ?? "";
  return {
    key: part,
    name: words[part],
    sortable: true,
    cell: (row) => {
      const id = row[`${part}_id`];
      if (id === null)
        return UNDIVIDED.has(part) ? html`<span class="soft">${words.undivided}</span>` : NIL;
      // Analysts have no page of an advertiser or a show, and nobody has one of a creative.
      if (part !== "campaign" && part !== "lineitem") return name(row);
      return html`<a href="/studio/ads/${part}s/${id}">${name(row)}</a>`;
    },
    value: name,
  };
}

const idColumn = (part: Part, words: Words): Column<ReportRow> => ({
  key: `${part}_id`,
  name: `${words[part]} ID`,
  isExtra: true,
  cell: (row) => row[`${part}_id`] ?? "",
  value: (row) => row[`${part}_id`],
});

/** Line items have creatives with the same file name, which only their line items tell apart. */
const ownerColumn = (words: Words): Column<ReportRow> => ({
  key: "creative_lineitem",
  name: words.lineitem,
  cell: ({ creative_lineitem_name }) => creative_lineitem_name ?? NIL,
  value: ({ creative_lineitem_name }) => creative_lineitem_name,
});

export function columnsOf(dimensions: readonly Dimension[], words: Words): Column<ReportRow>[] {
  const group = groupOf(dimensions);
  const textOf = dayTextIn(words);
  const parts = PARTS.filter((part) => dimensions.includes(part));
  const date: Column<ReportRow> = {
    key: "date",
    name: group === null ? words.day : words[group],
    sortable: true,
    cell: ({ date: day }) =>
      day === null ? NIL : html`<time datetime="${day}">${textOf(day)}</time>`,
    value: ({ date: day }) => day,
  };
  return [
    ...(group === null ? [] : [date]),
    ...parts.map((part) => named(part, words)),
    ...(parts.includes("creative") && !parts.includes("lineitem") ? [ownerColumn(words)] : []),
    {
      key: "currency",
      name: words.currency,
      sortable: true,
      cell: ({ currency }) => currency,
      value: ({ currency }) => currency,
    },
    {
      key: "impressions",
      name: words.impressions,
      number: true,
      sortable: true,
      cell: ({ impressions }) => impressions.toLocaleString(words.locale),
      value: ({ impressions }) => impressions,
    },
    {
      key: "revenue",
      name: words.revenue,
      number: true,
      sortable: true,
      cell: (row) => revenueText(row, words),
      value: ({ revenue }) => decimal(revenue),
    },
    {
      key: "ecpm",
      name: words.ecpm,
      number: true,
      sortable: true,
      cell: (row) => ecpmText(row, words),
      value: ecpmIn,
    },
    ...parts.map((part) => idColumn(part, words)),
  ];
}
