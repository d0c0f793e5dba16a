/** Applies journals in a worker thread, so that responses never wait for counting. */
import { Worker } from "node:worker_threads";
import type pg from "pg";
import type { Deps } from "../../../../deps.ts";
import { targetOf } from "../../../../platform/db/session.ts";
import { type Limit, reportExceeded } from "../../../../platform/limits.ts";
import { findSealed, openAbandonedFiles } from "./reader.ts";
import { type CountedTraces, recordCounted } from "./traces.ts";

/** The worker's data. */
export type Task = Readonly<{ target: pg.PoolConfig; folder: string; lists: string }>;

/** The worker's messages: a log line, an exceeded limit, traced deliveries, or the result of a run (null: success). */
export type WriterMessage =
  | Readonly<{ exceeded: Limit }>
  | Readonly<{ counted: CountedTraces }>
  | Readonly<{ level: "debug" | "warn" | "error"; fields: object; text: string }>
  | Readonly<{ failure: Error | null }>;

export type LedgerWriter = Readonly<{
  /** Applies all sealed segments; rejects on failure. Only one run at a time. */
  apply(): Promise<void>;
  close(): Promise<void>;
}>;

/**
 * Entries live only as long as their batch. If they fit into the young generation, they are never moved and collecting
 * them costs nothing.
 */
const YOUNG_MB = 128;
const CLOSE_MS = 10_000;

type Thread = Readonly<{ worker: Worker; ended: Promise<void> }>;

/** Starts the worker with the first run, and again after it has died. */
export function openLedgerWriter(
  { pool, log, tracing }: Pick<Deps, "pool" | "log" | "tracing">,
  folder: string,
  lists: string,
): LedgerWriter {
  const task: Task = { target: targetOf(pool), folder, lists };
  const sealAbandoned = openAbandonedFiles(folder);
  let thread: Thread | null = null;
  let answer: ((failure: Error | null) => void) | null = null;

  const end = (worker: Worker, failure: Error) => {
    if (thread?.worker !== worker) return;
    thread = null;
    answer?.(failure);
  };
  const begin = (): Thread => {
    const worker = new Worker(new URL("./ledgerwriter-worker.ts", import.meta.url), {
      execArgv: [],
      workerData: task,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    worker.on("message", (said: WriterMessage) => {
      if ("failure" in said) answer?.(said.failure);
      else if ("exceeded" in said) reportExceeded(said.exceeded);
      else if ("counted" in said) recordCounted(tracing, said.counted);
      else log[said.level](said.fields, said.text);
    });
    worker.on("error", (failure: Error) => end(worker, failure));
    const ended = new Promise<void>((resolve) => {
      worker.on("exit", (code) => {
        end(worker, new Error(`the thread that counts has ended (${code})`));
        resolve();
      });
    });
    // Do not keep the process alive for it: work in progress is rolled back and repeated later.
    worker.unref();
    return { worker, ended };
  };
  return {
    async apply() {
      await sealAbandoned();
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
