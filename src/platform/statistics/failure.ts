/** How trouble of a statistics engine is told (contract §1): 500, or 400 where it refused the query. */
import { isDatabaseAway } from "../db/database.ts";
import { Failure } from "../failure.ts";

/** The engine is there and will not answer this query, however often it is asked. */
export class QueryRefused extends Error {
  override name = "QueryRefused";
}

/** PostgreSQL's classes for values it cannot take and limits it keeps. */
const REFUSED = /^(22|54)\w{3}$/;

/** `ask` with its errors made into failures; what was one already stays as it is. */
export async function askEngine<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    // With PostgreSQL away nothing works, not statistics alone: that is a 503.
    if (error instanceof Failure || isDatabaseAway(error)) throw error;
    const { code = "" } = error as { code?: string };
    const refused = error instanceof QueryRefused || REFUSED.test(code);
    const failure = refused
      ? new Failure("invalid", "upstream-statistics", "The statistics engine refused this query.")
      : new Failure("upstream", "upstream-statistics", "The statistics engine is in trouble.");
    failure.cause = error;
    throw failure;
  }
}
