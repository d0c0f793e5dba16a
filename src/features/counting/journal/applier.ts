/** Applies journals in a thread of its own: those who listen never wait behind the counting. */
import { Worker } from "node:worker_threads";
import type pg from "pg";
import type { Deps } from "../../../deps.ts";
import { type Limit, reportExceeded } from "../../../platform/limits.ts";
import { findSealed } from "./reader.ts";

/** What the thread is given. */
export type Task = Readonly<{ target: pg.PoolConfig; folder: string; lists: string }>;

/** What it says: a line for the log, a limit that was exceeded, or how one run ended (null: well). */
export type Said =
  | Readonly<{ exceeded: Limit }>
  | Readonly<{ level: "debug" | "warn" | "error"; fields: object; text: string }>
  | Readonly<{ failure: Error | null }>;

export type Applier = Readonly<{
  /** Applies all that is sealed; rejects where that fails. One run at a time. */
  apply(): Promise<void>;
  close(): Promise<void>;
}>;

/**
 * Entries live as long as their batch. Where they fit among the young they are never moved, and what
 * dies there costs nothing.
 */
const YOUNG_MB = 128;
const CLOSE_MS = 10_000;

type Thread = Readonly<{ worker: Worker; ended: Promise<void> }>;

/** The thread begins with the first journal there is, and again after its death. */
export function openApplier(
  { pool, log }: Pick<Deps, "pool" | "log">,
  folder: string,
  lists: string,
): Applier {
  const task: Task = { target: targetOf(pool), folder, lists };
  let thread: Thread | null = null;
  let answer: ((failure: Error | null) => void) | null = null;

  const end = (worker: Worker, failure: Error) => {
    if (thread?.worker !== worker) return;
    thread = null;
    answer?.(failure);
  };
  const begin = (): Thread => {
    const worker = new Worker(new URL("./applierthread.ts", import.meta.url), {
      execArgv: [],
      workerData: task,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    worker.on("message", (said: Said) => {
      if ("failure" in said) answer?.(said.failure);
      else if ("exceeded" in said) reportExceeded(said.exceeded);
      else log[said.level](said.fields, said.text);
    });
    worker.on("error", (failure: Error) => end(worker, failure));
    const ended = new Promise<void>((resolve) => {
      worker.on("exit", (code) => {
        end(worker, new Error(`the thread that counts has ended (${code})`));
        resolve();
      });
    });
    // Nobody waits for it with nothing else left to do: what is under way is rolled back, and done again.
    worker.unref();
    return { worker, ended };
  };
  return {
    async apply() {
      if ((await findSealed(folder)).length === 0) return;
      thread ??= begin();
      const { worker } = thread;
      const failure = await new Promise<Error | null>((resolve) => {
        answer = resolve;
        worker.ref();
        worker.postMessage("apply");
      });
      answer = null;
      worker.unref();
      if (failure !== null) throw failure;
    },
    async close() {
      if (thread === null) return;
      const { worker, ended } = thread;
      worker.ref();
      worker.postMessage("close");
      const late = setTimeout(() => worker.terminate(), CLOSE_MS);
      await ended;
      clearTimeout(late);
    },
  };
}

/** How the pool reaches the database, without what cannot be handed to a thread. */
function targetOf({ options }: pg.Pool): pg.PoolConfig {
  const { connectionString, host, port, user, password, database, options: settings } = options;
  const all = { connectionString, host, port, user, password, database, options: settings };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
