/** Tests a server that runs out of file descriptors: it serves within its limits, recovers, and can be stopped. */
import { execFileSync } from "node:child_process";
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { eventually, JOURNEY_MS, useDataDir } from "../journeys/processes.ts";
import { startBystander } from "./bystander.ts";
import { openMany } from "./raw.ts";
import { expectUnharmed, startServer, stopServer } from "./servers.ts";

const ada = useDataDir();

/** Limits how many files the process `pid` may have open. */
const limitFiles = (pid: number, files: number) =>
  execFileSync("prlimit", ["--pid", String(pid), `--nofile=${files}:`]);

/** Uses a new connection each time; returns 0 without a response within 2 s. */
const statusOf = (url: string): Promise<number> =>
  new Promise((resolve) => {
    const options = { agent: false, signal: AbortSignal.timeout(2000) };
    const request = http.get(url, options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on("error", () => resolve(0));
  });

test("with 600 files, an address that opens 1,000 connections locks nobody out", {
  timeout: JOURNEY_MS,
}, async () => {
  const server = await startServer({ DATA_DIR: ada.dataDir }, ["prlimit", "--nofile=600"]);
  const bystander = startBystander(server.url, undefined, 50);
  await bystander.ready;
  const attack = await openMany(server.url, 1000);
  await sleep(5000);
  const open = attack.filter(({ socket }) => !socket.destroyed);
  // Half of the connections that 600 files allow.
  expect(open).toHaveLength(118);
  await expectUnharmed(bystander);
  await stopServer(server);
});

test("after a period without free file descriptors it serves again, and ends at SIGTERM", {
  timeout: JOURNEY_MS,
}, async () => {
  const server = await startServer({ DATA_DIR: ada.dataDir, LOG_LEVEL: "silent" });
  const lists = `${server.url}/v2/explore/lists`;
  expect(await statusOf(lists)).toBe(200);
  // Idle connections to the database are closed after 10 s, and no new one can be opened.
  limitFiles(server.pid, 3);
  expect(await statusOf(lists)).toBe(0);
  await sleep(20_000);
  expect(await statusOf(lists)).toBe(0);
  limitFiles(server.pid, 4096);
  await eventually(async () => (await statusOf(lists)) === 200);
  server.kill("SIGTERM");
  const ended = await Promise.race([server.ended, sleep(30_000)]);
  expect(ended).toMatchObject({ code: 0 });
});
