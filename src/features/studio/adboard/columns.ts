/** The columns of the board; pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { sumView } from "../../advertising/campaigns/views.ts";
import type { DeliveryStatus } from "../../advertising/lineitems/schema.ts";
import { badge } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { markedBar } from "../charts/bars.ts";
import type { Column } from "../tables/columns.ts";
import type { Row } from "./actions.ts";
import { reasonOf } from "./reasons.ts";
import type { Words } from "./words.ts";

const NONE: Html = html`<span class="soft nil">–</span>`;

const KINDS: Readonly<Record<DeliveryStatus, "plain" | "accent" | "signal" | "good" | "bad">> = {
  DRAFT: "plain",
  INCOMPLETE: "bad",
  SCHEDULED: "accent",
  DELIVERING: "good",
  EXTENDED: "signal",
  PAUSED: "plain",
  COMPLETED: "plain",
  UNFULFILLED: "bad",
  CANCELED: "plain",
};

export const statusBadge = (status: DeliveryStatus, words: Words): Html =>
  badge(words[status], KINDS[status]);

export const priorityName = (priority_id: number, words: Words): string =>
  words[`p${priority_id}` as "p20"] ?? String(priority_id);

/** Writes days as people of the language do. To make a format takes as long as to use it 50 times: once for a column. */
export function dayTextIn({ locale }: Pick<Words, "locale">): (day: string) => string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  return (day) => format.format(new Date(`${day}T00:00:00Z`));
}

export const dayText = (day: string, words: Pick<Words, "locale">): string => dayTextIn(words)(day);

const isRunning = ({ delivery_status }: Row): boolean =>
  delivery_status === "DELIVERING" || delivery_status === "EXTENDED";

export const columnsOf = (words: Words): Column<Row>[] => [
  {
    key: "name",
    name: words.name,
    sortable: true,
    cell: ({ lineitem_id, name, campaign_name, advertiser_name }) =>
      html`<div class="ad-name"><a href="/studio/ads/lineitems/${lineitem_id}">${name}</a><span class="soft">${advertiser_name} · ${campaign_name}</span></div>`,
    value: ({ name }) => name,
  },
  {
    key: "status",
    name: words.state,
    sortable: true,
    cell: ({ delivery_status }) => statusBadge(delivery_status, words),
    value: ({ delivery_status }) => delivery_status,
  },
  {
    key: "danger",
    name: words.reason,
    sortable: true,
    cell: (row) => {
      const reason = reasonOf(row, words);
      return reason === "" ? NONE : html`<span class="ad-reason">${reason}</span>`;
    },
    value: (row) => reasonOf(row, words),
  },
  {
    key: "pacing",
    name: words.pacing,
    sortable: true,
    cell: (row) => pacingCell(row, words),
    value: ({ delivered, due }) =>
      due === null || due === 0 ? null : (delivered / due).toFixed(4),
  },
  figure("delivered", words.delivered, ({ delivered }) => delivered, words),
  figure("goal", words.goal, ({ goal }) => goal, words),
  day("end", words.end, ({ end_date }) => end_date, words),
  {
    key: "priority",
    name: words.priority,
    sortable: true,
    cell: ({ priority_id }) => priorityName(priority_id, words),
    value: ({ priority_id }) => priority_id,
  },
  ...furtherColumns(words),
];

const furtherColumns = (words: Words): Column<Row>[] => [
  { ...day("start", words.start, ({ start_date }) => start_date, words), isExtra: true },
  {
    ...figure("due", words.due, ({ due }) => due, words),
    sortable: false,
    isExtra: true,
  },
  {
    ...figure("projected", words.projected, ({ projected }) => projected, words),
    sortable: false,
    isExtra: true,
  },
  extra("advertiser", words.advertiser, ({ advertiser_name }) => advertiser_name),
  extra("campaign", words.campaign, ({ campaign_name }) => campaign_name),
  extra("external", words.external, ({ external_id }) => external_id ?? ""),
  {
    key: "revenue",
    name: words.revenue,
    number: true,
    isExtra: true,
    cell: ({ revenue, currency }) => moneyText(sumView(revenue), currency, words),
    value: ({ revenue }) => sumView(revenue),
  },
];

const extra = (key: string, name: string, of: (row: Row) => string): Column<Row> => ({
  key,
  name,
  isExtra: true,
  cell: of,
  value: of,
});

const figure = (
  key: string,
  name: string,
  of: (row: Row) => number | null,
  { locale }: Words,
): Column<Row> => ({
  key,
  name,
  number: true,
  sortable: true,
  cell: (row) => of(row)?.toLocaleString(locale) ?? NONE,
  value: of,
});

function day(key: string, name: string, of: (row: Row) => string, words: Words): Column<Row> {
  const textOf = dayTextIn(words);
  const cell = (row: Row) => html`<time datetime="${of(row)}">${textOf(of(row))}</time>`;
  return { key, name, sortable: true, cell, value: of };
}

/** An exact decimal with its currency; the digits of cents as people write them. */
export const moneyText = (
  amount: string,
  currency: string,
  { locale }: Pick<Words, "locale">,
): string =>
  new Intl.NumberFormat(locale, { style: "currency", currency }).format(
    amount as Intl.StringNumericLiteral,
  );

function pacingCell(row: Row, words: Words): Html {
  const { delivered, due, goal } = row;
  if (goal === null) return html`<span class="soft">${words.no_goal}</span>`;
  if (!isRunning(row) || due === null) return NONE;
  const n = (value: number) => value.toLocaleString(words.locale);
  const label = fill(words.bar, { delivered: n(delivered), due: n(due), goal: n(goal) });
  return html`<span class="ad-pacing${!row.on_track && " behind"}" title="${label}">${markedBar(Math.min(delivered, goal), Math.min(due, goal), goal, label)}</span>`;
}
