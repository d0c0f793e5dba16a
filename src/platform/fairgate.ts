/** Lets a costly kind of work happen a few at a time, taking turns between those who ask for it. */
import { TryLater } from "./gate.ts";
import type { Limit } from "./limits.ts";

/** Runs `work` when it is `caller`'s turn. Fails with `TryLater` where the queue has no place for it. */
export type FairGate = <T>(caller: string, work: () => Promise<T>) => Promise<T>;

type Options = Readonly<{
  /** So many run at once. */
  running: number;
  /** So many wait behind them. */
  waiting: number;
  /** So many of one caller's wait. */
  perCaller: number;
  /** Named by refusals. */
  limit: Limit;
}>;

type Waiter = Readonly<{ go(): void; refuse(): void }>;

/**
 * A gate whose callers take turns: one who asks for the first time waits for one round of the others,
 * however much those have asked for. Where the queue is full, a caller with less in it takes the last
 * place of the caller with most.
 */
export function createFairGate({ running, waiting, perCaller, limit }: Options): FairGate {
  // In the order of their turns.
  const queues = new Map<string, Waiter[]>();
  let free = running;
  let queued = 0;

  function makeRoom(mine: Waiter[]): void {
    if (mine.length >= perCaller) throw busy(limit);
    if (queued < waiting) return;
    const longest = [...queues.values()].reduce((a, b) => (b.length > a.length ? b : a), mine);
    if (longest.length <= mine.length + 1) throw busy(limit);
    longest.pop()?.refuse();
    queued -= 1;
  }

  function next(): void {
    const [turn] = queues;
    const waiter = turn?.[1].shift();
    if (turn === undefined || waiter === undefined) {
      free += 1;
      return;
    }
    const [caller, rest] = turn;
    queues.delete(caller);
    if (rest.length > 0) queues.set(caller, rest);
    queued -= 1;
    waiter.go();
  }

  return async (caller, work) => {
    if (free > 0) free -= 1;
    else {
      const mine = queues.get(caller) ?? [];
      makeRoom(mine);
      queued += 1;
      queues.set(caller, mine);
      await new Promise<void>((resolve, reject) => {
        mine.push({ go: resolve, refuse: () => reject(busy(limit)) });
      });
    }
    try {
      return await work();
    } finally {
      next();
    }
  };
}

const RETRY_SECONDS = 5;

const busy = (limit: Limit) =>
  new TryLater("busy", "The server is busy. Try again in a few seconds.", RETRY_SECONDS, limit);
