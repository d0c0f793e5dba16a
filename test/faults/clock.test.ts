/**
 * Tests a clock that is set forward by an hour and back, for Longwave and its database alike. The clocks of the
 * kernel and of its files cannot be faked: files keep the real time, as on a file server with another clock.
 */
import { existsSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { addAda, makeDataDir } from "../journeys/processes.ts";
import { openPostgres } from "../setup/postgres.ts";
import { openLine } from "./line.ts";
import {
  clientOf,
  expectCounted,
  expectNothingLost,
  expectQuiet,
  makeShow,
  startServer,
  stopServer,
  untilReady,
  upload,
} from "./site.ts";
import { expectClear, startTraffic } from "./traffic.ts";

/** Debian's package libfaketime. */
const LIBRARY = `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/faketime/libfaketimeMT.so.1`;
const HOUR_S = 3600;
/** Longer than an open journal is left to its writer. */
const AFTERWARDS_MS = 35_000;

test("the clock is set forward by an hour and back", async () => {
  expect(existsSync(LIBRARY), "install libfaketime, which this test sets the clock with").toBe(
    true,
  );
  const dataDir = await makeDataDir("primary");
  // PostgreSQL runs as another user, whom the library does not let a second program switch to.
  await chmod(path.dirname(dataDir), 0o711);
  const token = await addAda(dataDir);
  // PostgreSQL runs as another user, who can pass through this folder.
  const clock = path.join(os.tmpdir(), `clock-${process.pid}`);
  const setClock = (seconds: number) => writeFile(clock, `${seconds < 0 ? "" : "+"}${seconds}\n`);
  await setClock(0);
  await chmod(clock, 0o644);
  const faked = {
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    DONT_FAKE_MONOTONIC: "1",
  };
  const postgres = await openPostgres(dataDir, faked);
  await postgres.start();
  const line = await openLine({ path: postgres.socket });
  const server = await startServer({
    ...faked,
    DATABASE_URL: postgres.urlAt(line.port),
    DATA_DIR: await makeDataDir(),
    RATE_LIMIT: "100000",
  });
  const api = clientOf(server, token);
  const show = await makeShow(api);
  const traffic = startTraffic({ url: () => server.url, token, ...show });
  await traffic.flows();
  for (const seconds of [HOUR_S, 0]) {
    const before = Date.parse((await fetch(server.url)).headers.get("date") ?? "");
    const queued = await upload(api, show.show_id);
    await setClock(seconds);
    await expect
      .poll(
        async () => {
          const now = Date.parse((await fetch(server.url)).headers.get("date") ?? "");
          return Math.round((now - before) / HOUR_S / 1000);
        },
        { timeout: 20_000 },
      )
      .toBe(seconds === 0 ? -1 : 1);
    await traffic.flows();
    await sleep(AFTERWARDS_MS);
    // Uploads are encoded at once, whatever the time.
    await makeShow(api);
    await untilReady(api, queued);
  }
  await traffic.stop();
  expectClear(traffic, { withinMs: 10_000, errors: {} });
  await expectNothingLost(api, traffic);
  await expectCounted(api, show.episode_id, traffic);
  expectQuiet(server, 10);
  await stopServer(server);
});
