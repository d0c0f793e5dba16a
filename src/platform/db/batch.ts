/** Answers the look-ups of requests that arrive together with one statement. */

type Question<K, V> = {
  key: K;
  resolve(value: V | undefined): void;
  reject(error: unknown): void;
};

/** Statements under way at once; what is asked meanwhile shares the next one. */
const AT_ONCE = 2;
/** Keys in one statement. */
const MOST_KEYS = 100;

/**
 * A look-up by key that gathers what one turn of the event loop asks for, and asks `load` once for
 * all of it; under load the batches grow, so that each look-up costs less. Nothing is kept: a
 * statement is sent after the questions it answers were asked. `load` gives what it found by key.
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
      // When this turn's sockets have all been read, what they asked is one batch.
      if (waiting.push({ key, resolve, reject }) === 1) setImmediate(send);
    });
}
