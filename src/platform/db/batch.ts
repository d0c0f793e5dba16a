/**
 * Combines the look-ups of concurrent requests into one statement: of 50 at a time, each takes 3 µs instead of 80 µs of
 * processor time, PostgreSQL included (`npm run bench -- tricks prepared`).
 */

type Question<K, V> = {
  key: K;
  resolve(value: V | undefined): void;
  reject(error: unknown): void;
};

/** Maximum number of concurrent statements; look-ups that arrive meanwhile share the next one. */
const AT_ONCE = 2;
/** Maximum number of keys per statement. */
const MOST_KEYS = 100;

/**
 * A look-up by key that collects all keys requested in one turn of the event loop and calls `load` once for them.
 * Batches grow with the load, which lowers the cost per look-up. Nothing is cached: each statement is sent after the
 * look-ups that it serves. `load` returns the values it found by key.
 */
export function batched<K, V>(
  load: (keys: K[]) => Promise<ReadonlyMap<K, V>>,
): (key: K) => Promise<V | undefined> {
  const waiting: Question<K, V>[] = [];
  let running = 0;
  const answer = async (questions: Question<K, V>[]) => {
    try {
      const found = await load([...new Set(questions.map(({ key }) => key))]);
      for (const { key, resolve } of questions) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of questions) reject(error);
    }
    running -= 1;
    send();
  };
  const send = () => {
    while (waiting.length > 0 && running < AT_ONCE) {
      running += 1;
      answer(waiting.splice(0, MOST_KEYS));
    }
  };
  return (key) =>
    new Promise((resolve, reject) => {
      // Runs after all sockets of this turn have been read, so that their look-ups form one batch.
      if (waiting.push({ key, resolve, reject }) === 1) setImmediate(send);
    });
}
