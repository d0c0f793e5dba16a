/** Work on a Parquet file in a thread of its own, because encoding and decoding keep a processor busy for minutes. */
import { Worker } from "node:worker_threads";
import type pg from "pg";
import type { ParquetColumn } from "../../../../platform/parquet/columns.ts";
import type { RowSum } from "../../../../platform/parquet/write.ts";

type File = Readonly<{ file: string; columns: readonly ParquetColumn[] }>;

/** What the thread does: write the file from a table, read it, or load it into an empty table. */
export type FileTask = File &
  (
    | Readonly<{ work: "write"; target: pg.ClientConfig; table: string; order: readonly string[] }>
    | Readonly<{ work: "read" }>
    | Readonly<{ work: "load"; target: pg.ClientConfig; table: string }>
  );

/** What the thread answers. */
export type FileAnswer = Readonly<{ sum: RowSum } | { failure: Error }>;

/** One row group is in memory: a million downloads are written and read with 256 MB, as many more would be. */
const HEAP_MB = 512;

/** A thread that does one task after another. */
export type FileWorker = AsyncDisposable &
  Readonly<{
    /** Does the task and sums up the rows. One at a time. */
    run(task: FileTask): Promise<RowSum>;
  }>;

/** Starts a thread, which ends when it is disposed of. If `signal` aborts, its task fails and is undone. */
export function openFileWorker(signal: AbortSignal): FileWorker {
  signal.throwIfAborted();
  const worker = new Worker(new URL("./filework-worker.ts", import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const stop = () => void worker.terminate();
  signal.addEventListener("abort", stop, { once: true });
  let answer: ((said: FileAnswer) => void) | null = null;
  worker.on("message", (said: FileAnswer) => answer?.(said));
  worker.on("error", (failure: Error) => answer?.({ failure }));
  worker.on("exit", () => answer?.({ failure: new Error("the thread of the archive has ended") }));
  return {
    async run(task) {
      signal.throwIfAborted();
      const said = await new Promise<FileAnswer>((resolve) => {
        answer = resolve;
        worker.postMessage(task);
      });
      answer = null;
      signal.throwIfAborted();
      if ("failure" in said) throw said.failure;
      return said.sum;
    },
    async [Symbol.asyncDispose]() {
      signal.removeEventListener("abort", stop);
      await worker.terminate();
    },
  };
}
