/** A first-in, first-out queue with constant-time removal. */

export type Queue<T> = Readonly<{
  add(item: T): void;
  /** Removes and returns the first item if it satisfies the predicate; otherwise undefined. */
  takeIf(isWanted: (item: T) => boolean): T | undefined;
}>;

/** The array is compacted when at least this many items, and at least as many as remain, have been taken. */
const CLEAR_AT = 1024;

export function openQueue<T>(): Queue<T> {
  const items: T[] = [];
  let first = 0;
  return {
    add: (item) => {
      items.push(item);
    },
    takeIf(isWanted) {
      const item = items[first];
      if (item === undefined || !isWanted(item)) return undefined;
      first += 1;
      if (first >= CLEAR_AT && first * 2 >= items.length) {
        items.splice(0, first);
        first = 0;
      }
      return item;
    },
  };
}
