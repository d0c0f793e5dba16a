/** Dry runs: an import in a transaction that is taken back, and notes on what it would change. */
import type { Database, Executor } from "../../../platform/db/database.ts";

/** A value before and after, as short texts; null for values that are not texts, numbers or dates. */
type FieldChange = Readonly<{ field: string; before: string | null; after: string | null }>;

/** An episode that an import adds or changes, or the change of the show itself. */
export type Change = Readonly<{
  change: "create" | "update" | "show";
  title: string;
  fields: readonly FieldChange[];
}>;

export type NoteChange = (change: Change) => void;

/** Maximum length of a noted value, in characters. */
const MAX_TEXT = 120;

function shortText(value: unknown): string | null {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString().slice(0, 16).replace("T", " ");
  if (typeof value === "object") return null;
  const text = String(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

/** The columns and parts that change, with their values if these are short. */
export const fieldsOf = (known: object, changes: object, parts: object | null): FieldChange[] => [
  ...Object.entries(changes).map(([field, after]) => ({
    field,
    before: shortText((known as Record<string, unknown>)[field]),
    after: shortText(after),
  })),
  ...Object.keys(parts ?? {}).map((field) => ({ field, before: null, after: null })),
];

/** Ends the transaction without a trace. */
class Rehearsed<T> extends Error {
  override name = "Rehearsed";
  readonly result: T;

  constructor(result: T) {
    super("the transaction was a rehearsal");
    this.result = result;
  }
}

/** What `write` returns; everything that it writes, jobs included, is taken back. */
export async function rehearse<T>(
  db: Database,
  write: (transaction: Executor) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction().execute(async (transaction) => {
      throw new Rehearsed(await write(transaction));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.result as T;
    throw error;
  }
}
