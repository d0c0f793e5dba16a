/** A well-behaved client beside an attack: asks at a steady pace and measures how long each answer takes. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { onTestFinished, TestRunner } from "vitest";

/** What a bystander experienced. Latencies run from when a request was due to the end of its answer. */
export type BystanderReport = Readonly<{
  requests: number;
  /** Requests without an answer within 10 s, or with a status of 400 or above. */
  failures: number;
  /** What went wrong with the first failures, such as `ECONNRESET` or `503`. */
  reasons: readonly string[];
  p50_ms: number;
  p99_ms: number;
}>;

export type Bystander = Readonly<{
  /** Resolves when the server is warm, and measuring begins. */
  ready: Promise<void>;
  /** Waits for the answers that are still due, and reports. */
  stop(): Promise<BystanderReport>;
}>;

/** The most that a well-behaved client waits for 99 of 100 answers while the server is attacked (issue 16, §5). */
export const BYSTANDER_P99_MS = 250;

/**
 * Starts requesting `path` of `baseUrl` every `everyMs`, each time on a new connection and from an
 * address other than 127.0.0.1, so that limits by address leave it alone. Runs in a thread of its own:
 * what the test does at the same time does not count as latency. A request is due whether the one
 * before has been answered or not. One request before the first is not measured, so that a server that has
 * just started is warm.
 */
export function startBystander(
  baseUrl: string,
  path = "/v2/explore/lists",
  everyMs = 125,
): Bystander {
  const workerData = { url: new URL(path, baseUrl).href, everyMs, from: "127.0.0.77" };
  const thread = new Worker(new URL("./bystander-thread.ts", import.meta.url), { workerData });
  const failed = once(thread, "error").then(([error]) => Promise.reject(error));
  failed.catch(() => {});
  const began = once(thread, "message").then(() => {});
  began.catch(() => {});
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(() => void thread.terminate());
  return {
    ready: Promise.race([began, failed]),
    async stop() {
      await Promise.race([began, failed]);
      const reported = once(thread, "message");
      thread.postMessage("stop");
      const [report] = (await Promise.race([reported, failed])) as [BystanderReport];
      await thread.terminate();
      return report;
    },
  };
}
