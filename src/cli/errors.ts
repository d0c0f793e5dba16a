/** The error of commands that were called with invalid arguments. */

/** Exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}
