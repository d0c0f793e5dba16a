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

type Row = Readonly<{
  show_id: number;
  title: string;
  image_url: string | null;
  /** When the show or one of its episodes was last changed. */
  changed_at: Date;
}> &
  Omit<States, "changed_at">;

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
  const compare = (a: Row, b: Row) => {
    if (key !== undefined) return a[key] - b[key];
    if (sort === "changed") return a.changed_at.getTime() - b.changed_at.getTime();
    return a.title.localeCompare(b.title);
  };
  return found
    .flatMap((row): Row[] => {
      const { show_id, title, image_url } = showSummaryView(row, baseUrl);
      const counts = states.get(show_id);
      if (counts === undefined) return [];
      const { updated_at } = row;
      const changed_at =
        counts.changed_at !== null && counts.changed_at > updated_at
          ? counts.changed_at
          : updated_at;
      return [{ ...counts, show_id, title, image_url, changed_at }];
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

const columnsIn = (words: Words, timezone: string): Column<Row>[] => [
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
  changedColumn(words, timezone),
];

function changedColumn({ column_changed, locale }: Words, timeZone: string): Column<Row> {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone });
  return {
    key: "changed",
    name: column_changed,
    sortable: true,
    newestFirst: true,
    cell: ({ changed_at }) =>
      html`<time class="soft" datetime="${changed_at.toISOString()}">${format.format(changed_at)}</time>`,
    value: ({ changed_at }) => changed_at.toISOString(),
  };
}

type List = Readonly<{
  words: Words;
  query: TableQuery;
  rows: readonly Row[];
  /** The person's. */
  timezone: string;
}>;

export const showListSheet = ({ words, query, rows, timezone }: List) =>
  listSheet("shows", columnsIn(words, timezone), query, rows);

export const showListView = ({ words, query, rows, timezone }: List): Html =>
  listTable({
    words: tableWords(words.locale),
    caption: words.your_shows,
    path: "/studio/shows",
    query,
    columns: columnsIn(words, timezone),
    rows: rows.slice((query.page - 1) * query.size, query.page * query.size),
    total: rows.length,
    search: words.find_show,
    empty: emptyState({
      title: words.empty_title,
      text: words.empty,
      actions: waysToBegin(words),
    }),
  });
