/** Remembers the answers to the questions asked last. */

/** `answer`, asked once a key while that is among the last `size` to `2 × size` used. */
export function remembered<V>(size: number, answer: (key: string) => V): (key: string) => V {
  // Two generations instead of an order: a look-up is one or two of a map, and nothing is moved.
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
 * `answer`, asked anew unless the key is the last of its slot. Other than what is `remembered`, this
 * costs hardly anything where each key is another one: nothing in it lives long.
 */
export function recent<V>(slots: number, answer: (key: string) => V): (key: string) => V {
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

/** What `make` gives, made when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
