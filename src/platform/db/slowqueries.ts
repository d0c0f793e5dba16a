/** Logs slow SQL statements: their text without values, each at most once a minute. */
import type { LogEvent } from "kysely";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { Measures } from "../metrics/measures.ts";
import { slowQueryCount } from "./poolmetrics.ts";

type Options = Readonly<{
  /** Statements that take longer are logged; 0: none. */
  slowQueryMs: number;
  log: Pick<Logger, "warn">;
  measures: Measures;
}>;

const EVERY_MS = 60_000;
/** The most lines in that time, whatever is slow: a database in trouble must not fill the disk with lines. */
const MOST_LINES = 20;
const MOST_TEXT = 1000;

/** What is called with every statement that the database has run. */
export function watchSlowQueries({
  slowQueryMs,
  log,
  measures,
}: Options): (event: LogEvent) => void {
  const slow = slowQueryCount(measures);
  const logged = new LRUCache<string, true>({ max: 500, ttl: EVERY_MS });
  let lines = 0;
  let since = performance.now();
  const mayLog = (text: string): boolean => {
    if (performance.now() - since > EVERY_MS) [lines, since] = [0, performance.now()];
    if (lines >= MOST_LINES || logged.has(text)) return false;
    lines += 1;
    logged.set(text, true);
    return true;
  };
  return ({ query, queryDurationMillis: took }) => {
    if (slowQueryMs === 0 || took < slowQueryMs) return;
    slow.value += 1;
    // Values are in the parameters, which are not logged.
    const statement = query.sql.replace(/\s+/g, " ").trim().slice(0, MOST_TEXT);
    if (mayLog(statement)) log.warn({ statement, duration_ms: Math.round(took) }, "slow statement");
  };
}
