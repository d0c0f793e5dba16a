/** Reads from the URL whose figures a page shows, of which days, compared with which, narrowed to which name. */
import { notFound } from "../../../platform/failure.ts";
import { callerOf, type SessionCaller } from "../../../platform/http/pages.ts";
import { addYears, type DayRange, type Group } from "../../../platform/statistics/calendar.ts";
import { requireScope } from "../../measurement/audience/actions.ts";
import type { Dimension, Scope, StatisticsDeps } from "../../measurement/statistics/schema.ts";
import { findShow, listUserShows } from "../../publishing/shows/store.ts";
import { showSummaryView } from "../../publishing/shows/views.ts";
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
  scope: Scope<"episode" | "show" | "user">;
  /** The same without that filter. */
  whole: Scope<"show" | "user">;
  show: Show | null;
  /** With all shows: those of other authors that the person works on, which have numbers of their own. */
  others: readonly Show[];
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

/** The place that a URL names, if the person may see its figures. `show_id` null: all shows of the person. */
export async function findPlace(
  deps: StatisticsDeps & Readonly<{ clock: () => Date }>,
  { session, locale, baseUrl, query }: Asking,
  show_id: number | null,
): Promise<Place> {
  const caller = callerOf(session);
  const whole =
    show_id === null
      ? ({ level: "user", id: session.user_id } as const)
      : ({ level: "show", id: show_id } as const);
  await requireScope(deps, caller, whole.level, whole.id);
  const row = show_id === null ? null : await findShow(deps.db, show_id);
  const show = row == null ? null : showSummaryView(row, baseUrl);
  const episode = query.episode === undefined ? null : await findOwn(deps, query.episode, show_id);
  if (episode !== null) await requireScope(deps, caller, "episode", episode.episode_id);
  const range = statisticsRange(query, deps.clock());
  const only = onlyOf(query.only);
  return {
    words: numbersWords(locale),
    whole,
    scope: episode === null ? whole : { level: "episode", id: episode.episode_id },
    show,
    others: show === null ? await othersOf(deps, session, baseUrl) : [],
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

const MOST_OTHERS = 50;

async function othersOf({ db }: StatisticsDeps, { user_id }: SessionCaller, baseUrl: string) {
  const access = ["SHOW_COLLABORATOR", "USER_COLLABORATOR"] as const;
  const paging = { limit: MOST_OTHERS, offset: 0 };
  const rows = await listUserShows(db, { user_id, access: [...access], editable: true, ...paging });
  // An author can be listed among the collaborators of their own show.
  const others = rows.filter(({ author_id }) => author_id !== user_id);
  return others.slice(0, MOST_OTHERS).map((row) => showSummaryView(row, baseUrl));
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
