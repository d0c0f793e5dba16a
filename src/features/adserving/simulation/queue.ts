/** First in, first out, whatever its length. */

export type Queue<T> = Readonly<{
  add(item: T): void;
  /** The first one, taken away, when it is as asked; undefined when it is not, or none is left. */
  takeIf(isWanted: (item: T) => boolean): T | undefined;
}>;

/** Taken ones are cleared away when there are so many, and as many as are left. */
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
