/** Reads an episode's numbers by the rules of the statistics API. */
import type { Deps } from "../../../deps.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { type DayRange, fillBuckets } from "../../../platform/statistics/calendar.ts";
import { requireScope } from "../../measurement/audience/actions.ts";
import {
  type AgeMedian,
  type EpisodeAgesRow,
  readAges,
} from "../../measurement/audience/ages/store.ts";
import type { NameRow, StatisticsDeps } from "../../measurement/statistics/schema.ts";
import type { Range } from "../range/rules.ts";

const AGES = [1, 7, 30, 90] as const;
export const DIMENSIONS = ["source", "device", "os"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Names in a list; the rest is in the CSV of the statistics. */
const MOST_NAMES = 12;

export type Day = Readonly<{ date: string; total: number }>;

export type EpisodeNumbers = Readonly<{
  ages: EpisodeAgesRow["ages"];
  medians: readonly AgeMedian[];
  days: readonly Day[];
  before: readonly Day[] | null;
  names: Readonly<Record<Dimension, readonly NameRow[]>>;
}>;

/** The numbers of an episode in a range, and at the ages that reports compare. Fails with 403 or 404. */
export async function readEpisodeNumbers(
  deps: StatisticsDeps & Pick<Deps, "clock">,
  caller: Caller,
  { episode_id, show_id }: Readonly<{ episode_id: number; show_id: number }>,
  range: Range,
): Promise<EpisodeNumbers> {
  const { db, statistics } = deps;
  const scope = await requireScope(deps, caller, "episode", episode_id);
  const daysOf = async ({ from, to }: DayRange): Promise<Day[]> => {
    const days = { from, to };
    const rows = await statistics.readAudience({
      facts: "audience",
      by: "date",
      scope,
      range: days,
      group: "day",
    });
    const counted = rows.map(({ date, plays, downloads }) => ({
      date: date ?? "",
      total: plays + downloads,
    }));
    return fillBuckets(counted, days, "day", (date) => ({ date, total: 0 }));
  };
  const namesOf = (dimension: Dimension) =>
    statistics.readNames({
      facts: "names",
      by: "name",
      dimension,
      scope,
      range: { from: range.from, to: range.to },
      ...(dimension === "source" && { most: MOST_NAMES }),
    });
  const [{ episodes, medians }, days, before, source, device, os] = await Promise.all([
    readAges(db, {
      scope: { level: "show", id: show_id },
      days: AGES,
      sorting: "newest",
      sortDays: 1,
      limit: 1,
      offset: 0,
      now: deps.clock(),
      episode_id,
    }),
    daysOf(range),
    range.comparison === null ? null : daysOf(range.comparison),
    namesOf("source"),
    namesOf("device"),
    namesOf("os"),
  ]);
  return { ages: episodes[0]?.ages ?? [], medians, days, before, names: { source, device, os } };
}
