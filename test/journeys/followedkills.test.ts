/** Tests that killing the process that announces episodes neither loses nor repeats the events of followers. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, test } from "vitest";
import { publishBatch } from "../../src/features/distribution/events/jobs.ts";
import { notificationLoops } from "../../src/features/listening/notifications/announcing/jobs.ts";
import { makeEpisodes, makeShow } from "../setup/factories.ts";
import { useWorld } from "../setup/world.ts";
import { said, script, urlOf } from "./processes.ts";

const world = useWorld();
const MOMENTS = Number(process.env.TEST_MOMENTS ?? 10);
const EACH = 20;

const WORK = `
const { openDeps } = await import(root + "/src/deps.ts");
const { loadConfig } = await import(root + "/src/config.ts");
const { startWorker } = await import(root + "/src/worker.ts");
const { eventLoops } = await import(root + "/src/features/distribution/events/jobs.ts");
const { notificationLoops } = await import(root + "/src/features/listening/notifications/announcing/jobs.ts");
const deps = await openDeps(loadConfig());
startWorker(deps, [], [...eventLoops(deps), ...notificationLoops(deps)]);
console.log("ready");`;

test("kill -9 while episodes are announced: a follower gets the event of each one once", async () => {
  const { config, pool } = world.deps;
  const [ada, bea] = [await world.person(), await world.person()];
  const show_id = await makeShow(world, ada);
  await bea.api.put(`/v2/users/${bea.user_id}/favorites/${show_id}`);
  const env = {
    DATA_DIR: config.dataDir,
    DATABASE_URL: urlOf({ ...inject("postgres"), database: pool.options.database }),
    LOG_LEVEL: "silent",
  };
  const made: number[] = [];
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    const child = script(WORK, env);
    await said(child, /ready/);
    made.push(...(await makeEpisodes(world, show_id, Array(EACH).fill({}))));
    await sleep(Math.random() * 600);
    child.kill("SIGKILL");
    await child.ended;
  }
  for (let round = 0; round < 2; round += 1) {
    while ((await publishBatch(world.deps)) > 0);
    for (const loop of notificationLoops(world.deps)) await loop.run(new AbortController().signal);
  }
  while ((await publishBatch(world.deps)) > 0);
  const heard: number[] = [];
  for (let after = 0; ; ) {
    const query = `types=followed.episode.published&after=${after}&limit=100`;
    const { items, cursor, next_url } = (await bea.api.get(`/v2/events?${query}`)).response;
    heard.push(...items.map(({ data }: { data: { episode_id: number } }) => data.episode_id));
    after = cursor;
    if (next_url === null) break;
  }
  expect(heard.toSorted((a, b) => a - b)).toEqual(made.toSorted((a, b) => a - b));
}, 240_000);
