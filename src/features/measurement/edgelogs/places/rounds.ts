/**
 * Says from which name on a bucket is listed, so that not all of it is listed every minute; pure. Edges begin names with
 * the time, so new objects are at the end of the list, and late ones near it. Names that do not begin with the time are
 * found, too: then each list is long.
 */
import { LATEST_DAYS } from "../rules.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How often to list from before the objects of the last `within` on; everything is listed early enough to be counted. */
const ROUNDS = [
  { everyMs: 6 * HOUR_MS, withinMs: Number.POSITIVE_INFINITY },
  { everyMs: 10 * MINUTE_MS, withinMs: (LATEST_DAYS + 1) * 24 * HOUR_MS },
  { everyMs: 0, withinMs: 2 * HOUR_MS },
] as const;

/** One round: when it was last made, ms since 1970, and the name up to which nothing is new enough for it. */
type Round = { lastAt: number; after: string };

/** One list of a bucket, from `after` on. */
export type Listing = Readonly<{
  after: string;
  /** Called with each object in the order of the list. */
  pass(object: Readonly<{ name: string; modifiedAt: Date }>): void;
  /** Called at the end of the list, unless something was not counted. */
  end(): void;
}>;

/** `next`: the longest list that is due at `now`, ms since 1970. */
export function openRounds(): Readonly<{ next(now: number): Listing }> {
  const rounds: Round[] = ROUNDS.map(() => ({ lastAt: Number.NEGATIVE_INFINITY, after: "" }));
  return {
    next(now) {
      const due = rounds.findIndex(({ lastAt }, at) => now - lastAt >= (ROUNDS[at]?.everyMs ?? 0));
      const shorter = rounds.slice(due).map((_, at) => ({
        round: rounds[due + at] as Round,
        oldest: now - (ROUNDS[due + at]?.withinMs ?? 0),
        after: rounds[due]?.after ?? "",
        isOpen: true,
      }));
      return {
        after: rounds[due]?.after ?? "",
        pass({ name, modifiedAt }) {
          for (const one of shorter) {
            one.isOpen &&= modifiedAt.getTime() < one.oldest;
            if (one.isOpen) one.after = name;
          }
        },
        end() {
          for (const { round, after } of shorter) Object.assign(round, { lastAt: now, after });
        },
      };
    },
  };
}
