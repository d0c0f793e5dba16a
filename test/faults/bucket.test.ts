/** Tests an object store that is away, silent, failing or lying, under load. */
import { createServer, type Server as HttpServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { makeDataDir } from "../journeys/processes.ts";
import { openBucket } from "../setup/bucket.ts";
import {
  clientOf,
  expectCounted,
  expectNothingLost,
  expectQuiet,
  makeShow,
  openStores,
  startServer,
  stopServer,
} from "./site.ts";
import { expectClear, startTraffic } from "./traffic.ts";

/** Three attempts of 8 s each, and the pauses between them. */
const WITHIN_MS = 40_000;
/** Longer, so that some requests begin and end within the fault. */
const FAULT_MS = { away: 10_000, silent: 35_000, failing: 10_000, short: 10_000, long: 10_000 };
const LINES = 80;

/** What the store does to reads of objects. */
const FAULTS = ["away", "silent", "failing", "short", "long"] as const;
type Fault = (typeof FAULTS)[number] | null;

/** An HTTP proxy in front of the store at `endpoint`, with a fault that can be changed. */
async function openLiar(endpoint: string) {
  const target = new URL(endpoint);
  let fault: Fault = null;
  const server: HttpServer = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    if (fault === "away") return void incoming.socket.resetAndDestroy();
    if (fault === "silent") return;
    if (fault === "failing") return void outgoing.writeHead(500).end();
    const asked = request(
      { host: target.hostname, port: target.port, method, path: url, headers },
      (answer) => {
        const { "content-length": length, ...rest } = answer.headers;
        const change = fault === "short" ? -1 : fault === "long" ? 1 : 0;
        const isBody = method === "GET" && change !== 0 && Number(length) > 100;
        outgoing.writeHead(answer.statusCode ?? 0, {
          ...rest,
          ...(length === undefined
            ? {}
            : { "content-length": Number(length) + (isBody ? change : 0) }),
        });
        if (!isBody) return void answer.pipe(outgoing);
        // It announces another length than the object's, and ends.
        answer.on("data", (chunk: Buffer) => outgoing.write(chunk.subarray(0, chunk.length - 1)));
        answer.on("end", () => outgoing.destroy());
      },
    );
    asked.on("error", () => incoming.socket.destroy());
    incoming.pipe(asked);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next: Fault) {
      fault = next;
      // What waited in silence gets a reset, as from a store that is restarted.
      if (next === null) server.closeAllConnections();
    },
  };
}

test.each(FAULTS)("the object store is %s", async (fault) => {
  const bucket = await openBucket();
  onTestFinished(() => bucket.close());
  const liar = await openLiar(bucket.endpoint);
  const { token, url: DATABASE_URL } = await openStores();
  const MEDIA_URL = bucket.url.replace(
    encodeURIComponent(bucket.endpoint),
    encodeURIComponent(liar.endpoint),
  );
  const server = await startServer({ DATABASE_URL, MEDIA_URL, DATA_DIR: await makeDataDir() });
  const api = clientOf(server, token);
  const show = await makeShow(api);
  const traffic = startTraffic({ url: () => server.url, token, ...show });
  await traffic.flows();
  liar.set(fault);
  const written = traffic.acknowledged.size;
  await sleep(FAULT_MS[fault]);
  // What needs no media goes on.
  expect(traffic.acknowledged.size).toBeGreaterThan(written + 10);
  liar.set(null);
  await traffic.flows();
  await makeShow(api);
  await traffic.stop();
  expectClear(traffic, { withinMs: WITHIN_MS, cut: fault === "short" || fault === "long" });
  await expectNothingLost(api, traffic);
  await expectCounted(api, show.episode_id, traffic);
  expectQuiet(server, LINES);
  await stopServer(server);
});
