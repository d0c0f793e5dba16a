/** Places to which edges write logs, as the worker and the command that count them see them. */
import type { LogBytes } from "../bytes.ts";

/** A file or an object. `name`: below its place. `version`: changes with the content. */
export type LogObject = Readonly<{
  name: string;
  version: string;
  bytes: number;
  modifiedAt: Date;
}>;

export type LogPlace = Readonly<{
  /** For the operator, without secrets: a folder or a bucket, with a slash at the end. */
  label: string;
  /** Whether objects are listed in the order of their names, and replaced instead of appended to. */
  isBucket: boolean;
  /** The objects whose names follow `after`, without a list in memory; all of them if they have no order. */
  list(after: string): AsyncIterable<LogObject>;
  open(name: string): LogBytes;
}>;

/** An object that was counted only up to where it can be read, or not at all. `why`: a sentence. */
export type Trouble = Readonly<{ name: string; why: string }>;

/** What a look at a place has found. */
export type Look = {
  /** Objects that were counted to their ends. */
  counted: number;
  /** Objects that can never be read to their ends, unless they are replaced. */
  damaged: number;
  /** Objects that could not be read now. */
  waiting: number;
  /** Objects that have not changed for so long that nothing in them is new enough. */
  old: number;
  /** When the newest of all these was last changed; null: there is none. */
  newest: Date | null;
};
