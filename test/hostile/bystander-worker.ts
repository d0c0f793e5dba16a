/** The worker thread of a bystander: sends one request per tick, and reports when stopped. */
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

const { url, everyMs, from } = workerData as { url: string; everyMs: number; from: string };
const TIMEOUT_MS = 10_000;
const REASONS = 10;

const latencies: number[] = [];
const failures: string[] = [];
let stopping = false;
parentPort?.once("message", () => {
  stopping = true;
});

/** Resolves with the status of a complete response. */
const ask = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const options = { agent: false, localAddress: from, signal };
    const request = http.get(url, options, (response) => {
      response.once("end", () => resolve(response.statusCode ?? 0));
      response.once("error", reject);
      response.resume();
    });
    request.once("error", reject);
  });

async function measure(dueAt: number): Promise<void> {
  try {
    const status = await ask();
    if (status >= 400) failures.push(String(status));
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    failures.push(code ?? name);
  }
  latencies.push(performance.now() - dueAt);
}

const percentile = (sorted: readonly number[], share: number): number =>
  Math.round(sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0);

// The first response of a server includes its compilation and connection time.
await ask().catch(() => {});
parentPort?.postMessage("began");
const running: Promise<void>[] = [];
const startedAt = performance.now();
for (let number = 0; !stopping; number += 1) {
  const dueAt = startedAt + number * everyMs;
  await sleep(Math.max(0, dueAt - performance.now()));
  running.push(measure(dueAt));
}
await Promise.all(running);
latencies.sort((a, b) => a - b);
parentPort?.postMessage({
  requests: latencies.length,
  failures: failures.length,
  reasons: failures.slice(0, REASONS),
  p50_ms: percentile(latencies, 0.5),
  p99_ms: percentile(latencies, 0.99),
});
