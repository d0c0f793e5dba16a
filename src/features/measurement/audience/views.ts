/** Converts rows of the engine to audience statistics on the wire; pure. */
import { cellText } from "../../../platform/http/csv.ts";
import {
  type Day,
  type DayRange,
  fillBuckets,
  type Group,
} from "../../../platform/statistics/calendar.ts";
import { percentagesOf } from "../../../platform/statistics/percentages.ts";
import type { WeekHour } from "../../../platform/statistics/zones.ts";
import type { AudienceRow, NameRow } from "../statistics/schema.ts";

type Plays = Pick<AudienceRow, "plays" | "downloads">;

/** Live listening does not exist yet, so every play is on demand. */
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

/** One count per bucket under the key `name`. */
export const datedCountsView = <K extends string>(
  name: K,
  rows: readonly { date: Day; count: number }[],
  range: DayRange,
  group: Group,
) => {
  const view = (date: Day, count: number) =>
    ({ date, [name]: count }) as { date: Day } & Record<K, number>;
  const present = rows.map(({ date, count }) => view(date, count));
  return fillBuckets(present, range, group, (date) => view(date, 0));
};

/** Sums by the 168 hours of a week, Monday first, zeros included. */
export function openWeekSums(weekHourAt: (at: number) => WeekHour) {
  const sums = Array.from({ length: WEEK_HOURS }, () => ({ plays: 0, downloads: 0 }));
  return {
    /** Adds the plays or the downloads of an hour since 1970. */
    add(at: number, isPlay: boolean, count: number): void {
      const { weekday, hour } = weekHourAt(at);
      const sum = sums[(weekday - 1) * DAY_HOURS + hour];
      if (sum !== undefined) sum[isPlay ? "plays" : "downloads"] += count;
    },
    view: () =>
      sums.map((sum, index) => ({
        weekday: 1 + Math.floor(index / DAY_HOURS),
        hour: index % DAY_HOURS,
        ...playsView(sum),
      })),
  };
}

const DAY_HOURS = 24;
const WEEK_HOURS = 7 * DAY_HOURS;

/** The names with their percentages, which sum to 100; empty without counts. */
export const sharesView = (rows: readonly NameRow[], precision: number) => {
  if (rows.length === 0) return [];
  const percentages = percentagesOf(
    rows.map(({ count }) => count),
    precision,
  );
  return rows.map(({ name }, index) => ({ name, percentage: percentages[index] ?? 0 }));
};

/** Operating systems of desktops and of mobiles, separately. */
export const systemsView = (rows: readonly NameRow[], precision: number) => {
  const of = (kind: string) =>
    sharesView(
      rows.filter((row) => row.kind === kind),
      precision,
    );
  return { desktop: of("desktop"), mobile: of("mobile") };
};

/** CLDR's code for the unknown region. */
const UNKNOWN = "ZZ";

/** Countries, named by `nameOf` from their code. There is no database of cities. */
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
  buckets: readonly Day[];
  precision: number;
  /** The names in each bucket, zeros included. */
  names: readonly string[];
}>;

/** How often each source was used, in the whole range and in every bucket. */
export type Sources = Readonly<{
  overall: readonly Readonly<{ name: string; plays_count: number; percentage: number }>[];
  names: readonly string[];
  buckets: readonly Day[];
  /** Only buckets with plays. */
  counts: ReadonlyMap<Day, ReadonlyMap<string, number>>;
}>;

export function sourcesView(
  overall: readonly NameRow[],
  dated: readonly NameRow[],
  { buckets, precision, names }: SourcesOptions,
): Sources {
  const shares = sharesView(overall, precision);
  const counts = new Map<Day, Map<string, number>>();
  for (const { date, name, count } of dated) {
    const own = counts.get(date ?? "") ?? new Map<string, number>();
    if (own.size === 0) counts.set(date ?? "", own);
    own.set(name, count);
  }
  return {
    overall: overall.map(({ name, count }, index) => ({
      name,
      plays_count: count,
      percentage: shares[index]?.percentage ?? 0,
    })),
    names: names.filter((name) => name !== DATE_KEY),
    buckets,
    counts,
  };
}

/** A source with this name must not overwrite the date. */
const DATE_KEY = "date";

/** Renders as JSON. Buckets without plays share one text, so that their zeros cost nothing. */
export function renderSources({ overall, names, buckets, counts }: Sources): string {
  const keys = names.map((name) => ({ name, key: JSON.stringify(name) }));
  const none = keys.map(({ key }) => `,${key}:0`).join("");
  const details = buckets.map((date) => {
    const own = counts.get(date);
    const figures = own && keys.map(({ name, key }) => `,${key}:${own.get(name) ?? 0}`).join("");
    return `{"date":"${date}"${figures ?? none}}`;
  });
  return `{"overall":${JSON.stringify(overall)},"details":[${details.join(",")}]}`;
}

/** CSV lines, one for each name in each bucket, generated one bucket at a time while they are sent. */
export function* sourceLines({ names, buckets, counts }: Sources): Generator<string> {
  const cells = names.map((name) => ({ name, cell: cellText(name) }));
  for (const date of buckets) {
    const own = counts.get(date);
    let lines = "";
    for (const { name, cell } of cells) lines += `${date},${cell},${own?.get(name) ?? 0}\r\n`;
    yield lines;
  }
}
