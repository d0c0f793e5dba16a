/** The breakdowns of audience statistics: the query, the JSON response and the CSV sheet of each. */
import type { z } from "zod";
import type { Cell } from "../../../platform/http/csv.ts";
import type { Locale } from "../../../platform/http/locale.ts";
import { bucketsOf, type DayRange, type Group } from "../../../platform/statistics/calendar.ts";
import { OTHERS } from "../../../platform/statistics/names.ts";
import {
  datedQuery,
  precision,
  rangeQuery,
  timezone,
} from "../../../platform/statistics/params.ts";
import { countryNames } from "../../publishing/reference/views.ts";
import type {
  AudienceLevel,
  Dimension,
  NameRow,
  Scope,
  StatisticsDeps,
} from "../statistics/schema.ts";
import { readWeekHours } from "./overview.ts";
import { countFitting, SOURCES_TOLD } from "./rules.ts";
import { HOURS, SERIES, SHARES } from "./schema.ts";
import { listNewFollowers, listNewLikes } from "./store.ts";
import {
  countriesView,
  datedCountsView,
  datedPlaysView,
  renderSources,
  sharesView,
  sourceLines,
  sourcesView,
  systemsView,
} from "./views.ts";

export type BreakdownRequest = Readonly<{
  scope: Scope<AudienceLevel>;
  range: DayRange;
  group: Group;
  precision: number;
  timezone: string;
  locale: Locale;
}>;
type Sheet =
  | Readonly<{ header: readonly string[]; rows: Iterable<readonly Cell[]>; lines?: never }>
  | Readonly<{ header: readonly string[]; lines: Iterable<string>; rows?: never }>;

/** A breakdown in the table of endpoints. */
export type Breakdown = Readonly<{
  /** Last segment of the path. */
  name: string;
  /** The breakdown in operation ids: `Play` in `getShowPlayStatistics`. */
  noun: string;
  /** Describes the breakdown in summaries, such as "the devices used to listen to a show". */
  what(subject: string): string;
  levels: readonly AudienceLevel[];
  query: z.ZodType;
  response: z.ZodType;
  localised: boolean;
  read(deps: StatisticsDeps, request: BreakdownRequest): Promise<unknown>;
  /** Renders the JSON itself, instead of using the response schema. */
  render: ((answer: unknown) => string) | null;
  sheet(answer: unknown): Sheet;
}>;

type Spec<T> = Omit<Breakdown, "read" | "render" | "sheet" | "localised"> & {
  localised?: true;
  render?: (answer: T) => string;
  read(deps: StatisticsDeps, request: BreakdownRequest): Promise<T>;
  sheet(answer: T): Sheet;
};
const breakdown = <T>({ render, ...spec }: Spec<T>): Breakdown => ({
  ...spec,
  localised: spec.localised ?? false,
  render: render === undefined ? null : (answer) => render(answer as T),
  sheet: (answer) => spec.sheet(answer as T),
});

const ALL: readonly AudienceLevel[] = ["organization", "user", "show", "episode"];

/** A sheet for a list of objects with the same keys, in order. */
const plainSheet =
  <T extends Record<string, Cell>>(header: readonly (keyof T & string)[]) =>
  (rows: readonly T[]): Sheet => ({
    header,
    rows: rows.map((row) => header.map((key) => row[key] ?? null)),
  });

const readNames = (
  { statistics }: StatisticsDeps,
  { scope, range }: BreakdownRequest,
  dimension: Dimension,
): Promise<NameRow[]> =>
  statistics.readNames({ facts: "names", by: "name", dimension, scope, range });

/** The sources with the most plays, and for each bucket as many of them as the response may contain. */
async function readSources(
  { statistics }: StatisticsDeps,
  { scope, range, group, precision: digits }: BreakdownRequest,
) {
  const question = { facts: "names", dimension: "source", scope, range } as const;
  const overall = await statistics.readNames({ ...question, by: "name", most: SOURCES_TOLD.value });
  const buckets = bucketsOf(range, group);
  const names = overall
    .filter(({ name }) => name !== OTHERS)
    .slice(0, countFitting(overall, buckets.length))
    .map(({ name }) => name);
  const details = await statistics.readNames({ ...question, by: "date and name", group, names });
  const isAll = names.length === overall.length;
  return sourcesView(overall, details, {
    buckets,
    precision: digits,
    names: isAll ? names : [...names, OTHERS],
  });
}

const grouped = (
  lists: Record<string, readonly { name: string; percentage: number }[]>,
): Sheet => ({
  header: ["group", "name", "percentage"],
  rows: Object.entries(lists).flatMap(([group, list]) =>
    list.map(({ name, percentage }) => [group, name, percentage]),
  ),
});

