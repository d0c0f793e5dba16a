/** Finds the 24-hour window of a record: the UTC day, or one that a first request began (rule 10). */
import type { Executor } from "../../../../platform/db/database.ts";
import type { Entry } from "../journal/entry.ts";
import type { AggregationContext } from "./grouping.ts";
import { dayOf, exclusionOf, firstTouchOf } from "./rules.ts";
import type { EpisodePlace } from "./store.ts";
import {
  findTouches,
  insertTouches,
  keyOf,
  lockTouches,
  type Starts,
  type Touch,
} from "./touches/store.ts";

export type WindowOf = AggregationContext["windowOf"];

export const byDay: WindowOf = ({ listener, at }) => ({ listener, window_start: dayOf(at) });

/** Whether any of the episodes has windows that begin with a first request. */
export const areTouching = (places: ReadonlyMap<number, EpisodePlace>): boolean =>
  [...places.values()].some(({ download_window }) => download_window === "first-touch");

/** Returns the window function for these entries, and stores new first-touch windows. */
export async function windowsOf(
  tx: Executor,
  entries: readonly Entry[],
  places: ReadonlyMap<number, EpisodePlace>,
): Promise<WindowOf> {
  const touching = entries.filter(
    (entry) =>
      places.get(entry.episode_id)?.download_window === "first-touch" &&
      exclusionOf(entry) === null,
  );
  if (touching.length === 0) return byDay;
  // Two processes that each began a window for one listener would count twice.
  await lockTouches(tx);
  const starts = await findTouches(tx, touching);
  const began: Touch[] = [];
  const chosen = new Map<Entry, Touch>();
  for (const entry of touching.toSorted((a, b) => a.at - b.at)) {
    const touch = touchOf(entry, starts);
    const known = starts.get(keyOf(touch.listener, touch.episode_id)) ?? [];
    if (!known.includes(touch.window_start)) {
      starts.set(keyOf(touch.listener, touch.episode_id), [...known, touch.window_start]);
      began.push(touch);
    }
    chosen.set(entry, touch);
  }
  await insertTouches(tx, began);
  return (entry) => chosen.get(entry) ?? byDay(entry);
}

/** Keys change at midnight, but a window that is open under the former key continues. */
function touchOf({ listener, former, episode_id, at }: Entry, starts: Starts): Touch {
  const open = former === null ? [] : (starts.get(keyOf(former, episode_id)) ?? []);
  const before = open.find((start) => firstTouchOf(at, [start]) === start && start <= at);
  if (former !== null && before !== undefined)
    return { listener: former, episode_id, window_start: before };
  const window_start = firstTouchOf(at, starts.get(keyOf(listener, episode_id)) ?? []);
  return { listener, episode_id, window_start };
}
