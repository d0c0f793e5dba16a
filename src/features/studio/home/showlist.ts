/** The list of a person's shows: columns, order and search. */
import type { Deps } from "../../../deps.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import type { SessionCaller } from "../../../platform/http/pages.ts";
import { listEditableShows } from "../../publishing/shows/store.ts";
import { emptyState } from "../../web/layout/components.ts";
import { type Column, listSheet } from "../tables/columns.ts";
import type { TableQuery } from "../tables/query.ts";
import { listTable } from "../tables/views.ts";
import { tableWords } from "../tables/words.ts";
import { SHOW_NUMBERS } from "./schema.ts";
import { countStates } from "./store.ts";
import { waysToBegin } from "./views.ts";
import type { Words } from "./words.ts";

type Row = Readonly<{ show_id: number; title: string }> &
  Readonly<Record<(typeof SHOW_NUMBERS)[number], number>>;

const NONE = { published: 0, processing: 0, scheduled: 0, drafts: 0, failed: 0 };

/** The person's shows that match, in the order of the list. */
export async function findShowRows(
  { db }: Pick<Deps, "db">,
  { user_id }: SessionCaller,
  { q, sort, descending }: TableQuery,
): Promise<Row[]> {
  const rows = await listEditableShows(db, user_id);
  const found = rows.filter(({ title }) => title.toLowerCase().includes(q.toLowerCase()));
  const states = await countStates(
    db,
    found.map(({ show_id }) => show_id),
  );
  const key = SHOW_NUMBERS.find((name) => name === sort);
  const compare = (a: Row, b: Row) =>
    key === undefined ? a.title.localeCompare(b.title) : a[key] - b[key];
  return found
    .map(({ show_id, title }) => ({ show_id, title, ...NONE, ...states.get(show_id) }))
    .sort((a, b) => (descending ? -compare(a, b) : compare(a, b)) || a.show_id - b.show_id);
}

const columnsIn = (words: Words): Column<Row>[] => [
  {
    key: "title",
    name: words.column_show,
    sortable: true,
    cell: ({ show_id, title }) => html`<a href="/studio/shows/${show_id}/episodes">${title}</a>`,
    value: ({ title }) => title,
  },
  ...SHOW_NUMBERS.map((key) => ({
    key,
    name: words[`column_${key}`],
    number: true,
    sortable: true,
    cell: (row: Row) => row[key].toLocaleString(words.locale),
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
