/** The error for a database that Longwave cannot use. */

/** This version of Longwave must not touch the database. The message says what to do. */
export class UnusableDatabaseError extends Error {
  override name = "UnusableDatabaseError";
}
