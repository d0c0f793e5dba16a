/** Serialises costly work per user. */
import { setImmediate } from "node:timers/promises";

/** Runs `work` after all earlier work of the same user has finished. Other users do not wait for it. */
export type Turns = <T>(user_id: number, work: () => Promise<T>) => Promise<T>;

/** Between two pieces of work, other events of this process get their turn. */
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
