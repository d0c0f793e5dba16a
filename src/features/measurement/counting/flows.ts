/** Collects listeners to whom bytes have begun to flow, and makes their reservations lasting once a second. */
import type { Deps } from "../../../deps.ts";
import { holdFlowing } from "../../advertising/adserving/actions.ts";
import type { Flow } from "../../advertising/adserving/schema.ts";

const FLUSH_MS = 1000;
/**
 * The most entries kept while they cannot be written; further ones are dropped, but their ads still count when
 * delivered.
 */
const MOST_WAITING = 50_000;

export type Flows = Readonly<{
  add(flow: Flow): void;
  /** Writes the collected entries; if the database is unavailable, rejects and keeps them. */
  flush(): Promise<void>;
  close(): Promise<void>;
}>;

export function openFlows({ db, clock, log }: Pick<Deps, "db" | "clock" | "log">): Flows {
  let waiting: Flow[] = [];
  const write = async () => {
    if (waiting.length === 0) return;
    const flows = waiting;
    waiting = [];
    try {
      await holdFlowing(db, flows, clock());
    } catch (error) {
      waiting = [...flows, ...waiting].slice(0, MOST_WAITING);
      throw error;
    }
  };
  let writing: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    const written = writing.then(write);
    writing = written.catch(() => {});
    return written;
  };
  const tryFlush = () =>
    flush().catch((err) => log.warn({ err }, "reservations of listeners could not be prolonged"));
  const timer = setInterval(tryFlush, FLUSH_MS).unref();
  return {
    add(flow) {
      if (waiting.length < MOST_WAITING) waiting.push(flow);
    },
    flush,
    async close() {
      clearInterval(timer);
      await tryFlush();
    },
  };
}
