/** How a batch moves the counts of requests that did not count; pure. */

import type { Exclusion } from "../schema.ts";
import type { Outcome } from "./apply.ts";
import type { Judged } from "./fold.ts";
import { dayOf } from "./rules.ts";
import type { ExclusionCount } from "./store.ts";

/**
 * Of a download one request counts, the others are duplicates; as long as it is none, all are too
 * short. So a download that is completed takes back what its first requests were said to be.
 */
export function exclusionDeltas(
  judged: readonly Judged[],
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
