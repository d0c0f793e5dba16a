/** The breakdowns of audience statistics: what each asks, how it is told, and how it is told as CSV. */
import type { z } from "zod";
import type { Deps } from "../../deps.ts";
import type { Cell } from "../../platform/http/csv.ts";
import type { Culture } from "../../platform/http/culture.ts";
import { bucketsOf, type DayRange, type Group } from "../../platform/statistics/calendar.ts";
import { OTHERS } from "../../platform/statistics/names.ts";
import { datedQuery, precision, rangeQuery } from "../../platform/statistics/params.ts";
import type { Turns } from "../../platform/turns.ts";
import { countryNames } from "../reference/views.ts";
import type {
  AudienceLevel,
  Dimension,
  NameRow,
  Scope,
  StatisticsEngine,
} from "../rollups/schema.ts";
import { countFitting, SOURCES_TOLD } from "./rules.ts";
import { SERIES, SHARES } from "./schema.ts";
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

export type Sources = Readonly<{
  deps: Deps;
  engine: StatisticsEngine;
  /** For answers that take this process the longest. */
  turns: Turns;
}>;
export type Asked = Readonly<{
  scope: Scope<AudienceLevel>;
  range: DayRange;
  group: Group;
  precision: number;
  culture: Culture;
}>;
type Sheet =
  | Readonly<{ header: readonly string[]; rows: Iterable<readonly Cell[]>; lines?: never }>
  | Readonly<{ header: readonly string[]; lines: Iterable<string>; rows?: never }>;

/** One row of the table of endpoints, whatever it tells. */
export type Breakdown = Readonly<{
  /** Last part of the path. */
  name: string;
  summary: string;
  levels: readonly AudienceLevel[];
  query: z.ZodType;
  response: z.ZodType;
  localised: boolean;
  read(sources: Sources, asked: Asked): Promise<unknown>;
  /** As JSON, where that is not left to the response schema. */
  render: ((told: unknown) => string) | null;
  sheet(told: unknown): Sheet;
}>;

type Spec<T> = Omit<Breakdown, "read" | "render" | "sheet" | "localised"> & {
  localised?: true;
  render?: (told: T) => string;
  read(sources: Sources, asked: Asked): Promise<T>;
  sheet(told: T): Sheet;
};
const breakdown = <T>({ render, ...spec }: Spec<T>): Breakdown => ({
  ...spec,
  localised: spec.localised ?? false,
  render: render === undefined ? null : (told) => render(told as T),
  sheet: (told) => spec.sheet(told as T),
});

const ALL: readonly AudienceLevel[] = ["organization", "user", "show", "episode"];

/** A list of objects with the same keys, in order. */
const plainSheet =
  <T extends Record<string, Cell>>(header: readonly (keyof T & string)[]) =>
  (rows: readonly T[]): Sheet => ({
    header,
    rows: rows.map((row) => header.map((key) => row[key] ?? null)),
  });

const readNames = (
  { engine }: Sources,
  { scope, range }: Asked,
  dimension: Dimension,
): Promise<NameRow[]> => engine.readNames({ facts: "names", by: "name", dimension, scope, range });

/** The sources with the most plays, and of each bucket as many of them as an answer holds. */
async function readSources({ engine }: Sources, { scope, range, group, precision: digits }: Asked) {
  const question = { facts: "names", dimension: "source", scope, range } as const;
  const overall = await engine.readNames({ ...question, by: "name", most: SOURCES_TOLD.value });
  const buckets = bucketsOf(range, group);
  const names = overall
    .filter(({ name }) => name !== OTHERS)
    .slice(0, countFitting(overall, buckets.length))
    .map(({ name }) => name);
  const details = await engine.readNames({ ...question, by: "date and name", group, names });
  const isAll = names.length === overall.length;
  return sourcesView(overall, details, {
    ...{ buckets, precision: digits, names: isAll ? names : [...names, OTHERS] },
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
    ...{ name: "plays", summary: "Plays and downloads, by day, week or month", levels: ALL },
    ...{ query: datedQuery(), response: SERIES.plays.array() },
    async read({ engine }, { scope, range, group }) {
      const rows = await engine.readAudience({
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
    ...{
      name: "likes",
      summary: "New likes, by day, week or month",
      levels: ["user", "show", "episode"],
    },
    ...{ query: datedQuery(), response: SERIES.likes.array() },
    read: async ({ deps }, asked) =>
      datedCountsView("likes_count", await listNewLikes(deps.db, asked), asked.range, asked.group),
    sheet: plainSheet(["date", "likes_count"]),
  }),
  breakdown({
    ...{ name: "followers", summary: "New followers, by day, week or month", levels: ["user"] },
    ...{ query: datedQuery(), response: SERIES.followers.array() },
    read: async ({ deps }, asked) =>
      datedCountsView(
        "followers_count",
        await listNewFollowers(deps.db, asked),
        asked.range,
        asked.group,
      ),
    sheet: plainSheet(["date", "followers_count"]),
  }),
  breakdown({
    ...{ name: "listeners", summary: "Distinct listeners, by day, week or month", levels: ALL },
    ...{ query: datedQuery(), response: SERIES.listeners.array() },
    async read({ engine }, { scope, range, group }) {
      const rows = await engine.readListeners({
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
    ...{ name: "sources", summary: "Through which apps and sites people listen", levels: ALL },
    ...{ query: datedQuery().safeExtend({ precision }), response: SHARES.sources },
    read: readSources,
    render: renderSources,
    sheet: (told) => ({ header: ["date", "name", "plays_count"], lines: sourceLines(told) }),
  }),
  breakdown({
    ...{ name: "devices", summary: "On what people listen", levels: ALL },
    ...{ query: rangeQuery({ precision }), response: SHARES.devices },
    read: async (sources, asked) =>
      sharesView(await readNames(sources, asked, "device"), asked.precision),
    sheet: plainSheet(["name", "percentage"]),
  }),
  breakdown({
    ...{ name: "os", summary: "Systems that people listen on", levels: ALL },
    ...{ query: rangeQuery({ precision }), response: SHARES.os },
    read: async (sources, asked) =>
      systemsView(await readNames(sources, asked, "os"), asked.precision),
    sheet: grouped,
  }),
  breakdown({
    ...{
      name: "geographics",
      summary: "Countries that people listen in",
      levels: ["organization", "user", "show"],
    },
    ...{ query: rangeQuery({ precision }), response: SHARES.geographics, localised: true },
    async read(sources, asked) {
      const { names, culture } = countryNames(asked.culture);
      const unknown = new Intl.DisplayNames(culture, { type: "region" });
      const nameOf = (code: string) => names[code] ?? unknown.of(code) ?? code;
      return countriesView(await readNames(sources, asked, "country"), asked.precision, nameOf);
    },
    sheet: ({ country }) => ({
      header: ["group", "name", "code", "percentage"],
      rows: country.map(({ name, code, percentage }) => ["country", name, code, percentage]),
    }),
  }),
];
