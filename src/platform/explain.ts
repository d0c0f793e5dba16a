/** Turns errors into sentences for operators. */
import { isDatabaseAway } from "./db/database.ts";
import { Failure } from "./failure.ts";

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
