/** Tests jobs caused by users: no user waits behind another's thousand, and no job is lost or runs twice at once. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, onTestFinished, test } from "vitest";
import { z } from "zod";
import { loadConfig } from "../../src/config.ts";
import { type OpenDeps, openDeps } from "../../src/deps.ts";
import {
  enqueueOwned,
  type Job,
  job,
  type OwnedJobName,
  userOwner,
} from "../../src/platform/jobs/job.ts";
import { type JobKind, KINDS } from "../../src/platform/jobs/kinds.ts";
import { measureBacklog } from "../../src/platform/jobs/owned/store.ts";
import { addJob, listRunnableKeys } from "../../src/platform/jobs/store.ts";
import { startWorker } from "../../src/worker.ts";
import { eventually, JOURNEY_MS, said, script, urlOf } from "../journeys/processes.ts";
import { useWorld } from "../setup/world.ts";

const named = (kind: JobKind, maxAttempts = 3): OwnedJobName<{ text: string }> => ({
  name: `${kind}-note`,
  kind,
  payload: z.object({ text: z.string() }),
  maxAttempts,
});

const world = useWorld();
const [ada, bob, cleo] = [userOwner(1), userOwner(2), userOwner(3)];

async function open(): Promise<OpenDeps> {
  const { config, pool } = world.deps;
  const DATABASE_URL = urlOf({ ...inject("postgres"), database: pool.options.database });
  return openDeps(loadConfig({ DATA_DIR: config.dataDir, DATABASE_URL, LOG_LEVEL: "silent" }));
}

/** Runs a worker until the test ends, with its own connection to PostgreSQL like a separate process. */
async function work(...jobs: Job[]) {
  const deps = await open();
  const worker = startWorker(deps, jobs);
  onTestFinished(async () => {
    await worker.stop();
    await deps.pool.query("truncate owned_jobs, owner_turns");
    await deps.close();
  });
  return { ...worker, deps };
}

const waiting = async () => {
  const { rows } = await world.deps.pool.query("select count(*)::int as count from owned_jobs");
  return rows[0].count as number;
};

test(
  "another user's job begins after a few others while one user has a thousand waiting",
  async () => {
    const note = named("fetch");
    await world.deps.db.transaction().execute(async (trx) => {
      for (let count = 0; count < 1000; count += 1)
        await enqueueOwned(trx, note, { text: "ada" }, { owner: ada });
    });
    const begun: string[] = [];
    let [atOnce, most] = [0, 0];
    await work(
      job(note, async ({ text }, { signal }) => {
        begun.push(text);
        if (text === "ada") atOnce += 1;
        most = Math.max(most, atOnce);
        await sleep(500, undefined, { signal }).catch(() => {});
        if (text === "ada") atOnce -= 1;
      }),
    );
    await eventually(async () => begun.length >= 4);
    await enqueueOwned(world.deps.db, note, { text: "bob" }, { owner: bob });
    await eventually(async () => begun.includes("bob"));
    // Jobs of half a second each: told in jobs, because a busy machine makes all of them slower.
    expect(begun.indexOf("bob")).toBeLessThan(50);
    expect(most).toBe(KINDS.fetch.perOwner);
    const [fetching] = await measureBacklog(world.deps.db);
    expect(fetching).toMatchObject({ kind: "fetch", owners: 1 });
    expect(fetching?.waiting).toBeGreaterThan(900);
  },
  JOURNEY_MS,
);

test(
  "users take turns, however many jobs each has waiting and whenever they arrived",
  async () => {
    const note = named("mail");
    const { db } = world.deps;
    for (let count = 0; count < 40; count += 1)
      for (const owner of [ada, bob]) await enqueueOwned(db, note, { text: owner }, { owner });
    for (let count = 0; count < 5; count += 1)
      await enqueueOwned(db, note, { text: cleo }, { owner: cleo });
    const done: string[] = [];
    const { stop } = await work(
      job(note, async ({ text }) => {
        await sleep(20);
        done.push(text);
      }),
    );
    await eventually(async () => done.length >= 30);
    await stop();
    const firstTurns = done.slice(0, 21);
    expect(firstTurns.filter((owner) => owner === cleo)).toHaveLength(5);
    expect(firstTurns.filter((owner) => owner === ada).length).toBeLessThanOrEqual(9);
  },
  JOURNEY_MS,
);

test(
  "a receiver that never answers occupies only some slots, and others are served at once",
  async () => {
    const note = named("notify");
    const { db } = world.deps;
    for (let count = 0; count < 100; count += 1)
      for (const owner of [ada, bob, cleo])
        await enqueueOwned(db, note, { text: "slow" }, { owner, receiver: "slow.example" });
    const told: string[] = [];
    await work(
      job(note, async ({ text }, { signal }) => {
        told.push(text);
        if (text === "slow") await sleep(60_000, undefined, { signal }).catch(() => {});
      }),
    );
    await eventually(async () => told.length === KINDS.notify.perReceiver);
    await enqueueOwned(db, note, { text: "quick" }, { owner: ada, receiver: "quick.example" });
    await eventually(async () => told.includes("quick"));
    expect(told.filter((text) => text === "slow")).toHaveLength(KINDS.notify.perReceiver);
  },
  JOURNEY_MS,
);

