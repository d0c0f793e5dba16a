/** Keeps the sums of episodes by age up to date with the hours of the rollups. */
import type { Executor } from "../../../../platform/db/database.ts";
import type { Day } from "../../../../platform/statistics/calendar.ts";
import { sumByAge } from "./rules.ts";
import {
  addAges,
  clearAges,
  type EpisodeDay,
  listAgedDays,
  listPublished,
  markStale,
  takeStale,
} from "./store.ts";

/** Adds what was just added to the hours of these days. Call it in a transaction with the rollup lock. */
export async function addToAges(db: Executor, days: readonly EpisodeDay[]): Promise<void> {
  const since = await listPublished(db, days);
  const aged = days.flatMap((day) => {
    const hour = since.get(day.episode_id);
    return hour === undefined ? [] : [{ ...day, since: hour }];
  });
  await addAges(db, sumByAge(aged));
}

/** Episodes per step: each has up to a year of days. */
const TOGETHER = 100;

/** Computes some stale ages again. Returns how many marks it took; 0 if none is left. Needs the rollup lock. */
export async function refreshAges(db: Executor): Promise<number> {
  const { taken, episodes } = await takeStale(db, TOGETHER);
  if (taken === 0) return 0;
  await clearAges(db, episodes);
  await addAges(db, sumByAge(await listAgedDays(db, episodes)));
  return taken;
}

/** Marks the episodes whose ages include days of a month that was rebuilt. */
export const markAgesOfMonth = (db: Executor, month: Day): Promise<void> => markStale(db, month);
