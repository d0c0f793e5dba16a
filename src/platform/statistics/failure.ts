/** Maps errors of the statistics engine to failures (contract §1): 500, or 400 if it refused the query. */
import { isDatabaseAway } from "../db/database.ts";
import { Failure } from "../failure.ts";

/** The engine is available but will never run this query. */
export class QueryRefused extends Error {
  override name = "QueryRefused";
}

/** PostgreSQL's error classes for invalid values and exceeded limits. */
const REFUSED = /^(22|54)\w{3}$/;

/** Runs `ask` and converts its errors into failures; existing failures are unchanged. */
export async function askEngine<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    // Without PostgreSQL nothing works, not only statistics: that is a 503.
    if (error instanceof Failure || isDatabaseAway(error)) throw error;
    const { code = "" } = error as { code?: string };
    const refused = error instanceof QueryRefused || REFUSED.test(code);
    const failure = refused
      ? new Failure("invalid", "upstream-statistics", "The statistics engine refused this query.")
      : new Failure(
          "upstream",
          "upstream-statistics",
          "The statistics engine failed. Try again later.",
        );
    failure.cause = error;
    throw failure;
  }
}
