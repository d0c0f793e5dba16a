/** Tests a network cut between Longwave and its database: packets are dropped, or connections are reset. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeDataDir } from "../journeys/processes.ts";
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

const CUT_MS = 30_000;
/** A query is given up after 10 s of silence, a connection attempt after 10 s; a request may meet both. */
const WITHIN_MS = 25_000;
/** Lines at `warn` and above in a minute: each kind of trouble five times, and once how often it came again. */
const LINES = 120;

test.each(["stalled", "reset"] as const)("a network cut of 30 s: %s", async (state) => {
  const { line, token, url: DATABASE_URL } = await openStores();
  const server = await startServer({ DATABASE_URL, DATA_DIR: await makeDataDir() });
  const api = clientOf(server, token);
  const show = await makeShow(api);
  const traffic = startTraffic({ url: () => server.url, token, ...show });
  await traffic.flows();
  line.set(state);
  const health = async (path: string) => (await fetch(server.url + path)).status;
  await expect.poll(() => health("/health/ready"), { timeout: 10_000 }).toBe(503);
  expect(await health("/health/live")).toBe(200);
  await sleep(CUT_MS);
  line.set("open");
  await traffic.flows();
  expect(await health("/health/ready")).toBe(200);
  await traffic.stop();
  expect(traffic.exchanges.some(({ status }) => status === 503)).toBe(true);
  expectClear(traffic, { withinMs: WITHIN_MS });
  await expectNothingLost(api, traffic);
  await expectCounted(api, show.episode_id, traffic);
  expectQuiet(server, LINES);
  await stopServer(server);
});
