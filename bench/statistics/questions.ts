/** Every kind of statistics query in the API, for many scopes and date ranges. */
import type {
  AdLevel,
  AdQuery,
  AudienceLevel,
} from "../../src/features/measurement/statistics/schema.ts";
import { addDays, type DayRange } from "../../src/platform/statistics/calendar.ts";
import { DAYS, FIRST, SIZES } from "./events.ts";

/** `turn`: each asks for a different scope or range, and they repeat after a while. */
export type Question = Readonly<{
  name: string;
  /** Maximum p99 in milliseconds. */
  bound: number;
  path(turn: number): string;
}>;
/** The same query in the form of a statistics engine. */
/** Comparisons with reports of third parties are measured by `bench/reconciliation.ts`. */
export type MeasuredQuery = Exclude<AdQuery, { by: "date and child" }>;
export type AdQuestion = Question & Readonly<{ query(turn: number): MeasuredQuery }>;

/** Maximum p99 in milliseconds, of sums, a year by day, and audience. */
export const BOUNDS = { sums: 15, year: 30, audience: 40 } as const;

/** A range of up to two years that begins on any day. */
const rangeOf = (turn: number): DayRange => {
  const first = (turn * 37) % (DAYS - 30);
  return {
    from: addDays(FIRST, first),
    to: addDays(FIRST, first + ((turn * 53) % (DAYS - first))),
  };
};
const YEAR: DayRange = { from: "2025-10-01", to: "2026-09-30" };
const yearOf = (): DayRange => YEAR;
const spell = ({ from, to }: DayRange): string => `from=${from}&to=${to}`;

/** In paths, organizations stand for their teams. */
const NOUNS = { lineitem: "lineitems", campaign: "campaigns", team: "organizations" } as const;
const idOf = (turn: number, size: number): number => 1 + ((turn * 97) % size);

/** One endpoint of a noun, with its date range. */
type Shape = Pick<AdQuestion, "name" | "bound"> &
  Readonly<{ by: MeasuredQuery["by"]; rest: string; range: ((turn: number) => DayRange) | null }>;

const SHAPES: readonly (Shape & { levels: readonly AdLevel[] })[] = [
  {
    name: "overall",
    bound: BOUNDS.sums,
    by: "nothing",
    rest: "campaign-statistics",
    range: null,
    levels: ["lineitem", "campaign", "team"],
  },
  {
    name: "totals",
    bound: BOUNDS.sums,
    by: "nothing",
    range: rangeOf,
    rest: "campaign-statistics/impressions/totals",
    levels: ["lineitem", "campaign"],
  },
  {
    name: "totals of line items",
    bound: BOUNDS.sums,
    by: "child",
    range: rangeOf,
    rest: "lineitems/campaign-statistics/impressions/totals",
    levels: ["campaign"],
  },
  {
    name: "totals of campaigns",
    bound: BOUNDS.sums,
    by: "child",
    range: rangeOf,
    rest: "campaigns/campaign-statistics/impressions/totals",
    levels: ["team"],
  },
  {
    name: "dated by day",
    bound: BOUNDS.sums,
    by: "date",
    range: rangeOf,
    rest: "campaign-statistics/impressions",
    levels: ["lineitem", "campaign", "team"],
  },
  {
    name: "a year by day",
    bound: BOUNDS.year,
    by: "date",
    range: yearOf,
    rest: "campaign-statistics/impressions",
    levels: ["lineitem", "campaign", "team"],
  },
];

function adQuestion(shape: Shape, level: AdLevel): AdQuestion {
  const { name, bound, by, rest, range } = shape;
  const scope = (turn: number) => ({ level, id: idOf(turn, SIZES[`${level}s`]) });
  return {
    name: `${name}, ${level}`,
    bound,
    path(turn) {
      const asked = range === null ? "" : `?${spell(range(turn))}`;
      const group = by === "date" ? "&group=day" : "";
      return `/v2/${NOUNS[level]}/${scope(turn).id}/${rest}${asked}${group}`;
    },
    query(turn) {
      const asked = range === null ? null : range(turn);
      if (by === "date")
        return { facts: "ads", by, group: "day", scope: scope(turn), range: asked ?? YEAR };
      return { facts: "ads", by, scope: scope(turn), range: asked };
    },
  };
}

export const AD_QUESTIONS: readonly AdQuestion[] = SHAPES.flatMap(({ levels, ...shape }) =>
  levels.map((level) => adQuestion(shape, level)),
);

const ALL: readonly AudienceLevel[] = ["episode", "show", "user", "organization"];
const WIDE = ALL.slice(1);
const CHILDREN = { show: "episodes", user: "shows", organization: "users", episode: "" } as const;

type Part = Readonly<{ name: string; levels: readonly AudienceLevel[] }> & {
  rest(turn: number, level: AudienceLevel): string;
};
const PARTS: readonly Part[] = [
  { name: "audience overall", levels: ALL, rest: () => "statistics" },
  {
    name: "plays by day",
    levels: ALL,
    rest: (turn) => `statistics/plays?${spell(rangeOf(turn))}&group=day`,
  },
  {
    name: "plays of each",
    levels: WIDE,
    rest: (turn, level) => `${CHILDREN[level]}/statistics/plays/totals?${spell(rangeOf(turn))}`,
  },
  {
    name: "listeners by month",
    levels: ALL,
    rest: (turn) => `statistics/listeners?${spell(rangeOf(turn))}&group=month`,
  },
  {
    name: "sources of a year by day",
    levels: ALL,
    rest: () => `statistics/sources?${spell(YEAR)}&group=day`,
  },
  {
    name: "devices",
    levels: ALL,
    rest: (turn) => `statistics/devices?${spell(rangeOf(turn))}`,
  },
  { name: "systems", levels: ALL, rest: (turn) => `statistics/os?${spell(rangeOf(turn))}` },
  {
    name: "countries",
    levels: WIDE,
    rest: (turn) => `statistics/geographics?${spell(rangeOf(turn))}`,
  },
];

export const AUDIENCE_QUESTIONS: readonly Question[] = PARTS.flatMap(({ name, levels, rest }) =>
  levels.map((level) => ({
    name: `${name}, ${level}`,
    bound: BOUNDS.audience,
    path: (turn: number) => `/v2/${level}s/${idOf(turn, SIZES[`${level}s`])}/${rest(turn, level)}`,
  })),
);
