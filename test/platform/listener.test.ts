/** Tests the HTTP listener and its health checks, from before the application starts until after it ends. */

import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { queryObjects } from "node:v8";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { answerHealth } from "../../src/platform/http/health.ts";
import { type HttpListener, openListener, type Phase } from "../../src/platform/http/listener.ts";
import { collectProcess } from "../../src/platform/http/metrics.ts";
import { type Limit, onExceeded } from "../../src/platform/limits.ts";
import { createMeasures } from "../../src/platform/metrics/measures.ts";
import { eventually } from "../journeys/processes.ts";

const LOCAL = loadConfig({ PORT: "0" });

async function open(options: { database?: boolean; readers?: "loopback" | "anyone" } = {}) {
  const { database = true, readers = "loopback" } = options;
  const measures = createMeasures();
  collectProcess(measures);
  const health = {
    askDatabase: () => (database ? Promise.resolve() : Promise.reject(new Error("away"))),
    isDegraded: async () => false,
    measures,
    readers,
  };
  const door = await openListener({
    ...LOCAL,
    first: (phase, request, response) => answerHealth(health, phase, request, response),
  });
  onTestFinished(() => door.drain());
  return door;
}

async function statusOf(door: HttpListener, path: string, init: RequestInit = {}): Promise<number> {
  const answer = await fetch(door.address + path, init);
  await answer.text();
  return answer.status;
}

test("before it is ready it is live, and tells every client to wait", async () => {
  const door = await open();
  expect(await statusOf(door, "/health/live")).toBe(200);
  expect(await statusOf(door, "/health/ready")).toBe(503);
  const refused = await fetch(`${door.address}/v2/users/1`);
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("2");
  expect(await refused.json()).toMatchObject({
    response: { error: { code: 503, type: "unavailable" } },
  });
  door.open((_request, response) => response.end("in"));
  expect(await statusOf(door, "/health/ready")).toBe(200);
  expect(await statusOf(door, "/v2/users/1")).toBe(200);
});

test("without a database it is live but not ready", async () => {
  const door = await open({ database: false });
  door.open((_request, response) => response.end());
  expect(await statusOf(door, "/health/ready")).toBe(503);
  expect(await statusOf(door, "/health/live")).toBe(200);
  expect(await statusOf(door, "/health/live", { method: "HEAD" })).toBe(200);
  expect(await statusOf(door, "/health/live", { method: "POST" })).toBe(405);
});

test("while draining it finishes running requests, refuses new ones, and does not wait for idle connections", async () => {
  const door = await open();
  const running = Promise.withResolvers<ServerResponse>();
  door.open((_request, response) => running.resolve(response));
  const idle = connect(Number(new URL(door.address).port), "127.0.0.1");
  await new Promise<void>((resolve) => idle.once("connect", () => resolve()));
  idle.on("error", () => {}).resume();
  const asked = fetch(`${door.address}/slow`);
  const response = await running.promise;
  response.write("half ");
  const drained = door.drain();
  expect(door.phase()).toBe("draining");
  await expect(fetch(`${door.address}/health/ready`)).rejects.toThrow();
  response.end("whole");
  expect(await (await asked).text()).toBe("half whole");
  await drained;
});

test("a request on an open connection while draining is told to use another connection", async () => {
  const seen: string[] = [];
  const first = (_phase: Phase, { url = "" }: IncomingMessage) => {
    seen.push(url);
    return false;
  };
  const door = await openListener({ ...LOCAL, first });
  const running = Promise.withResolvers<ServerResponse>();
  door.open((_request, response) => running.resolve(response));
  const socket = connect(Number(new URL(door.address).port), "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  const closed = new Promise<void>((resolve) => {
    socket.once("close", () => resolve());
  });
  socket.write("GET /slow HTTP/1.1\r\nhost: x\r\n\r\n");
  const response = await running.promise;
  const drained = door.drain();
  socket.write("GET /late HTTP/1.1\r\nhost: x\r\n\r\n");
  await eventually(async () => seen.includes("/late"));
  response.end("done");
  await Promise.all([drained, closed]);
  const [whole, refused] = text.split(/(?=HTTP\/1\.1 503)/);
  expect(whole).toMatch(/^HTTP\/1\.1 200 /);
  expect(whole).toContain("done");
  expect(refused).toContain("connection: close");
});

