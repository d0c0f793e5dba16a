/** Tests that killing the process that changes records and sends events loses none of them and invents none. */
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { expect, inject, test } from "vitest";
import { makeShow } from "../setup/factories.ts";
import {
  createSender,
  LOCAL,
  makeWebhook,
  openReceiver,
  skipPauses,
  startSending,
} from "../setup/receiver.ts";
import { useWorld } from "../setup/world.ts";
import { eventually, said, script, urlOf } from "./processes.ts";

const world = useWorld(LOCAL);
const MOMENTS = Number(process.env.TEST_MOMENTS ?? 20);

/** Changes the shows again and again, each time with the next number as title, and sends what happens. */
const WORK = `
const { openDeps } = await import(root + "/src/deps.ts");
const { loadConfig } = await import(root + "/src/config.ts");
const { startWorker } = await import(root + "/src/worker.ts");
const { eventLoops } = await import(root + "/src/features/distribution/events/jobs.ts");
const { webhookJobs, webhookLoops } =
  await import(root + "/src/features/distribution/webhooks/deliveries/jobs.ts");
const deps = await openDeps(loadConfig());
const siteIdentity = { read: () => ({ name: "Longwave" }) };
startWorker(deps, webhookJobs({ ...deps, siteIdentity }), [...eventLoops(deps), ...webhookLoops(deps)]);
console.log("ready");
for (;;) {
  for (const show_id of process.env.SHOWS.split(","))
    await deps.pool.query(
      "update shows set title = title::int + 1, revision = nextval('revisions') where show_id = $1", [show_id]);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
}`;

test("kill -9 between a change and its delivery: each event arrives, once by its id, in order", async () => {
  const { config, pool } = world.deps;
  const ada = await world.person();
  const shows = [
    await makeShow(world, ada, { title: "0" }),
    await makeShow(world, ada, { title: "0" }),
    await makeShow(world, ada, { title: "0" }),
  ];
  await createSender(world).hand();
  const receiver = await openReceiver(() => ({ delayMs: Math.random() * 40 }));
  const { path } = await makeWebhook(ada, receiver.url);
  const database = { ...inject("postgres"), database: pool.options.database };
  const env = {
    ...LOCAL,
    DATA_DIR: config.dataDir,
    DATABASE_URL: urlOf(database),
    LOG_LEVEL: "silent",
    SHOWS: shows.join(","),
  };
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    const child = script(WORK, env);
    await said(child, /ready/);
    await sleep(Math.random() * 500);
    child.kill("SIGKILL");
    await child.ended;
    // Half a minute passes: what the dead process was sending is sent again.
    await pool.query(
      "update webhook_deliveries set sending_until = now() where sending_until > now()",
    );
  }
  // PostgreSQL ends what the killed process had sent, and may commit it a moment later.
  await eventually(async () => (await busyOthers(pool)) === 0);
  const { rows } = await pool.query<{ show_id: number; title: string }>(
    "select show_id::int, title from shows where show_id = any($1)",
    [shows],
  );
  const changes = rows.reduce((sum, { title }) => sum + Number(title), 0);
  expect(changes).toBeGreaterThan(MOMENTS);
  await startSending(world);
  await eventually(async () => {
    await skipPauses(world);
    return receiver.accepted().length >= changes;
  }, 60_000);
  // Nothing more comes.
  await sleep(1000);
  const accepted = receiver.accepted().map(({ body }) => JSON.parse(body));
  for (const { show_id, title } of rows) {
    const titles = accepted
      .filter(({ data }) => data.show_id === show_id)
      .map(({ data }) => Number(data.title));
    expect(titles).toEqual(Array.from({ length: Number(title) }, (_, count) => count + 1));
  }
  expect(accepted).toHaveLength(changes);
  const ids = new Map(receiver.received.map(({ id, body }) => [JSON.parse(body).sequence, id]));
  expect(receiver.received.every(({ id, body }) => ids.get(JSON.parse(body).sequence) === id)).toBe(
    true,
  );
  const waiting = await ada.api.get(`${path}/deliveries?state=PENDING`);
  expect(waiting.response.items).toEqual([]);
}, 240_000);

/** How many other connections to this database run a statement or a transaction. */
async function busyOthers(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ busy: number }>(`
    select count(*)::int as busy from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`);
  return rows[0]?.busy ?? 0;
}
