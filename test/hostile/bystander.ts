/** A well-behaved client during an attack: sends requests at a steady pace and measures the latencies. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { onTestFinished, TestRunner } from "vitest";

/** A bystander's measurements. Latencies run from when a request was due to the end of its response. */
type BystanderReport = Readonly<{
  requests: number;
  /** Requests without a response within 10 s, or with a status of 400 or above. */
  failures: number;
  /** Reasons of the first failures, such as `ECONNRESET` or `503`. */
  reasons: readonly string[];
  p50_ms: number;
  p99_ms: number;
}>;

export type Bystander = Readonly<{
  /** Resolves when the server is warm and measuring begins. */
  ready: Promise<void>;
  /** Waits for outstanding responses and reports. */
  stop(): Promise<BystanderReport>;
}>;

/** The longest time within which 99 of 100 responses to a well-behaved client must arrive during an attack. */
export const BYSTANDER_P99_MS = 250;

/**
 * Requests `path` of `baseUrl` every `everyMs`, each time on a new connection and from an address other than 127.0.0.1,
 * so that limits by address do not affect it. Runs in a worker thread, so that work of the test does not count as
 * latency. Requests are sent on schedule, whether the previous one has been answered or not. A first request is not
 * measured, so that a newly started server is warm.
 */
export function startBystander(
  baseUrl: string,
  path = "/v2/explore/lists",
  everyMs = 125,
): Bystander {
  const workerData = { url: new URL(path, baseUrl).href, everyMs, from: "127.0.0.77" };
  const thread = new Worker(new URL("./bystander-worker.ts", import.meta.url), { workerData });
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
