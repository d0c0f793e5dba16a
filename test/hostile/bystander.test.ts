/** The measuring instrument of the other journeys here: it must see what a server does to its callers. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { BYSTANDER_P99_MS, startBystander } from "./bystander.ts";

async function listen(handler: http.RequestListener): Promise<string> {
  const server = http.createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("reports every request, what failed, and how slow the slowest were", async () => {
  let asked = 0;
  const url = await listen((_request, response) => {
    asked += 1;
    if (asked === 4) response.destroy();
    else if (asked === 6) response.writeHead(503).end();
    else setTimeout(() => response.end("yes"), asked === 8 ? BYSTANDER_P99_MS * 2 : 0);
  });
  const bystander = startBystander(url, "/", 20);
  await bystander.ready;
  await sleep(1000);
  const report = await bystander.stop();
  // All but the one before the first.
  expect(report.requests).toBe(asked - 1);
  expect(report.requests).toBeGreaterThan(10);
  expect(report).toMatchObject({ failures: 2, reasons: ["ECONNRESET", "503"] });
  expect(report.p99_ms).toBeGreaterThan(BYSTANDER_P99_MS);
  expect(report.p50_ms).toBeLessThan(report.p99_ms);
});
