/** Caches for computed values. */
import { LRUCache } from "lru-cache";
import { keepingAtMost } from "../../../platform/leastused.ts";

/** Caches `answer` for the `max` keys last used. */
export function memoize<V extends object>(
  max: number,
  answer: (key: string) => V,
): (key: string) => V {
  const cached = new LRUCache<string, V>(keepingAtMost(max));
  return (key) => {
    const known = cached.get(key);
    if (known !== undefined) return known;
    const value = answer(key);
    cached.set(key, value);
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
