/** HTML of the board: dangers with their numbers, and the list. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { decimal } from "../../../platform/statistics/money.ts";
import type { Found } from "../../advertising/adserving/inventory/actions.ts";
import { DANGERS, type Danger } from "../../advertising/lineitems/board/rules.ts";
import { DELIVERY_STATUSES } from "../../advertising/lineitems/schema.ts";
import type { readMonth } from "../../measurement/campaignreports/actions.ts";
import { emptyState } from "../../web/layout/components.ts";
import { plural } from "../frame/plurals.ts";
import type { Column } from "../tables/columns.ts";
import { type TableQuery, tableParams } from "../tables/query.ts";
import { listTable } from "../tables/views.ts";
import { tableWords } from "../tables/words.ts";
import type { Board, Row } from "./actions.ts";
import { moneyText, priorityName } from "./columns.ts";
import { fillView } from "./fill.ts";
import { PRIORITIES } from "./schema.ts";
import type { Words } from "./words.ts";

export type Shown = Readonly<{
  words: Words;
  path: string;
  query: TableQuery;
  columns: readonly Column<Row>[];
  board: Board;
  csrf: string;
  /** Whether the person may change line items of some team. */
  canWrite: boolean;
  /** The saved views of the list. */
  views: Html;
  /** What was delivered and earned this month, by currency. */
  month: Awaited<ReturnType<typeof readMonth>>;
  /** The slots of this week; null: not asked for. */
  slots: Found | null;
}>;

export function boardView(shown: Shown): Html {
  const { words, path, query, columns, board } = shown;
  const danger = query.filters.danger as Danger | undefined;
  const isNarrowed = query.q !== "" || Object.keys(query.filters).length > 0;
  return html`
${board.total > 0 && monthView(shown)}
${shown.slots === null ? html`<p><a href="${path}?fill=1">${words.fill_link}</a></p>` : fillView(shown.slots, words)}
${(board.total > 0 || isNarrowed) && html`${dangersView(shown)}${shown.views}`}
${listTable({
  words: tableWords(words.locale),
  caption: words.page,
  path,
  query,
  columns,
  rows: board.rows,
  total: danger === undefined ? board.total : (board.dangers.get(danger) ?? 0),
  search: words.find,
  filters: [
    {
      name: "status",
      label: words.state,
      options: DELIVERY_STATUSES.map((status) => [status, words[status]] as const),
    },
    {
      name: "priority",
      label: words.priority,
      options: PRIORITIES.map((one) => [one, priorityName(Number(one), words)] as const),
    },
  ],
  empty: emptyState({ title: words.empty_title, text: words.empty }),
  bulk: shown.canWrite ? bulkOf(shown) : undefined,
})}
${board.total > 0 && html`<p class="soft list-note">${words.lead}</p>`}`;
}

/** The money of this month in a sentence, and the report behind it. Amounts of different currencies stay apart. */
function monthView({ words, month }: Shown): Html {
  const impressions = month.reduce((sum, one) => sum + one.impressions, 0);
  const amounts = month.map(({ revenue, currency }) =>
    moneyText(decimal(revenue), currency, words),
  );
  const text =
    month.length === 0
      ? words.month_none
      : plural(words, words.month, impressions, { revenue: amounts.join(" + ") });
  return html`<p class="ad-month">${text} <a href="/studio/ads/reports?period=this_month&amp;dimensions=campaign">${words.month_report}</a></p>`;
}

const bulkOf = ({ words, csrf }: Shown) => ({
  action: "/studio/ads/bulk",
  csrf,
  id: ({ lineitem_id }: Row) => lineitem_id,
  name: ({ name }: Row) => name,
  acts: html`<button type="submit">${words.change}</button>`,
});

/** The dangers that line items are in, each leading to the list of those. */
function dangersView({ words, path, query, board }: Shown): Html {
  const chosen = query.filters.danger ?? null;
  const link = (danger: Danger | null, count: number) => {
    const { danger: _, ...others } = query.filters;
    const filters = danger === null ? others : { ...others, danger };
    const href = `${path}?${new URLSearchParams(tableParams(query, { filters }))}`;
    return html`<li><a href="${href}"${danger === chosen && html` aria-current="true"`}>${danger === null ? words.all : words[danger]} <span class="count">${count.toLocaleString(words.locale)}</span></a></li>`;
  };
  const found = DANGERS.filter((one) => one === chosen || (board.dangers.get(one) ?? 0) > 0);
  return html`<nav class="states" aria-label="${words.dangers}"><ul>${link(null, board.total)}${found.map((one) => link(one, board.dangers.get(one) ?? 0))}</ul></nav>`;
}
