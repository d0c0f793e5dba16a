/** Reads the figures of a date range beside those of another, such as the range before, for pages that compare them. */
import {
  type Day,
  type DayRange,
  fillBuckets,
  type Group,
} from "../../../platform/statistics/calendar.ts";
import { openWeekHours } from "../../../platform/statistics/zones.ts";
import { readHours } from "../statistics/hours/store.ts";
import type { AudienceScope, StatisticsDeps } from "../statistics/schema.ts";
import { openWeekSums } from "./views.ts";

/** A bucket. `listeners` are distinct within it, so they do not add up over buckets. */
type OverviewPoint = Readonly<{
  date: Day;
  plays: number;
  downloads: number;
  listeners: number;
}>;
type OverviewSeries = Readonly<{
  range: DayRange;
  plays: number;
  downloads: number;
  /** Zeros included, so that two ranges of the same length have the same number of days. */
  points: readonly OverviewPoint[];
}>;
/** `before`: null without a comparison. */
export type Overview = Readonly<{ now: OverviewSeries; before: OverviewSeries | null }>;

/** The series of `range`, and of `compared` if there is a comparison, all at once. */
export async function readOverview(
  deps: Pick<StatisticsDeps, "statistics">,
  scope: AudienceScope,
  range: DayRange,
  compared: DayRange | null,
  group: Group,
): Promise<Overview> {
  const [now, before] = await Promise.all([
    readSeries(deps, scope, range, group),
    compared && readSeries(deps, scope, compared, group),
  ]);
  return { now, before };
}

async function readSeries(
  { statistics }: Pick<StatisticsDeps, "statistics">,
  scope: AudienceScope,
  range: DayRange,
  group: Group,
): Promise<OverviewSeries> {
  const question = { by: "date", scope, range, group } as const;
  const [rows, heard] = await Promise.all([
    statistics.readAudience({ facts: "audience", ...question }),
    statistics.readListeners({ facts: "listeners", ...question }),
  ]);
  const listeners = new Map(heard.map((row) => [row.date, row.listeners]));
  const points = fillBuckets(
    rows.map(({ date, plays, downloads }) => ({
      date: date ?? "",
      plays,
      downloads,
      listeners: listeners.get(date ?? "") ?? 0,
    })),
    range,
    group,
    (date) => ({ date, plays: 0, downloads: 0, listeners: listeners.get(date) ?? 0 }),
  );
  return {
    range,
    plays: points.reduce((sum, point) => sum + point.plays, 0),
    downloads: points.reduce((sum, point) => sum + point.downloads, 0),
    points,
  };
}

/** Plays and downloads by weekday and hour of a time zone. */
export async function readWeekHours(
  db: StatisticsDeps["db"],
  scope: AudienceScope,
  range: DayRange,
  timezone: string,
) {
  const sums = openWeekSums(openWeekHours(timezone));
  await readHours(db, scope, range, sums.add);
  return sums.view();
}

/** The change from `before` to `now` in percent; null if there was nothing before. */
export const changeOf = (now: number, before: number): number | null =>
  before === 0 ? null : (100 * (now - before)) / before;
