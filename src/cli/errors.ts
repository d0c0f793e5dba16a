/** Turns errors into sentences for the user of a command. */
import { isDatabaseAway } from "../platform/db/database.ts";
import { Failure } from "../platform/failure.ts";

/** The command was called with invalid arguments: exit code 2. */
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
  if (isDatabaseAway(error)) return `The database does not respond: ${text}.`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
