/** What can be wrong with a database as a whole. */

/** A database this Longwave must not touch. The message says what to do. */
export class SchemaError extends Error {
  override name = "SchemaError";
}
