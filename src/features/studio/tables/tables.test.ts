/** Tests lists: what their URLs mean, their links, their CSV, and what is chosen in them. */
import { expect, test } from "vitest";
import { z } from "zod";
import { html } from "../../../platform/http/html.ts";
import { type Column, listSheet } from "./columns.ts";
import { chosenIds, type TableQuery, tableParams, tableQuery } from "./query.ts";
import { type List, listTable } from "./views.ts";
import { tableWords } from "./words.ts";

const schema = tableQuery(
  { sorts: ["-downloads", "title"], filters: { state: ["draft", "published"] } },
  { range: z.string().optional() },
);
const read = (text: string): TableQuery =>
  schema.parse(Object.fromEntries(new URLSearchParams(text))).table;

const USUAL: TableQuery = {
  sort: "downloads",
  descending: true,
  page: 1,
  size: 50,
  columns: null,
  q: "",
  filters: {},
  isCsv: false,
};

test.each(["", "page=0&size=7&sort=evil&state=gone", "page=1e9&sort=--", `q=${"x".repeat(201)}`])(
  "“%s” is the usual list",
  (text) => {
    expect(read(text)).toEqual(USUAL);
  },
);

test("order, page, size, columns, search and filters are in the URL", () => {
  const query = read(
    "sort=title&page=3&size=100&columns=title,week&q=ferry&state=draft&format=csv",
  );
  expect(query).toEqual({
    sort: "title",
    descending: false,
    page: 3,
    size: 100,
    columns: ["title", "week"],
    q: "ferry",
    filters: { state: "draft" },
    isCsv: true,
  });
  expect(read(String(new URLSearchParams(tableParams(query, { page: 3 }))))).toEqual(query);
});

test("ticked columns are the same as listed ones", () => {
  expect(read("column.=1&column.week=1").columns).toEqual(["", "week"]);
});

test("further parameters of a page are read beside the list's", () => {
  expect(schema.parse({ range: "28" }).range).toBe("28");
});

type Row = Readonly<{ id: number; title: string; downloads: number; week: number }>;

const COLUMNS: readonly Column<Row>[] = [
  {
    key: "title",
    name: "Title",
    sortable: true,
    cell: ({ title }) => title,
    value: ({ title }) => title,
  },
  {
    key: "downloads",
    name: "Downloads",
    number: true,
    sortable: true,
    cell: ({ downloads }) => downloads.toLocaleString("en"),
    value: ({ downloads }) => downloads,
  },
  { key: "week", name: "Week", isExtra: true, cell: ({ week }) => week, value: ({ week }) => week },
];

const ROWS: readonly Row[] = [{ id: 7, title: "=cmd()<b>", downloads: 12_345, week: 3 }];

const list = (change: Partial<List<Row>> = {}): string =>
  listTable({
    words: tableWords("en"),
    caption: "Episodes",
    path: "/studio/episodes",
    keep: { range: "28" },
    query: USUAL,
    columns: COLUMNS,
    rows: ROWS,
    total: 120,
    search: "Find",
    empty: html`<p>Nothing yet</p>`,
    ...change,
  }).text;

test("heads lead to the list in their order, and the present one to the opposite", () => {
  const text = list({ query: { ...USUAL, page: 2, q: "a&b" } });
  expect(text).toContain('href="/studio/episodes?range=28&amp;q=a%26b&amp;sort=title"');
  expect(text).toContain('href="/studio/episodes?range=28&amp;q=a%26b&amp;sort=downloads"');
  expect(text).toContain('aria-sort="descending"');
  expect(text).toMatch(/rel="prev" href="[^"]*sort=-downloads"/);
  expect(text).toMatch(/rel="next" href="[^"]*page=3"/);
});

test("columns that are extra are shown when they are chosen", () => {
  expect(list()).not.toMatch(/<th scope="col"[^>]*>Week/);
  expect(list({ query: { ...USUAL, columns: ["week"] } })).toMatch(/<th scope="col"[^>]*>Week/);
  expect(list({ query: { ...USUAL, columns: ["week"] } })).not.toMatch(/<td[^>]*>12,345/);
});

test("titles are text, on the page and in the CSV", () => {
  expect(list()).toContain("=cmd()&lt;b&gt;");
  const { header, rows } = listSheet("episodes", COLUMNS, USUAL, ROWS);
  expect([header, [...(rows ?? [])]]).toEqual([["Title", "Downloads"], [["=cmd()<b>", 12_345]]]);
});

test("an empty list says what to do; a filtered one, how to see more", () => {
  const none = { rows: [], total: 0 };
  expect(list(none)).toBe("<p>Nothing yet</p>");
  const filtered = list({ ...none, query: { ...USUAL, q: "x" } });
  expect(filtered).toContain("Nothing matches");
  expect(filtered).toContain("Remove filters");
});

test("rows are chosen in a form with the token", () => {
  const bulk = {
    action: "/studio/episodes/bulk",
    csrf: "token",
    id: ({ id }: Row) => id,
    name: ({ title }: Row) => title,
    acts: html`<button>Publish</button>`,
  };
  const text = list({ bulk });
  expect(text).toContain('name="csrf" value="token"');
  expect(text).toContain('name="id.7" value="1" aria-label="Choose =cmd()&lt;b&gt;"');
});

test("at most 200 rows are chosen, and only by their ids", () => {
  expect(chosenIds({ "id.7": "1", "id.x": "1", id: "1", csrf: "8", "id.9": "1" })).toEqual([7, 9]);
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`id.${at + 1}`, "1"]));
  expect(chosenIds(many)).toHaveLength(200);
});