export const BREAKDOWNS: readonly Breakdown[] = [
  breakdown({
    name: "plays",
    noun: "Play",
    what: (subject) => `the plays and downloads of ${subject} by day, week or month`,
    levels: ALL,
    query: datedQuery(),
    response: SERIES.plays,
    async read({ statistics }, { scope, range, group }) {
      const rows = await statistics.readAudience({
        facts: "audience",
        by: "date",
        scope,
        range,
        group,
      });
      return datedPlaysView(rows, range, group);
    },
    sheet: plainSheet([
      "date",
      "plays_count",
      "plays_ondemand_count",
      "plays_live_count",
      "downloads_count",
    ]),
  }),
  breakdown({
    name: "likes",
    noun: "Like",
    what: (subject) => `the new likes of ${subject} by day, week or month`,
    levels: ["user", "show", "episode"],
    query: datedQuery(),
    response: SERIES.likes,
    read: async ({ db }, request) =>
      datedCountsView("likes_count", await listNewLikes(db, request), request.range, request.group),
    sheet: plainSheet(["date", "likes_count"]),
  }),
  breakdown({
    name: "followers",
    noun: "Follower",
    what: () => "the new followers of a user by day, week or month",
    levels: ["user"],
    query: datedQuery(),
    response: SERIES.followers,
    read: async ({ db }, request) =>
      datedCountsView(
        "followers_count",
        await listNewFollowers(db, request),
        request.range,
        request.group,
      ),
    sheet: plainSheet(["date", "followers_count"]),
  }),
  breakdown({
    name: "listeners",
    noun: "Listener",
    what: (subject) => `the distinct listeners of ${subject} by day, week or month`,
    levels: ALL,
    query: datedQuery(),
    response: SERIES.listeners,
    async read({ statistics }, { scope, range, group }) {
      const rows = await statistics.readListeners({
        facts: "listeners",
        by: "date",
        scope,
        range,
        group,
      });
      const counts = rows.map(({ date, listeners }) => ({ date, count: listeners }));
      return datedCountsView("listeners_count", counts, range, group);
    },
    sheet: plainSheet(["date", "listeners_count"]),
  }),
  breakdown({
    name: "hours",
    noun: "Hour",
    what: (subject) => `the plays and downloads of ${subject} by weekday and hour`,
    levels: ALL,
    query: rangeQuery({ timezone }),
    response: HOURS,
    read: ({ db }, { scope, range, timezone: zone }) => readWeekHours(db, scope, range, zone),
    sheet: plainSheet([
      "weekday",
      "hour",
      "plays_count",
      "plays_ondemand_count",
      "plays_live_count",
      "downloads_count",
    ]),
  }),
  breakdown({
    name: "sources",
    noun: "Source",
    what: (subject) => `the apps and sites used to listen to ${subject}`,
    levels: ALL,
    query: datedQuery().safeExtend({ precision }),
    response: SHARES.sources,
    read: readSources,
    render: renderSources,
    sheet: (answer) => ({ header: ["date", "name", "plays_count"], lines: sourceLines(answer) }),
  }),
  breakdown({
    name: "devices",
    noun: "Device",
    what: (subject) => `the devices used to listen to ${subject}`,
    levels: ALL,
    query: rangeQuery({ precision }),
    response: SHARES.devices,
    read: async (deps, request) =>
      sharesView(await readNames(deps, request, "device"), request.precision),
    sheet: plainSheet(["name", "percentage"]),
  }),
  breakdown({
    name: "os",
    noun: "OperatingSystem",
    what: (subject) => `the operating systems used to listen to ${subject}`,
    levels: ALL,
    query: rangeQuery({ precision }),
    response: SHARES.os,
    read: async (deps, request) =>
      systemsView(await readNames(deps, request, "os"), request.precision),
    sheet: grouped,
  }),
  breakdown({
    name: "geographics",
    noun: "Geographic",
    what: (subject) => `the countries where people listen to ${subject}`,
    levels: ["organization", "user", "show"],
    query: rangeQuery({ precision }),
    response: SHARES.geographics,
    localised: true,
    async read(deps, request) {
      const { names, locale } = countryNames(request.locale);
      const unknown = new Intl.DisplayNames(locale, { type: "region" });
      const nameOf = (code: string) => names[code] ?? unknown.of(code) ?? code;
      return countriesView(await readNames(deps, request, "country"), request.precision, nameOf);
    },
    sheet: ({ country }) => ({
      header: ["group", "name", "code", "percentage"],
      rows: country.map(({ name, code, percentage }) => ["country", name, code, percentage]),
    }),
  }),
];
