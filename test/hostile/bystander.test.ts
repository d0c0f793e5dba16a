/** Tests the bystander itself: it must measure delays and failures correctly. */
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

test("reports every request, the failures, and the slowest latencies", async () => {
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
  // All except the warm-up request.
  expect(report.requests).toBe(asked - 1);
  expect(report.requests).toBeGreaterThan(10);
  expect(report).toMatchObject({ failures: 2, reasons: ["ECONNRESET", "503"] });
  expect(report.p99_ms).toBeGreaterThan(BYSTANDER_P99_MS);
  expect(report.p50_ms).toBeLessThan(report.p99_ms);
});
