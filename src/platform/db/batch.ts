/** Answers the look-ups of requests that arrive together with one statement. */

type Waiting<V> = { resolve(value: V | undefined): void; reject(error: unknown): void };

/**
 * A look-up by key that gathers what is asked for in one turn of the event loop, up to `most` keys,
 * and asks `load` once for all of it. Nothing is kept: every answer was read after it was asked
 * for. `load` returns the found values by key.
 */
export function batched<K, V>(
  load: (keys: K[]) => Promise<ReadonlyMap<K, V>>,
  most = 100,
): (key: K) => Promise<V | undefined> {
  let waiting = new Map<K, Waiting<V>[]>();
  const flush = async () => {
    const batch = waiting;
    waiting = new Map();
    try {
      const found = await load([...batch.keys()]);
      for (const [key, asked] of batch) for (const { resolve } of asked) resolve(found.get(key));
    } catch (error) {
      for (const asked of batch.values()) for (const { reject } of asked) reject(error);
    }
  };
  return (key) =>
    new Promise((resolve, reject) => {
      const asked = waiting.get(key);
      if (asked) return void asked.push({ resolve, reject });
      // The turn's other requests are parsed before this runs; a full batch goes at once.
      if (waiting.size === 0) setImmediate(() => waiting.size > 0 && flush());
      waiting.set(key, [{ resolve, reject }]);
      if (waiting.size >= most) flush();
    });
}