test(
  "kinds of jobs do not wait for each other",
  async () => {
    const [fetching, encoding] = [named("fetch"), named("encode")];
    const begun: string[] = [];
    const hang = (name: typeof fetching) =>
      job(name, async ({ text }, { signal }) => {
        begun.push(text);
        await sleep(60_000, undefined, { signal }).catch(() => {});
      });
    const owners = Array.from({ length: KINDS.fetch.slots }, (_, id) => userOwner(id + 100));
    for (const owner of owners)
      await enqueueOwned(world.deps.db, fetching, { text: "fetch" }, { owner });
    await work(hang(fetching), hang(encoding));
    await eventually(async () => begun.length === KINDS.fetch.slots);
    await enqueueOwned(world.deps.db, encoding, { text: "encode" }, { owner: ada });
    await eventually(async () => begun.includes("encode"));
  },
  JOURNEY_MS,
);

test("a job exists if and only if its transaction commits", async () => {
  const note = named("mail");
  const undone = world.deps.db.transaction().execute(async (trx) => {
    await enqueueOwned(trx, note, { text: "undone" }, { owner: ada });
    throw new Error("changed my mind");
  });
  await expect(undone).rejects.toThrow("changed my mind");
  expect(await waiting()).toBe(0);
});

test(
  "a second job with the same key replaces a waiting one, and follows a running one",
  async () => {
    const note = named("mail");
    const { db } = world.deps;
    const later = { runAt: new Date(Date.now() + 3_600_000) };
    await enqueueOwned(db, note, { text: "first" }, { owner: ada, key: "k", ...later });
    await enqueueOwned(db, note, { text: "second" }, { owner: ada, key: "k" });
    expect(await waiting()).toBe(1);
    expect(await listRunnableKeys(db, ["k", "other"])).toEqual(["k"]);
    const runs: string[] = [];
    const release = Promise.withResolvers<void>();
    await work(
      job(note, async ({ text }) => {
        runs.push(text);
        if (text === "second") await release.promise.then(() => Promise.reject(new Error("no")));
      }),
    );
    await eventually(async () => runs.length === 1);
    await enqueueOwned(db, note, { text: "third" }, { owner: ada, key: "k" });
    release.resolve();
    await eventually(async () => (await waiting()) === 0);
    // The running job failed, but is not retried, because the third replaced it.
    expect(runs).toEqual(["second", "third"]);
  },
  JOURNEY_MS,
);

test(
  "a failed job is retried, told when it is the last attempt, and then given up",
  async () => {
    const note = named("mail", 2);
    await enqueueOwned(world.deps.db, note, { text: "fails" }, { owner: ada });
    const lasts: boolean[] = [];
    await work(
      job(note, async (_payload, { last }) => {
        lasts.push(last);
        throw new Error("no");
      }),
    );
    await eventually(async () => lasts.length === 2 && (await waiting()) === 0);
    expect(lasts).toEqual([false, true]);
  },
  JOURNEY_MS,
);

test(
  "a stop is reported to running jobs, and an aborted job loses no attempt",
  async () => {
    const note = named("import", 1);
    await enqueueOwned(world.deps.db, note, { text: "long" }, { owner: ada });
    const begun: string[] = [];
    const { stop } = await work(
      job(note, async ({ text }, { signal }) => {
        begun.push(text);
        await sleep(60_000, undefined, { signal });
      }),
    );
    await eventually(async () => begun.length === 1);
    await stop();
    const { rows } = await world.deps.pool.query("select attempts, locked_by from owned_jobs");
    expect(rows).toEqual([{ attempts: 0, locked_by: null }]);
  },
  JOURNEY_MS,
);

test(
  "the job of a killed process is taken over by the next one",
  async () => {
    const { config, pool } = world.deps;
    const DATABASE_URL = urlOf({ ...inject("postgres"), database: pool.options.database });
    const killed = script(
      `const { openDeps } = await import(root + "/src/deps.ts");
     const { loadConfig } = await import(root + "/src/config.ts");
     const { startWorker } = await import(root + "/src/worker.ts");
     startWorker(await openDeps(loadConfig()), [{ name: "mail-note", kind: "mail",
       run: () => { console.log("begun"); return new Promise(() => {}); } }]);`,
      { DATA_DIR: config.dataDir, DATABASE_URL, LOG_LEVEL: "warn" },
    );
    const note = named("mail");
    await enqueueOwned(world.deps.db, note, { text: "again" }, { owner: ada });
    await said(killed, /begun/);
    killed.kill("SIGKILL");
    await killed.ended;
    const runs: string[] = [];
    await work(
      job(note, async ({ text }) => {
        runs.push(text);
      }),
    );
    await eventually(async () => runs.length > 0 && (await waiting()) === 0);
    expect(runs).toEqual(["again"]);
  },
  JOURNEY_MS,
);

test(
  "the end of a job is recorded as soon as the database is available again",
  async () => {
    const note = named("mail");
    const runs: string[] = [];
    const release = Promise.withResolvers<void>();
    const { deps } = await work(
      job(note, async ({ text }) => {
        runs.push(text);
        await release.promise;
      }),
    );
    await enqueueOwned(deps.db, note, { text: "once" }, { owner: ada });
    await eventually(async () => runs.length === 1);
    await deps.pool.query("alter table owned_jobs rename to away");
    release.resolve();
    await sleep(1500);
    await deps.pool.query("alter table away rename to owned_jobs");
    await eventually(async () => (await waiting()) === 0);
    expect(runs).toEqual(["once"]);
  },
  JOURNEY_MS,
);

test(
  "jobs queued with graphile-worker by an earlier version also run",
  async () => {
    const note = named("mail");
    const old = { name: note.name, payload: '{"text":"old"}', max_attempts: 3, run_at: null };
    await addJob(world.deps.db, { ...old, key: "old" });
    const runs: string[] = [];
    await work(
      job(note, async ({ text }) => {
        runs.push(text);
      }),
    );
    await eventually(async () => runs.length === 1);
    expect(runs).toEqual(["old"]);
  },
  JOURNEY_MS,
);
