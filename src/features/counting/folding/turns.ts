/** Lets one at a time do what several may want to do. */

export type InTurn = <T>(task: () => Promise<T>) => Promise<T>;

/** Runs tasks one after the other, in the order in which they came. */
export function oneAtATime(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const done = last.then(task);
    last = done.catch(() => {});
    return done;
  };
}
