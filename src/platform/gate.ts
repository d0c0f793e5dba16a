/** Limits concurrent costly work, and refuses work that would wait too long. */
import type { ErrorType } from "./errortypes.ts";
import { Failure } from "./failure.ts";
import type { Limit } from "./limits.ts";

/** A temporary refusal; the same request can succeed after `seconds`. */
export class TryLater extends Failure {
  readonly seconds: number;

  constructor(
    type: ErrorType<"too-many">,
    message: string,
    seconds: number,
    limit: Limit | null = null,
  ) {
    super("too-many", type, message, null, limit);
    this.seconds = seconds;
  }
}

/** Runs `work` when its turn comes. Fails with `TryLater` if the queue is full. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** At most `running` works run and at most `waiting` wait, first come, first served. */
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
