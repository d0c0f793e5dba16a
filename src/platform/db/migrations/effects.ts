/** The effect of a statement on an existing table: its lock, its rows, and whom it harms. */

/** PostgreSQL's lock modes (chapter 13.3.1) that statements of migrations take. */
type Lock =
  | "ROW EXCLUSIVE"
  | "SHARE UPDATE EXCLUSIVE"
  | "SHARE"
  | "SHARE ROW EXCLUSIVE"
  | "ACCESS EXCLUSIVE";

export type Effect = Readonly<{
  /** The statement in short, such as "create index". */
  act: string;
  /** A table that was there before; null: none is locked. */
  table: string | null;
  lock: Lock | null;
  /** What it does to the rows of the table while it holds the lock. */
  rows: "none" | "reads" | "writes";
  /** Why processes of the previous release, or their traffic, cannot go on beside it; null: they can. */
  harm: string | null;
}>;

/** The fields of a node of PostgreSQL's syntax tree. */
// biome-ignore lint/suspicious/noExplicitAny: there are some 270 kinds of nodes, as PostgreSQL's parser returns them
export type Fields = Readonly<Record<string, any>>;

/** Tables that the migration itself creates, and its triggers as `table.trigger`. */
export type Context = Readonly<{ created: ReadonlySet<string>; triggers: ReadonlySet<string> }>;
