/** Tests PostgreSQL stopping under load: restarted after a crash, and replaced by its standby. */
import { expect, test } from "vitest";
import { makeDataDir } from "../journeys/processes.ts";
import { copyAsStandby } from "../setup/postgres.ts";
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

/** No request may wait longer for a database that is away, ms. */
const WITHIN_MS = 15_000;
/** Each kind of trouble is logged five times a minute, and once how often it came again. */
const LINES = 150;

test("PostgreSQL crashes under load and comes back", async () => {
  const { postgres, token, url: DATABASE_URL } = await openStores();
  const server = await startServer({ DATABASE_URL, DATA_DIR: await makeDataDir() });
  const api = clientOf(server, token);
  const show = await makeShow(api);
  const traffic = startTraffic({ url: () => server.url, token, ...show });
  await traffic.flows();
  for (let times = 0; times < 3; times += 1) {
    await postgres.crash();
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(503);
    await postgres.start();
    await traffic.flows();
  }
  await traffic.stop();
  expectClear(traffic, { withinMs: WITHIN_MS });
  await expectNothingLost(api, traffic);
  await expectCounted(api, show.episode_id, traffic);
  expectQuiet(server, LINES);
  await stopServer(server);
});

test("PostgreSQL fails over to its standby under load", async () => {
  const {
    postgres,
    line,
    token,
    url: DATABASE_URL,
  } = await openStores("wal_keep_size = 256MB\nsynchronous_standby_names = standby");
  await postgres.crash();
  const standby = await copyAsStandby(postgres, await makeDataDir("standby"));
  await postgres.start();
  await standby.start();
  const server = await startServer({ DATABASE_URL, DATA_DIR: await makeDataDir() });
  const api = clientOf(server, token);
  const show = await makeShow(api);
  const traffic = startTraffic({ url: () => server.url, token, ...show });
  await traffic.flows();
  // The primary dies, whoever watches over them moves its address to the standby, and only then promotes it.
  await postgres.crash();
  line.leadTo({ path: standby.socket });
  const after = traffic.exchanges.length;
  await expect
    .poll(
      () =>
        traffic.exchanges
          .slice(after)
          .some(({ kind, status }) => kind === "read" && status === 200),
      { timeout: 20_000 },
    )
    .toBe(true);
  await standby.query("select pg_promote()");
  await traffic.flows();
  await traffic.stop();
  expectClear(traffic, { withinMs: WITHIN_MS });
  await expectNothingLost(api, traffic);
  await expectCounted(api, show.episode_id, traffic);
  expectQuiet(server, LINES);
  await stopServer(server);
});
