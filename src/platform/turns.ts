/** Lets costly work of one kind happen one piece at a time for each user. */
import { setImmediate } from "node:timers/promises";

/** Runs `work` when what the same user asked for before is done. Others do not wait for it. */
export type Turns = <T>(user_id: number, work: () => Promise<T>) => Promise<T>;

/** Between two pieces everything else that has arrived at this process has its turn. */
export function openTurns(): Turns {
  const last = new Map<number, Promise<void>>();
  return <T>(user_id: number, work: () => Promise<T>): Promise<T> => {
    const before = last.get(user_id) ?? Promise.resolve();
    const result = before.then(work);
    const ended = result.then(
      () => setImmediate(),
      () => {},
    );
    last.set(user_id, ended);
    ended.then(() => {
      if (last.get(user_id) === ended) last.delete(user_id);
    });
    return result;
  };
}
