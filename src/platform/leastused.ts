/** Caches that take memory only for what they hold. */

/**
 * Options of an `LRUCache` that keeps the `most` keys last used. With `max`, it reserves its whole room when it is
 * opened; with a size of one for each key, its room grows with what it holds.
 */
export const keepingAtMost = (most: number) => ({ maxSize: most, sizeCalculation: () => 1 });
