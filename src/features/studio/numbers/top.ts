/** Which episodes of a show, or shows of a person, have most: a few below the overview, and all on a page of their own. */
import type { Cell } from "../../../platform/http/csv.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import type { DayRange } from "../../../platform/statistics/calendar.ts";
import { findChildren } from "../../measurement/audience/store.ts";
import type { Scope, StatisticsDeps } from "../../measurement/statistics/schema.ts";
import { emptyState } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { barList } from "../charts/bars.ts";
import { chartWords } from "../charts/words.ts";
import { tableWords } from "../tables/words.ts";
import { hrefOf, type Place } from "./place.ts";
import { number } from "./texts.ts";

type Ranked = Readonly<{ id: number; name: string; total: number }>;

/** A part of the list, how long the whole list is, and the sum of all. */
export type Top = Readonly<{ rows: readonly Ranked[]; total: number; sum: number }>;

type Part = Readonly<{ limit: number; offset: number }>;

/** The name of the list in the URL of the page that shows it alone. */
export const TOP_LIST = "top";
/** Bars below the overview. */
export const FEW = { limit: 10, offset: 0 } as const;
const PAGE = 100;
/** More episodes than anybody has. */
const ALL = { limit: 100_000, offset: 0 } as const;

export const partOf = ({ page, isCsv }: Readonly<{ page: number; isCsv: boolean }>): Part =>
  isCsv ? ALL : { limit: PAGE, offset: (page - 1) * PAGE };

/** The episodes with any, or all shows of the person. */
export const readTop = (
  deps: StatisticsDeps,
  { whole, shows }: Pick<Place, "whole" | "shows">,
  days: DayRange,
  part: Part,
): Promise<Top> =>
  whole.level === "show"
    ? readTopEpisodes(deps, whole, days, part)
    : readTopShows(deps, whole, days, part, shows);

async function readTopShows(
  { statistics }: StatisticsDeps,
  scope: Extract<Place["whole"], { level: "shows" }>,
  range: DayRange,
  { limit, offset }: Part,
  shows: Place["shows"],
): Promise<Top> {
  const rows = await statistics.readAudience({ facts: "audience", by: "child", scope, range });
  const totals = new Map(rows.map((row) => [row.child_id ?? 0, row.plays + row.downloads]));
  const ranked = shows
    .map(({ show_id, title }) => ({ id: show_id, name: title, total: totals.get(show_id) ?? 0 }))
    .sort((a, b) => b.total - a.total || a.id - b.id);
  const sum = ranked.reduce((all, { total }) => all + total, 0);
  const isSilent = sum === 0;
  return {
    rows: isSilent ? [] : ranked.slice(offset, offset + limit),
    total: isSilent ? 0 : ranked.length,
    sum,
  };
}

/** Only episodes that somebody has played in these days. */
export async function readTopEpisodes(
  { db, statistics }: StatisticsDeps,
  scope: Scope<"show">,
  range: DayRange,
  { limit, offset }: Part,
): Promise<Top> {
  const rows = await statistics.readAudience({ facts: "audience", by: "child", scope, range });
  const ranked = rows
    .map(({ child_id, plays, downloads }) => ({ id: child_id ?? 0, total: plays + downloads }))
    .filter(({ total }) => total > 0);
  const shown = ranked.slice(offset, offset + limit);
  const ids = shown.map(({ id }) => id);
  const children = await findChildren(db, "episode", scope.id, ids);
  return {
    rows: shown.map((row) => ({ ...row, name: children.get(row.id)?.name ?? "" })),
    total: ranked.length,
    sum: ranked.reduce((all, { total }) => all + total, 0),
  };
}

/** `page`: of the list that has a page for itself; null below the overview. */
export function topView(place: Place, top: Top, page: number | null = null): Html {
  const { words, whole } = place;
  const { rows, total, sum } = top;
  const isShow = whole.level === "show";
  const title = isShow ? words.top_episodes : words.top_shows;
  if (rows.length === 0) return emptyState({ title, text: words.no_names });
  const n = (value: number) => number(value, words);
  const isFirst = page === null || page === 1;
  const shown = fill(words.top_shown, { n: n(rows.length), total: n(total) });
  const most = fill(words.top_sentence, { name: rows[0]?.name ?? "" });
  return html`${barList({
    words: chartWords(words.locale),
    id: TOP_LIST,
    title,
    sentence: `${isFirst ? `${most} ` : ""}${rows.length < total ? shown : ""}`.trim(),
    kind: words.name,
    measure: words.measure,
    total: sum,
    bars: rows.map(({ id, name, total: value }) => ({
      name: html`<a href="${hrefOfRow(place, id)}">${name}</a>`,
      value,
    })),
  })}
${page === null && rows.length < total && html`<p class="list-on"><a href="${hrefOf(place, "", { list: TOP_LIST })}">${fill(isShow ? words.top_all_episodes : words.top_all_shows, { n: n(total) })}</a></p>`}
${page !== null && pagesView(place, total, page)}`;
}

const hrefOfRow = ({ whole, root: own, keep }: Place, id: number): string =>
  whole.level === "show"
    ? hrefOf({ root: own, keep }, "", { episode: String(id) })
    : hrefOf({ root: `/studio/shows/${id}/numbers`, keep }, "");

function pagesView(place: Place, total: number, page: number): Html {
  const words = tableWords(place.words.locale);
  const to = (other: number) =>
    hrefOf(place, "", { list: TOP_LIST, page: other === 1 ? "" : String(other) });
  return html`<nav class="list-on" aria-label="${words.pages}"><a href="${hrefOf(place, "")}">${place.words.overview}</a>${page > 1 && html` <a rel="prev" href="${to(page - 1)}">${words.previous}</a>`}${page * PAGE < total && html` <a rel="next" href="${to(page + 1)}">${words.next}</a>`}</nav>`;
}

/** Every row of the list. */
export const topSheet = (
  { words }: Place,
  { rows }: Top,
): Readonly<{ header: string[]; rows: Cell[][] }> => ({
  header: [words.name, words.measure],
  rows: rows.map(({ name, total }) => [name, total]),
});
