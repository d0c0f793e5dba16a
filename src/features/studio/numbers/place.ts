/** Reads from the URL whose figures a page shows, of which days, compared with which, narrowed to which name. */
import { notFound } from "../../../platform/failure.ts";
import { callerOf, type SessionCaller } from "../../../platform/http/pages.ts";
import { addYears, type DayRange, type Group } from "../../../platform/statistics/calendar.ts";
import { requireScope } from "../../measurement/audience/actions.ts";
import type {
  Dimension,
  Scope,
  ShowSet,
  StatisticsDeps,
} from "../../measurement/statistics/schema.ts";
import { listEditableShows } from "../../publishing/shows/editable/store.ts";
import { findShow } from "../../publishing/shows/store.ts";
import { showSummaryView } from "../../publishing/shows/views.ts";
import { myShowsText } from "../frame/myshows.ts";
import { type Range, rangeOf, rangeParamsOf } from "../range/rules.ts";
import { timezoneOf } from "../range/zones.ts";
import type { NumbersQuery } from "./schema.ts";
import { findEpisodeNames } from "./store.ts";
import { numbersWords, type Words } from "./words.ts";

type Show = Readonly<{ show_id: number; title: string; image_url: string | null }>;
type Only = Readonly<{ dimension: Dimension; name: string }>;

export type Place = Readonly<{
  words: Words;
  /** Whose figures: of an episode, if there is a filter of one. */
  scope: Scope<"episode" | "show"> | ShowSet;
  /** The same without that filter. */
  whole: Scope<"show"> | ShowSet;
  show: Show | null;
  /** The shows of these figures. */
  shows: readonly Show[];
  /** Which these are, for all shows of the person. */
  showsText: string | null;
  /** The path of the overview. */
  root: string;
  /** UTC days, as all statistics. */
  range: Range;
  group: Group;
  episode: Readonly<{ episode_id: number; title: string }> | null;
  only: Only | null;
  /** The person's, for hours and notes. */
  timezone: string;
  /** The parameters that links between the pages keep. */
  keep: Readonly<Record<string, string>>;
}>;

type Asking = Readonly<{
  session: SessionCaller;
  locale: string;
  baseUrl: string;
  query: NumbersQuery;
}>;

/** The place that a URL names, if the person may see its figures. `show_id` null: all shows that the person may edit. */
export async function findPlace(
  deps: StatisticsDeps & Readonly<{ clock: () => Date }>,
  { session, locale, baseUrl, query }: Asking,
  show_id: number | null,
): Promise<Place> {
  const caller = callerOf(session);
  const rows = await listShows(deps, session, show_id);
  const shows = rows.map((row) => showSummaryView(row, baseUrl));
  const whole =
    show_id === null
      ? ({ level: "shows", ids: shows.map((show) => show.show_id) } as const)
      : ({ level: "show", id: show_id } as const);
  const show = (show_id !== null && shows[0]) || null;
  const episode = query.episode === undefined ? null : await findOwn(deps, query.episode, show_id);
  if (episode !== null) await requireScope(deps, caller, "episode", episode.episode_id);
  const range = statisticsRange(query, deps.clock());
  const only = onlyOf(query.only);
  return {
    words: numbersWords(locale),
    whole,
    scope: episode === null ? whole : { level: "episode", id: episode.episode_id },
    show,
    shows,
    showsText: show_id === null ? myShowsText(locale, rows, session.user_id) : null,
    root: show_id === null ? "/studio/numbers" : `/studio/shows/${show_id}/numbers`,
    range,
    group: groupOf(range.length),
    episode,
    only,
    timezone: timezoneOf(session),
    keep: {
      ...rangeParamsOf(range),
      ...(episode === null ? {} : { episode: String(episode.episode_id) }),
      ...(only === null ? {} : { only: `${only.dimension}:${only.name}` }),
    },
  };
}

async function listShows({ db }: StatisticsDeps, session: SessionCaller, show_id: number | null) {
  if (show_id === null) return listEditableShows(db, session.user_id);
  await requireScope({ db }, callerOf(session), "show", show_id);
  const show = await findShow(db, show_id);
  return show === undefined ? [] : [show];
}

/** An episode of this show; with all shows, of any that the person may see. */
async function findOwn({ db }: StatisticsDeps, episode_id: number, show_id: number | null) {
  const [episode] = await findEpisodeNames(db, [episode_id]);
  if (episode === undefined || (show_id !== null && episode.show_id !== show_id))
    throw notFound("episode");
  return episode;
}

/** The longest range that statistics take. */
const MOST_YEARS = 5;

function statisticsRange(query: NumbersQuery, now: Date): Range {
  const utc = { timezone: "UTC", now };
  const range = rangeOf(query, utc);
  const earliest = addYears(range.to, -MOST_YEARS);
  if (range.from >= earliest) return range;
  return rangeOf({ ...query, range: "custom", from: earliest, to: range.to }, utc);
}

/** As many points as a chart can show. */
const groupOf = (days: number): Group => (days <= 92 ? "day" : days <= 732 ? "week" : "month");

const DIMENSIONS = ["country", "source", "device"] as const;

function onlyOf(text: string | undefined): Only | null {
  const [, dimension, name] = /^(\w+):(.+)$/su.exec(text ?? "") ?? [];
  const known = DIMENSIONS.find((one) => one === dimension);
  return known === undefined || name === undefined ? null : { dimension: known, name };
}

/** A page about the same, with some parameters changed; empty ones are left out. */
export function hrefOf(
  { root, keep }: Pick<Place, "root" | "keep">,
  tab: string,
  change: Readonly<Record<string, string>> = {},
): string {
  const params = Object.entries({ ...keep, ...change }).filter(([, value]) => value !== "");
  return `${root}${tab}?${new URLSearchParams(params)}`;
}

export const daysOf = ({ from, to }: DayRange): DayRange => ({ from, to });
