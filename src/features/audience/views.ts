/** Rows of the engine to audience statistics as they are told; pure. */
import {
  type Day,
  type DayRange,
  fillBuckets,
  type Group,
} from "../../platform/statistics/calendar.ts";
import { percentagesOf } from "../../platform/statistics/percentages.ts";
import type { AudienceRow, NameRow } from "../rollups/schema.ts";
import type { DatedCounts } from "./schema.ts";

type Plays = Pick<AudienceRow, "plays" | "downloads">;

/** Nothing is live yet: every play is on demand. */
export const playsView = ({ plays, downloads }: Plays) => ({
  plays_count: plays,
  plays_ondemand_count: plays,
  plays_live_count: 0,
  downloads_count: downloads,
});

export const datedPlaysView = (rows: readonly AudienceRow[], range: DayRange, group: Group) =>
  fillBuckets(
    rows.map((row) => ({ date: row.date ?? "", ...playsView(row) })),
    range,
    group,
    (date) => ({ date, ...playsView({ plays: 0, downloads: 0 }) }),
  );

/** One count a bucket under the key `name`. */
export const datedCountsView = <K extends string>(
  name: K,
  rows: readonly { date: Day; count: number }[],
  range: DayRange,
  group: Group,
) => {
  const view = (date: Day, count: number) =>
    ({ date, [name]: count }) as { date: Day } & Record<K, number>;
  const told = rows.map(({ date, count }) => view(date, count));
  return fillBuckets(told, range, group, (date) => view(date, 0));
};

/** The names with their percentages, which sum to 100; nothing when there was nothing. */
export const sharesView = (rows: readonly NameRow[], precision: number) => {
  if (rows.length === 0) return [];
  const percentages = percentagesOf(
    rows.map(({ count }) => count),
    precision,
  );
  return rows.map(({ name }, index) => ({ name, percentage: percentages[index] ?? 0 }));
};

/** Systems of desktops and of mobiles, each by themselves. */
export const systemsView = (rows: readonly NameRow[], precision: number) => {
  const of = (kind: string) =>
    sharesView(
      rows.filter((row) => row.kind === kind),
      precision,
    );
  return { desktop: of("desktop"), mobile: of("mobile") };
};

/** CLDR's code of the unknown region. */
const UNKNOWN = "ZZ";

/** Countries by `nameOf` their code. There is no database of cities. */
export const countriesView = (
  rows: readonly NameRow[],
  precision: number,
  nameOf: (code: string) => string,
) => ({
  country: sharesView(rows, precision).map(({ name, percentage }) => {
    const code = name || UNKNOWN;
    return { name: nameOf(code), code, percentage };
  }),
  city: [],
});

type SourcesOptions = Readonly<{
  range: DayRange;
  group: Group;
  precision: number;
  /** What each bucket tells, zeros included. */
  names: readonly string[];
}>;

/** How often each source was used, in the whole range and in every bucket. */
export function sourcesView(
  overall: readonly NameRow[],
  dated: readonly NameRow[],
  { range, group, precision, names }: SourcesOptions,
) {
  const shares = sharesView(overall, precision);
  const none = Object.fromEntries(names.filter(isKey).map((name) => [name, 0]));
  // One for each day of years: to copy and change it costs a fifth of making it of pairs.
  const empty = (date: Day): DatedCounts => ({ date, ...none });
  const told: DatedCounts[] = [];
  for (const [at, row] of dated.entries()) {
    const date = row.date ?? "";
    if (date !== dated[at - 1]?.date) told.push(empty(date));
    const counts = told[told.length - 1];
    if (counts !== undefined && isKey(row.name)) counts[row.name] = row.count;
  }
  return {
    overall: overall.map(({ name, count }, index) => ({
      ...{ name, plays_count: count },
      percentage: shares[index]?.percentage ?? 0,
    })),
    details: fillBuckets(told, range, group, empty),
  };
}

/** A source by the name of "date" must not hide the date, nor one by another name the prototype. */
const isKey = (name: string): boolean => name !== "date" && name !== "__proto__";
