/** Invented figures in each component of the studio; pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { badge, emptyState } from "../../web/layout/components.ts";
import { barList, heatMap, sparkline } from "../charts/bars.ts";
import { timeSeries } from "../charts/timeseries.ts";
import type { Words as ChartWords } from "../charts/words.ts";
import { addDays, type Range, rangeText } from "../range/rules.ts";
import { type Column, listSheet } from "../tables/columns.ts";
import type { TableQuery } from "../tables/query.ts";
import { listTable } from "../tables/views.ts";
import type { Words as TableWords } from "../tables/words.ts";

/** A number that looks like chance, but is the same on each visit. */
const wave = (at: number, seed: number): number =>
  Math.round(900 + 420 * Math.sin((at + seed) / 3.1) + 160 * Math.sin((at * seed) / 1.7));

export function specimenCharts(words: ChartWords, range: Range): Html {
  const days = Array.from({ length: range.length }, (_, at) => addDays(range.from, at));
  const format = new Intl.DateTimeFormat(words.locale, {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  const points = (seed: number, factor = 1) =>
    days.map((day, at) => ({
      name: format.format(new Date(`${day}T00:00:00Z`)),
      value: Math.round(wave(at, seed) * factor),
    }));
  const { comparison } = range;
  const series = {
    words,
    measure: "Downloads",
    points: points(3),
    isUnfinished: range.isUnfinished,
    annotations: [{ at: Math.floor(days.length / 2), text: "The night ferry was published" }],
  };
  return html`
${timeSeries({
  ...series,
  id: "line",
  title: "Downloads by day",
  sentence: "12 % more than in the days before; the most came with “The night ferry”.",
  recounts: [Math.floor(days.length / 4)],
  comparison: comparison
    ? { name: rangeText(comparison, words.locale), points: points(5, 0.85) }
    : undefined,
})}
${timeSeries({ ...series, id: "days", kind: "bars", title: "Downloads as bars", sentence: "Today is not finished yet." })}
${barList({
  words,
  id: "countries",
  title: "Countries",
  sentence: "Six of ten downloads come from Italy.",
  kind: "Country",
  measure: "Downloads",
  bars: [
    { name: "Italy", value: 61_204 },
    { name: "Austria", value: 18_420 },
    { name: "Slovenia", value: 9313 },
    { name: "Croatia", value: 4120 },
  ],
})}
${heatMap({
  words,
  id: "hours",
  title: "Hours of the week",
  sentence: "Most people listen on weekdays at seven in the morning.",
  values: [0, 1, 2, 3, 4, 5, 6].map((day) =>
    Array.from({ length: 24 }, (_, hour) =>
      Math.max(0, Math.round((day > 4 ? 40 : 90) * Math.sin((hour - 1) / 4) ** 2 - 8)),
    ),
  ),
})}
${emptyState({ title: "No downloads yet", text: "Downloads appear here an hour after the first episode is published." })}`;
}

type Row = Readonly<{ id: number; title: string; state: string; downloads: number; week: number }>;

const TITLES = ["The night ferry", "What the radio said", "Storm warning", "A lamp in the window"];

const ROWS: readonly Row[] = Array.from({ length: 60 }, (_, at) => ({
  id: at + 1,
  title: `${at + 1} · ${TITLES[at % TITLES.length]}`,
  state: at % 5 === 0 ? "draft" : "published",
  downloads: at % 5 === 0 ? 0 : wave(at, 7) * 3,
  week: at % 5 === 0 ? 0 : wave(at, 7),
}));

const COLUMNS: readonly Column<Row>[] = [
  {
    key: "title",
    name: "Episode",
    sortable: true,
    cell: ({ title }) => html`<a href="/studio/style">${title}</a>`,
    value: ({ title }) => title,
  },
  {
    key: "state",
    name: "State",
    cell: ({ state }) => (state === "draft" ? badge("Draft") : badge("Published", "good")),
    value: ({ state }) => state,
  },
  {
    key: "trend",
    name: "Last weeks",
    cell: ({ id }) =>
      sparkline(
        [1, 2, 3, 4, 5, 6, 7, 8].map((at) => wave(at, id)),
        "Downloads of the last 8 weeks",
      ),
    value: () => null,
  },
  ...(["week", "downloads"] as const).map((key) => ({
    key,
    name: key === "week" ? "7 days" : "All time",
    number: true,
    sortable: true,
    cell: (row: Row) => row[key].toLocaleString("en"),
    value: (row: Row) => row[key],
  })),
];

function rowsOf({ q, filters, sort, descending }: TableQuery): Row[] {
  const key = sort === "week" ? "week" : sort === "title" ? "title" : "downloads";
  const direction = descending ? -1 : 1;
  return ROWS.filter(({ title }) => title.toLowerCase().includes(q.toLowerCase()))
    .filter(({ state }) => filters.state === undefined || filters.state === state)
    .sort((a, b) => direction * (a[key] > b[key] ? 1 : a[key] < b[key] ? -1 : a.id - b.id));
}

export const specimenSheet = (query: TableQuery) =>
  listSheet("specimen", COLUMNS, query, rowsOf(query));

type Specimen = Readonly<{
  words: TableWords;
  query: TableQuery;
  keep: Readonly<Record<string, string>>;
  csrf: string;
}>;

export function specimenList({ words, query, keep, csrf }: Specimen): Html {
  const rows = rowsOf(query);
  return listTable({
    words,
    caption: "Episodes",
    path: "/studio/style",
    keep,
    query,
    columns: COLUMNS,
    rows: rows.slice((query.page - 1) * query.size, query.page * query.size),
    total: rows.length,
    search: "Find an episode",
    filters: [
      {
        name: "state",
        label: "State",
        options: [
          ["published", "Published"],
          ["draft", "Draft"],
        ],
      },
    ],
    empty: emptyState({ title: "No episodes yet", text: "Upload the first one." }),
    bulk: {
      action: "/studio/style",
      csrf,
      id: ({ id }) => id,
      name: ({ title }) => title,
      acts: html`<button type="submit" name="act" value="publish">Publish episodes</button>`,
    },
  });
}
