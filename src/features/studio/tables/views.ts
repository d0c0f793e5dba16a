/** The list of all pages of the studio: filters, order, columns and pages by its URL, bulk selection, empty state. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { fill } from "../../web/layout/rules.ts";
import { plural } from "../frame/plurals.ts";
import { type Column, shownColumns } from "./columns.ts";
import { columnForm, type Filter, filterForm, listHref, sizeForm } from "./controls.ts";
import type { TableQuery } from "./query.ts";
import type { Words } from "./words.ts";

/** Rows chosen for one act, in a form that also works without scripts. */
type Bulk<Row> = Readonly<{
  /** Where the form is sent; `chosenIds` reads it there. */
  action: string;
  csrf: string;
  id: (row: Row) => number;
  /** What the row is called. */
  name: (row: Row) => string;
  /** Fields and submit buttons of the acts. */
  acts: Html;
}>;

export type List<Row> = Readonly<{
  words: Words;
  /** What the rows are; read out, not shown. */
  caption: string;
  /** Path of the page. */
  path: string;
  /** Its parameters besides those of the list, which stay as they are. */
  keep?: Readonly<Record<string, string>>;
  query: TableQuery;
  columns: readonly Column<Row>[];
  /** The rows of this page. */
  rows: readonly Row[];
  /** How many rows there are on all pages. */
  total: number;
  filters?: readonly Filter[];
  /** The label of the search field; without it there is none. */
  search?: string;
  /** What is shown if there is nothing, and nothing was filtered out. */
  empty: Html;
  bulk?: Bulk<Row> | undefined;
}>;

export function listTable<Row>(list: List<Row>): Html {
  const { words, query, rows, total, empty } = list;
  const isNarrowed = query.q !== "" || Object.keys(query.filters).length > 0;
  if (total === 0 && !isNarrowed) return empty;
  return html`
<div class="list${query.columns === null && " usual"}" data-list>
<div class="list-tools">
${filterForm(list, isNarrowed)}
<div class="list-ways">${columnForm(list)}${total > 0 && html`<a href="${listHref(list, { isCsv: true })}" download>${words.csv}</a>`}</div>
</div>
${rows.length === 0 ? html`<p class="list-none">${words.none}</p>` : rowsOf(list)}
${total > 0 && pagerOf(list)}
</div>`;
}

function rowsOf<Row>(list: List<Row>): Html {
  const { caption, columns, query, rows, bulk, words } = list;
  const shown = shownColumns(columns, query);
  const table = html`
<div class="scroller" tabindex="0" role="region" aria-label="${caption}"><table class="list-table">
<caption class="hidden">${caption}</caption>
<thead><tr>${bulk !== undefined && html`<th scope="col" class="tick"><label data-all hidden><input type="checkbox" aria-label="${words.choose_all}"><span aria-hidden="true">${words.all_rows}</span></label></th>`}${shown.map((column) => headOf(column, list))}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr>${bulk !== undefined && tick(bulk, row, words)}${shown.map((column, at) => cellOf(column, row, at === 0))}</tr>`,
  )}</tbody></table></div>`;
  if (bulk === undefined) return table;
  return html`<form method="post" action="${bulk.action}" class="list-form">
<input type="hidden" name="csrf" value="${bulk.csrf}">${table}
<div class="list-acts"><span data-chosen data-one="${words.chosen_n.one}" data-other="${words.chosen_n.other}" role="status">${words.chosen}</span> ${bulk.acts}</div></form>`;
}

const tick = <Row>(bulk: Bulk<Row>, row: Row, words: Words): Html =>
  html`<td class="tick"><input type="checkbox" name="id.${bulk.id(row)}" value="1" aria-label="${fill(words.choose, { name: bulk.name(row) })}"></td>`;

/** A cell knows the name of its column, for lists that show rows as blocks on phones. */
const cellOf = <Row>({ cell, number, name, key }: Column<Row>, row: Row, isFirst: boolean): Html =>
  isFirst
    ? html`<th scope="row">${cell(row)}</th>`
    : html`<td${number === true && html` class="number"`} data-column="${key}" data-name="${name}">${cell(row)}</td>`;

/** The head of a sortable column leads to the list in its order, or in the opposite one. */
function headOf<Row>(column: Column<Row>, list: List<Row>): Html {
  const { query, words } = list;
  const { key, name, number, sortable, newestFirst } = column;
  const attributes = html`${number === true && html` class="number"`} data-column="${key}"`;
  if (sortable !== true) return html`<th scope="col"${attributes}>${name}</th>`;
  const isSorted = query.sort === key;
  const descending = isSorted ? !query.descending : number === true || newestFirst === true;
  const state = query.descending ? "descending" : "ascending";
  const href = listHref(list, { sort: key, descending });
  return html`<th scope="col"${attributes}${isSorted && html` aria-sort="${state}"`}><a href="${href}">${name}${isSorted && html`<span aria-hidden="true"> ${query.descending ? "↓" : "↑"}</span><span class="hidden"> (${words[state]})</span>`}</a></th>`;
}

function pagerOf<Row>(list: List<Row>): Html {
  const { words, query, total } = list;
  const pages = Math.max(1, Math.ceil(total / query.size));
  const to = (page: number) => listHref(list, { page });
  const n = (value: number) => value.toLocaleString(words.locale);
  return html`<div class="list-foot">
<p class="soft">${plural(words, words.rows, total)}${pages > 1 && html` · ${fill(words.page, { page: n(query.page), pages: n(pages) })}`}</p>
${pages > 1 && html`<nav aria-label="${words.pages}">${query.page > 1 && html`<a rel="prev" href="${to(query.page - 1)}">${words.previous}</a>`}${query.page < pages && html`<a rel="next" href="${to(query.page + 1)}">${words.next}</a>`}</nav>`}
${sizeForm(list)}
</div>`;
}