test("a client that reads nothing of a response is disconnected, but not one that reads slowly or waits", async () => {
  const budgets = { ...LOCAL.budgets, answerMs: 2000 };
  const door = await openListener({ ...LOCAL, budgets, first: () => false });
  onTestFinished(() => door.drain());
  const MEBIBYTES = 16;
  door.open(async ({ url }, response) => {
    if (url === "/late") await sleep(5000);
    response.end(url === "/late" ? "late" : Buffer.alloc(MEBIBYTES * 2 ** 20));
  });
  const ask = (path: string) => {
    const socket = connect(Number(new URL(door.address).port), "127.0.0.1");
    socket.on("error", () => {});
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    return socket;
  };
  const stopped: string[] = [];
  const onStop = (limit: Limit) => stopped.push(limit.name);
  onTestFinished(onExceeded(onStop));

  // The kernel reports progress in steps of a megabyte or two; a slow client takes longer than the limit.
  const late = fetch(`${door.address}/late`);
  const [silent, slow] = [ask("/audio"), ask("/audio")];
  onTestFinished(() => void silent.destroy());
  let taken = 0;
  slow.on("data", (piece: Buffer) => {
    taken += piece.length;
    slow.pause();
    setTimeout(() => slow.resume(), 20);
  });
  await once(slow, "close");
  expect(taken).toBeGreaterThan(MEBIBYTES * 2 ** 20);
  expect(stopped).toEqual(["answer-time"]);
  expect(await (await late).text()).toBe("late");
});

test("metrics are local to this machine, unless the operator allows others", async () => {
  const closed = await open();
  const figures = await fetch(`${closed.address}/metrics`);
  expect(figures.headers.get("content-type")).toMatch(/^text\/plain/);
  expect(await figures.text()).toMatch(/^process_cpu_seconds_total \d/m);
  const relayed = { headers: { "x-forwarded-for": "203.0.113.9" } };
  expect(await statusOf(closed, "/metrics", relayed)).toBe(403);
  expect(await statusOf(await open({ readers: "anyone" }), "/metrics", relayed)).toBe(200);
});

test("an unavailable address is reported in a sentence", async () => {
  const door = await open();
  const { port } = new URL(door.address);
  const ignore = () => false;
  await expect(openListener({ ...LOCAL, port: Number(port), first: ignore })).rejects.toThrow(
    `Longwave cannot listen on 127.0.0.1:${port}: another program listens there.`,
  );
  await expect(openListener({ ...LOCAL, host: "203.0.113.9", first: ignore })).rejects.toThrow(
    "Longwave cannot listen on 203.0.113.9:0: this machine has no such address.",
  );
});

/** Opens connections from a worker thread, and counts the open ones in shared memory. */
const CROWD = `
  const { workerData: { port, count, standing } } = require("node:worker_threads");
  const counter = new Int32Array(standing);
  for (let opened = 0; opened < count; opened += 1)
    require("node:net").connect(port, "127.0.0.1").once("connect", () => {
      Atomics.add(counter, 0, 1);
      Atomics.notify(counter, 0);
    });
`;

test("while the server is busy, hundreds of new connections are queued and not refused", async () => {
  const door = await open();
  const count = 700;
  const standing = new SharedArrayBuffer(4);
  const port = Number(new URL(door.address).port);
  const crowd = new Worker(CROWD, { eval: true, workerData: { port, count, standing } });
  onTestFinished(async () => {
    await crowd.terminate();
  });
  await new Promise((resolve) => crowd.once("online", resolve));
  // None is accepted meanwhile, because this thread would have to do that.
  const counter = new Int32Array(standing);
  const until = Date.now() + 20_000;
  for (let seen = 0; seen < count && Date.now() < until; seen = Atomics.load(counter, 0))
    Atomics.wait(counter, 0, seen, 1000);
  expect(Atomics.load(counter, 0)).toBe(count);
});

test("nothing is left of connections that broke off during a response", async () => {
  const door = await open();
  door.open((_request, response) => void response.write("the beginning"));
  const countSockets = () => Number(queryObjects(Socket, { format: "count" }));
  const before = countSockets();
  const breakOff = async () => {
    const client = connect(Number(new URL(door.address).port), "127.0.0.1");
    client.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
    await once(client, "data");
    client.destroy();
    await once(client, "close");
  };
  for (let count = 0; count < 10; count += 1) await breakOff();
  // The last one may still be in a variable of Node's own.
  await eventually(async () => countSockets() <= before + 1);
});
