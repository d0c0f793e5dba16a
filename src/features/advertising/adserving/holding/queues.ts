/** Runs work on the same key in sequence, so that a busy client uses one database connection instead of all. */

export type Queues = Readonly<{ inTurn<T>(key: string, work: () => Promise<T>): Promise<T> }>;

export function openQueues(): Queues {
  const last = new Map<string, Promise<unknown>>();
  return {
    inTurn(key, work) {
      const before = last.get(key) ?? Promise.resolve();
      const running = before.then(work, work);
      last.set(key, running);
      const leave = () => {
        if (last.get(key) === running) last.delete(key);
      };
      running.then(leave, leave);
      return running;
    },
  };
}
