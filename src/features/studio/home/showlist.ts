/** The list of a person's shows: columns, order and search. */
import type { Deps } from "../../../deps.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import type { SessionCaller } from "../../../platform/http/pages.ts";
import { listEditableShows } from "../../publishing/shows/editable/store.ts";
import { showSummaryView } from "../../publishing/shows/views.ts";
import { badge, emptyState } from "../../web/layout/components.ts";
import { type Column, listSheet } from "../tables/columns.ts";
import type { TableQuery } from "../tables/query.ts";
import { listTable } from "../tables/views.ts";
import { tableWords } from "../tables/words.ts";
import { SHOW_NUMBERS } from "./schema.ts";
import { COUNTED, findStates, type States } from "./states.ts";
import { waysToBegin } from "./views.ts";
import type { Words } from "./words.ts";

type Row = Readonly<{ show_id: number; title: string; image_url: string | null }> & States;

/** The person's shows that match, in the order of the list. */
export async function findShowRows(
  { db }: Pick<Deps, "db">,
  { user_id }: SessionCaller,
  baseUrl: string,
  { q, sort, descending }: TableQuery,
): Promise<Row[]> {
  const rows = await listEditableShows(db, user_id);
  const found = rows.filter(({ title }) => title.toLowerCase().includes(q.toLowerCase()));
  const states = await findStates(
    db,
    found.map(({ show_id }) => show_id),
  );
  const key = SHOW_NUMBERS.find((name) => name === sort);
  const compare = (a: Row, b: Row) =>
    key === undefined ? a.title.localeCompare(b.title) : a[key] - b[key];
  return found
    .flatMap((row): Row[] => {
      const { show_id, title, image_url } = showSummaryView(row, baseUrl);
      const counts = states.get(show_id);
      return counts === undefined ? [] : [{ show_id, title, image_url, ...counts }];
    })
    .sort((a, b) => (descending ? -compare(a, b) : compare(a, b)) || a.show_id - b.show_id);
}

const coverOf = (image_url: string | null): Html =>
  image_url === null
    ? html`<span class="row-cover none"></span>`
    : html`<img class="row-cover" src="${image_url}" alt="" width="36" height="36" loading="lazy" decoding="async">`;

/** Zeros stand back; episodes whose audio failed stand out. */
function countOf(row: Row, key: (typeof SHOW_NUMBERS)[number], words: Words): Html {
  const text = row[key].toLocaleString(words.locale);
  if (row[key] === 0) return html`<span class="soft nil">${text}</span>`;
  const shown = key === "failed" ? badge(text, "bad") : html`${text}`;
  const [state, ...others] = COUNTED[key];
  // Several states have no list of their own.
  if (state === undefined || others.length > 0) return shown;
  const label = `${words[`column_${key}`]}: ${text}, ${row.title}`;
  return html`<a href="/studio/shows/${row.show_id}/episodes?state=${state}" aria-label="${label}">${shown}</a>`;
}

const columnsIn = (words: Words): Column<Row>[] => [
  {
    key: "title",
    name: words.column_show,
    sortable: true,
    cell: ({ show_id, title, image_url }) =>
      html`<div class="row-title">${coverOf(image_url)}<div><a href="/studio/shows/${show_id}/episodes">${title}</a></div></div>`,
    value: ({ title }) => title,
  },
  ...SHOW_NUMBERS.map((key) => ({
    key,
    name: words[`column_${key}`],
    number: true,
    sortable: true,
    cell: (row: Row) => countOf(row, key, words),
    value: (row: Row) => row[key],
  })),
];

export const showListSheet = (words: Words, query: TableQuery, rows: readonly Row[]) =>
  listSheet("shows", columnsIn(words), query, rows);

export const showListView = (words: Words, query: TableQuery, rows: readonly Row[]): Html =>
  listTable({
    words: tableWords(words.locale),
    caption: words.your_shows,
    path: "/studio/shows",
    query,
    columns: columnsIn(words),
    rows: rows.slice((query.page - 1) * query.size, query.page * query.size),
    total: rows.length,
    search: words.find_show,
    empty: emptyState({
      title: words.empty_title,
      text: words.empty,
      actions: waysToBegin(words),
    }),
  });
