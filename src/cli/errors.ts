/** Turns whatever went wrong into a sentence for the person at the terminal. */
import { isDatabaseAway } from "../platform/db/database.ts";
import { Failure } from "../platform/failure.ts";

/** The command was called wrongly: exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}

export function explain(error: unknown): string {
  if (error instanceof Failure && error.fields !== null)
    return Object.entries(error.fields)
      .map(([field, text]) => `The ${field} ${text}.`)
      .join(" ");
  const { message, code } = error as NodeJS.ErrnoException;
  const text = message || code || String(error);
  if (isDatabaseAway(error)) return `The database does not answer: ${text}.`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
