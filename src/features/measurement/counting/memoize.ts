/** Caches for recently computed values. */

/** Caches `answer` for the last `size` to `2 × size` keys used. */
export function memoize<V>(size: number, answer: (key: string) => V): (key: string) => V {
  // Two generations instead of an ordered list: a look-up is one or two map accesses, and nothing is moved.
  let young = new Map<string, V>();
  let old = new Map<string, V>();
  return (key) => {
    const known = young.get(key);
    if (known !== undefined) return known;
    const value = old.get(key) ?? answer(key);
    if (young.size >= size) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
    return value;
  };
}

/**
 * Caches `answer` for the last key of each slot. Unlike `remembered`, it costs almost nothing when every key is new,
 * because no entry lives long.
 */
export function memoizeLast<V>(slots: number, answer: (key: string) => V): (key: string) => V {
  const keys = new Array<string>(slots).fill("");
  const values = new Array<V | null>(slots).fill(null);
  return (key) => {
    let hash = 0;
    for (let at = 0; at < key.length; at += 1)
      hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
    const slot = (hash >>> 0) % slots;
    const known = values[slot];
    if (known !== null && known !== undefined && keys[slot] === key) return known;
    const value = answer(key);
    keys[slot] = key;
    values[slot] = value;
    return value;
  };
}

/** Runs `make` on the first call and returns its result ever after. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
