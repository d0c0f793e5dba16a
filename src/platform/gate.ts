/** Lets a costly kind of work happen a few at a time, and turns away what would wait too long. */
import { Failure } from "./failure.ts";
import type { Limit } from "./limits.ts";

/** Refused for now; the same request is welcome after `seconds`. */
export class TryLater extends Failure {
  readonly seconds: number;

  constructor(type: string, message: string, seconds: number, limit: Limit | null = null) {
    super("too-many", type, message, null, limit);
    this.seconds = seconds;
  }
}

/** Runs `work` when its turn has come. Fails with `TryLater` when the queue is full. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** At most `running` at once, at most `waiting` behind them, first come first served. */
export function createGate(running: number, waiting: number): Gate {
  const queue: (() => void)[] = [];
  let free = running;
  return async (work) => {
    if (free > 0) free -= 1;
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
    else throw new TryLater("busy", "The server is busy. Try again in a few seconds.", 5);
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
