/** Values that are kept until a record that they were made of changes; `followChanges` says what has changed. */
import { LRUCache } from "lru-cache";
import { keepingAtMost } from "../leastused.ts";
import type { Changed } from "./changes.ts";

/** As many changes are remembered for values that are being made. */
const REMEMBERED = 20_000;

type Entry<V> = Readonly<{ value: V; subjects: readonly string[] }>;

/** What an entry takes, in a unit of the caller's, and how much all may take. */
type Room<V> = Readonly<{
  maxSize: number;
  sizeCalculation(entry: Entry<V>, key: string): number;
}>;

/** Values by key, found by subject when that changes; those used last are kept. */
export class KeptUntilChanged<V> {
  /** Increases with each change. To be taken before the records of a value are read. */
  tick = 0;
  readonly #bySubject = new Map<string, Set<string>>();
  readonly #kept: LRUCache<string, Entry<V>>;
  /** When subjects changed last; of others it is only known that they have not changed since `#forgotten`. */
  readonly #changedAt = new LRUCache<string, number>({
    ...keepingAtMost(REMEMBERED),
    dispose: (tick, _subject, reason) => {
      if (reason === "evict") this.#forgotten = Math.max(this.#forgotten, tick);
    },
  });
  #forgotten = 0;

  constructor(room: Room<V>) {
    this.#kept = new LRUCache({ ...room, dispose: (entry, key) => this.#unlink(entry, key) });
  }

  get isEmpty(): boolean {
    return this.#kept.size === 0;
  }

  has(key: string): boolean {
    return this.#kept.has(key);
  }

  get(key: string): V | undefined {
    return this.#kept.get(key)?.value;
  }

  /** Keeps a value, unless one of its subjects has changed since the tick `since`. */
  add(key: string, since: number, value: V, subjects: readonly string[]): void {
    if (since < this.#forgotten) return;
    if (subjects.some((subject) => (this.#changedAt.peek(subject) ?? 0) > since)) return;
    this.#kept.set(key, { value, subjects });
    for (const subject of subjects) {
      const keys = this.#bySubject.get(subject);
      if (keys === undefined) this.#bySubject.set(subject, new Set([key]));
      else keys.add(key);
    }
  }

  drop(changed: Changed): void {
    this.tick += 1;
    if (changed === null) {
      this.#forgotten = this.tick;
      this.#kept.clear();
    } else
      for (const subject of changed) {
        this.#changedAt.set(subject, this.tick);
        for (const key of this.#bySubject.get(subject) ?? []) this.#kept.delete(key);
      }
  }

  #unlink({ subjects }: Entry<V>, key: string): void {
    for (const subject of subjects) {
      const keys = this.#bySubject.get(subject);
      if (keys?.delete(key) && keys.size === 0) this.#bySubject.delete(subject);
    }
  }
}
