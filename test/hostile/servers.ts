/** Helpers of the attack tests: starting the attacked server, and checking its bystander's report. */
import { expect } from "vitest";
import { longwave, type Server, serve } from "../journeys/processes.ts";
import { BYSTANDER_P99_MS, type Bystander } from "./bystander.ts";

/** With fewer requests the 99th percentile is meaningless. */
const ENOUGH_REQUESTS = 50;

/** Starts `longwave serve` without the rate limit, which would hide the limit under test. */
export const startServer = (env: Record<string, string>, wrapper: readonly string[] = []) =>
  serve({ LOG_LEVEL: "warn", RATE_LIMIT: "0", ...env }, wrapper);

/** Stops it by SIGTERM and expects a clean exit. */
export async function stopServer(server: Server): Promise<void> {
  server.kill("SIGTERM");
  expect((await server.ended).code).toBe(0);
}

/** A new token of the existing user ada. */
export async function tokenOfAda(DATA_DIR: string): Promise<string> {
  const { stdout, stderr } = await longwave(["token", "create", "--user", "ada"], { DATA_DIR });
  if (stdout === "") throw new Error(stderr);
  return stdout.trim();
}

/** Expects that every request was answered, and 99 of 100 in time. */
export async function expectUnharmed(bystander: Bystander): Promise<void> {
  const report = await bystander.stop();
  expect(report).toMatchObject({ failures: 0, reasons: [] });
  expect(report.requests).toBeGreaterThan(ENOUGH_REQUESTS);
  expect(report.p99_ms).toBeLessThan(BYSTANDER_P99_MS);
}

/** How often a limit was exceeded, according to the server's metrics. */
export async function timesExceeded(server: Server, limit: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const line = new RegExp(`^longwave_limit_exceeded_total\\{limit="${limit}"\\} (\\d+)`, "m");
  return Number(line.exec(text)?.[1] ?? 0);
}
