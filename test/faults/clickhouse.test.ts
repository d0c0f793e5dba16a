/** Tests a ClickHouse that is away under load: counting goes on, and statistics catch up. */
import { expect, onTestFinished, test } from "vitest";
import { makeDataDir } from "../journeys/processes.ts";
import { openClickhouseServer } from "../setup/clickhouse.ts";
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

const LINES = 60;

test("ClickHouse is away for a while", async () => {
  const clickhouse = await openClickhouseServer();
  onTestFinished(() => clickhouse.close());
  const { token, url: DATABASE_URL } = await openStores();
  const STATISTICS_URL = clickhouse.url();
  const server = await startServer({ DATABASE_URL, STATISTICS_URL, DATA_DIR: await makeDataDir() });
  const api = clientOf(server, token);
  const show = await makeShow(api);
  const today = new Date().toISOString().slice(0, 10);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const path = `/v2/episodes/${show.episode_id}/statistics/plays?from=${yesterday}&to=${today}&group=day`;
  const plays = async () => {
    const { status, response, error } = await api.get(path);
    if (status !== 200) return error.type;
    return JSON.stringify(response);
  };
  const traffic = startTraffic({ url: () => server.url, token, ...show });
  await traffic.flows();
  await clickhouse.kill();
  await traffic.flows(50);
  expect(await plays()).toBe("upstream-statistics");
  await clickhouse.start();
  await traffic.flows();
  await traffic.stop();
  expectClear(traffic, { withinMs: 10_000, errors: {} });
  await expectNothingLost(api, traffic);
  await expectCounted(api, show.episode_id, traffic);
  await expect.poll(plays, { timeout: 60_000, interval: 500 }).toContain(String(traffic.heard()));
  expectQuiet(server, LINES);
  await stopServer(server);
});
