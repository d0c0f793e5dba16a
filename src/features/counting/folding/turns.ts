/** Lets one at a time do what several may want to do. */

/** Waits until everybody who came before has left; answers with how to leave. */
export type Enter = () => Promise<() => void>;

export function openTurns(): Enter {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    return resolve;
  };
}
