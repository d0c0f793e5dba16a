/** Knows how new a replica must be for a read: newer than every change of a record, and than what its caller wrote. */
import { LRUCache } from "lru-cache";
import { keepingAtMost } from "../../leastused.ts";
import { WRITES_OF } from "../actor.ts";
import type { Changed, Position } from "../changes.ts";

/**
 * How far behind a replica may be, ms, in what is not noted as a change of a record, such as who follows whom. A replica
 * that only has to write to its disk is behind by milliseconds; one that is behind by this much has a fault or a long
 * query in its way, and somebody who reloads a page would notice.
 */
export const MOST_LAG_MS = 10_000;

/** As many users who have just written are remembered one by one. */
const WRITERS = 20_000;
/** Positions of the last minute, one a second. */
const SAMPLES = 60;

type Sample = Readonly<{ at: number; lsn: number }>;

export class Freshness {
  /** Behind the last change of a record that the primary has reported; above all until it has reported one. */
  #changed = Number.POSITIVE_INFINITY;
  /** Users who have written, with a position behind that; of others it is only known that they have not since `#forgotten`. */
  readonly #writers = new LRUCache<number, number>({
    ...keepingAtMost(WRITERS),
    dispose: (lsn, _user, reason) => {
      if (reason === "evict") this.#forgotten = Math.max(this.#forgotten, lsn);
    },
  });
  #forgotten = 0;
  readonly #samples: Sample[] = [];

  /** Takes what has changed before `position`; null: everything may have, or nobody knows where the primary is. */
  note(changed: Changed, position: Position | null): void {
    const lsn = position?.lsn ?? Number.POSITIVE_INFINITY;
    if (changed === null) {
      this.#changed = lsn;
      this.#forgotten = lsn;
      this.#writers.clear();
      return;
    }
    for (const subject of changed)
      if (subject.startsWith(WRITES_OF))
        this.#writers.set(Number(subject.slice(WRITES_OF.length)), lsn);
      else this.#changed = lsn;
  }

  /** Notes that the primary was at `lsn` at `at`, a time of `performance.now()`. */
  sample(at: number, lsn: number): void {
    this.#samples.push({ at, lsn });
    if (this.#samples.length > SAMPLES) this.#samples.shift();
  }

  /** The position that a replica must have reached before this user, or a stranger, may read from it. */
  neededBy(user_id: number | null): number {
    const written = user_id === null ? 0 : (this.#writers.get(user_id) ?? this.#forgotten);
    return Math.max(this.#changed, written);
  }

  /** For how long, in ms, a replica at `lsn` has not been as new as the primary; at most about a minute. */
  lagOf(lsn: number, now: number): number {
    const reached = this.#samples.findLastIndex((sample) => sample.lsn <= lsn);
    const missing = this.#samples[reached + 1];
    return missing === undefined ? 0 : now - missing.at;
  }
}
