/** Episodes at equal age as a list with bars in its cells, and as CSV; pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import type { AgeMedian, EpisodeAgesRow } from "../../measurement/audience/ages/store.ts";
import { badge, emptyState } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { plural } from "../frame/plurals.ts";
import type { Column } from "../tables/columns.ts";
import type { TableQuery } from "../tables/query.ts";
import { listTable } from "../tables/views.ts";
import { tableWords } from "../tables/words.ts";
import { totalText } from "./overviewview.ts";
import { hrefOf, type Place } from "./place.ts";
import { DAYS } from "./schema.ts";
import { number } from "./texts.ts";
import type { Words } from "./words.ts";

export type Ages = Readonly<{
  /** The episodes of this page of the list; for the CSV, all. */
  episodes: readonly EpisodeAgesRow[];
  total: number;
  medians: readonly AgeMedian[];
  /** The best at seven days. */
  best: EpisodeAgesRow | undefined;
}>;

export const WEEK = 7;

const totalAt = (row: EpisodeAgesRow, days: number): number | null => {
  const age = row.ages.find((one) => one.days === days);
  return age === undefined || age.plays === null ? null : age.plays + (age.downloads ?? 0);
};

const isCompleteAt = (row: EpisodeAgesRow, days: number): boolean =>
  row.ages.find((one) => one.days === days)?.is_complete === true;

type Listed = Pick<Ages, "episodes" | "best">;

/** The address of an episode's numbers. */
const hrefFor = (
  { root, keep, whole }: Place,
  { episode_id, show_id }: Pick<EpisodeAgesRow, "episode_id" | "show_id">,
): string =>
  hrefOf({ root: whole.level === "show" ? root : `/studio/shows/${show_id}/numbers`, keep }, "", {
    episode: String(episode_id),
  });

/** With all shows of a person, the titles of their shows. */
const showTitlesOf = ({ whole, shows }: Place): ReadonlyMap<number, string> =>
  new Map(whole.level === "show" ? [] : shows.map(({ show_id, title }) => [show_id, title]));

/** The episode with the best first week, if one is that old. */
const winnerOf = ({ best }: Pick<Ages, "best">): EpisodeAgesRow | null =>
  best !== undefined && isCompleteAt(best, WEEK) && totalAt(best, WEEK) ? best : null;

/** `episodes`: those whose bars are compared with each other. */
export function agesColumns(place: Place, { episodes, best }: Listed): Column<EpisodeAgesRow>[] {
  const { words } = place;
  const winner = winnerOf({ best });
  const shows = showTitlesOf(place);
  const format = new Intl.DateTimeFormat(words.locale, { dateStyle: "medium", timeZone: "UTC" });
  return [
    {
      key: "title",
      name: words.episode,
      cell: (row) =>
        html`<a href="${hrefFor(place, row)}">${row.title}</a>${row.episode_id === winner?.episode_id && html` ${badge(words.best_first_week, "accent")}`}`,
      value: ({ title }) => title,
    },
    ...(shows.size === 0
      ? []
      : [
          {
            key: "show",
            name: words.show,
            cell: ({ show_id }: EpisodeAgesRow) =>
              html`<span class="soft">${shows.get(show_id) ?? ""}</span>`,
            value: ({ show_id }: EpisodeAgesRow) => shows.get(show_id) ?? "",
          },
        ]),
    {
      key: "date",
      name: words.published_at,
      sortable: true,
      newestFirst: true,
      cell: ({ published_at }) => html`<span class="nowrap">${format.format(published_at)}</span>`,
      value: ({ published_at }) => published_at.toISOString(),
    },
    ...DAYS.map((days): Column<EpisodeAgesRow> => {
      const most = Math.max(1, ...episodes.map((row) => totalAt(row, days) ?? 0));
      return {
        key: `d${days}`,
        name: plural(words, words.age, days),
        number: true,
        sortable: true,
        cell: (row) => ageCell(words, totalAt(row, days), isCompleteAt(row, days), most),
        value: (row) => totalAt(row, days),
      };
    }),
    ...DAYS.map(
      (days): Column<EpisodeAgesRow> => ({
        key: `complete${days}`,
        name: `${plural(words, words.age, days)} (${words.so_far})`,
        isExtra: true,
        cell: (row) => (isCompleteAt(row, days) ? "" : words.so_far),
        value: (row) => (isCompleteAt(row, days) ? "" : words.so_far),
      }),
    ),
  ];
}

const ageCell = (words: Words, total: number | null, isComplete: boolean, most: number): Html =>
  total === null
    ? html`–`
    : html`<span class="age${!isComplete && " so-far"}">${number(total, words)}${!isComplete && html` <span class="hidden">${words.so_far}</span>`}<svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="${isComplete ? "bar" : "unfinished"}" width="${Math.round((1000 * total) / most) / 10}" height="6"${!isComplete && html` fill="url(#so-far)"`}/></svg></span>`;

const HATCH: Html = html`<svg class="pattern" width="0" height="0" aria-hidden="true"><defs><pattern id="so-far" width="4" height="6" patternUnits="userSpaceOnUse"><path d="M1 0V6" class="hatch"/></pattern></defs></svg>`;

export function agesView(place: Place, query: TableQuery, ages: Ages): Html {
  const { words, root, keep } = place;
  return html`${HATCH}
<p class="lead">${words.ages_lead}</p>
<p class="lead">${bestText(place, ages)}</p>
${medianView(words, ages)}
<div class="ages">${listTable({
    words: tableWords(words.locale),
    caption: words.ages,
    path: `${root}/ages`,
    keep,
    query,
    columns: agesColumns(place, ages),
    rows: ages.episodes,
    total: ages.total,
    empty: emptyState({ title: words.empty_title, text: words.ages_empty }),
  })}</div>
<p class="soft">${words.ages_legend}</p>`;
}

function bestText(place: Place, ages: Ages): Html {
  const { words } = place;
  const winner = winnerOf(ages);
  if (winner === null) return html`${words.ages_none}`;
  const [before = "", after = ""] = words.ages_best.split("{title}");
  const show = showTitlesOf(place).get(winner.show_id);
  const n = totalText(words, totalAt(winner, WEEK) ?? 0);
  const median = ages.medians.find(({ days }) => days === WEEK)?.total;
  return html`${before}<a href="${hrefFor(place, winner)}">“${winner.title}”</a>${show !== undefined && ` (${show})`}${fill(after, { n })}${
    median != null && ` ${fill(words.ages_median, { n: number(median, words) })}`
  }`;
}

/** The medians of all episodes, by which those of the list can be judged. */
const medianView = (words: Words, { medians }: Ages): Html => html`
<dl class="medians">${medians.map(
  ({ days, episodes, total }) =>
    html`<div><dt>${words.median} · ${plural(words, words.age, days)}</dt><dd><span class="figure">${total === null ? "–" : number(total, words)}</span> <span class="soft">${plural(words, words.median_n, episodes)}</span></dd></div>`,
)}</dl>`;
