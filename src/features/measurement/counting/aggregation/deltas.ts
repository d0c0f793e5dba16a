/** Computes how a batch changes the counts of excluded requests; pure. */

import type { Exclusion } from "../schema.ts";
import type { ClassifiedEntry, Outcome } from "./grouping.ts";
import { dayOf } from "./rules.ts";
import type { ExclusionCount } from "./store.ts";

/**
 * One request of a download counts, and the others are duplicates; until there is a download, all of them are too
 * short. So a completed download takes back the earlier exclusions of its requests.
 */
export function exclusionDeltas(
  judged: readonly ClassifiedEntry[],
  outcomes: readonly Outcome[],
): ExclusionCount[] {
  const counts = new Map<string, ExclusionCount & { requests_count: number }>();
  const add = (day: number, episode_id: number, reason: Exclusion, requests: number) => {
    if (requests === 0) return;
    const key = `${day} ${episode_id} ${reason}`;
    const count = counts.get(key);
    if (count === undefined) counts.set(key, { day, episode_id, reason, requests_count: requests });
    else count.requests_count += requests;
  };
  for (const { entry, exclusion } of judged)
    if (exclusion !== null) add(dayOf(entry.at), entry.episode_id, exclusion, 1);
  for (const { group, verdict, merged } of outcomes) {
    const day = dayOf(group.window_start);
    const total = merged?.requests ?? group.requests;
    const before = total - group.requests;
    const wasCounted = merged?.counted ?? false;
    const short = (requests: number, counted: boolean) => (counted ? 0 : requests);
    const twice = (requests: number, counted: boolean) =>
      counted && requests > 0 ? requests - 1 : 0;
    const isCounted = verdict.download || wasCounted;
    add(
      day,
      group.episode_id,
      "not-enough-bytes",
      short(total, isCounted) - short(before, wasCounted),
    );
    add(day, group.episode_id, "duplicate", twice(total, isCounted) - twice(before, wasCounted));
  }
  return [...counts.values()].filter(({ requests_count }) => requests_count !== 0);
}
