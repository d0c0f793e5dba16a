/** An archive of named objects, in a folder or a bucket, that are written completely or not at all. */
import type { Readable } from "node:stream";

type StoredObject = Readonly<{ name: string; bytes: number }>;

/** Names have slashes between their parts; Longwave makes them, so they need no escaping. */
export type ArchivePlace = Readonly<{
  /** For the operator: a folder or a bucket, without secrets. */
  label: string;
  /** Stores what `body` yields; nothing has the name `name` before all of it is durable. */
  put(name: string, body: Readable): Promise<void>;
  /** Rejects with `MissingObject`. The caller must read or destroy the stream. */
  get(name: string): Promise<Readable>;
  /** All objects whose names begin with `prefix`, which ends in a slash. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Also succeeds if there is no such object. */
  remove(name: string): Promise<void>;
  /** Removes what killed writers left. The caller makes sure that nobody writes. */
  removeUnfinished(): Promise<void>;
}>;

/** There is no object with this name. */
export class MissingObject extends Error {
  override name = "MissingObject";
  constructor(label: string, name: string) {
    super(`${label} has no ${name}`);
  }
}
