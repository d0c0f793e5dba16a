/** Tests background jobs: queued with their transaction, finished on stop, not lost in a crash. */
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, onTestFinished, test } from "vitest";
import { z } from "zod";
import { loadConfig } from "../../src/config.ts";
import { type OpenDeps, openDeps } from "../../src/deps.ts";
import { enqueue, type Job, type JobName, job } from "../../src/platform/jobs/job.ts";
import { startWorker } from "../../src/worker.ts";
import {
  eventually,
  JOURNEY_MS,
  makeDataDir,
  postmasterOf,
  said,
  script,
  urlOf,
} from "../journeys/processes.ts";
import { useWorld } from "../setup/world.ts";

const note: JobName<{ text: string }> = { name: "note", payload: z.object({ text: z.string() }) };

const world = useWorld();

/** Opens the stores with their own embedded PostgreSQL, which may be killed. */
async function open(DATA_DIR: string): Promise<OpenDeps> {
  return openDeps(loadConfig({ DATA_DIR, LOG_LEVEL: "silent" }));
}

/** Opens the stores on the world's database. */
async function openShared(): Promise<OpenDeps> {
  const { config, pool } = world.deps;
  const DATABASE_URL = urlOf({ ...inject("postgres"), database: pool.options.database });
  return openDeps(loadConfig({ DATA_DIR: config.dataDir, DATABASE_URL, LOG_LEVEL: "silent" }));
}

/** Runs a worker until the test ends. */
function work(deps: OpenDeps, ...jobs: Job[]) {
  const worker = startWorker(deps, jobs);
  onTestFinished(async () => {
    await worker.stop();
    await deps.close();
  });
  return worker;
}

test(
  "a job exists if and only if its transaction commits, and a stop lets it finish",
  async () => {
    const deps = await openShared();
    const begun: string[] = [];
    const done: string[] = [];
    const worker = startWorker(deps, [
      job(note, async ({ text }) => {
        begun.push(text);
        await sleep(300);
        done.push(text);
      }),
    ]);
    const undone = deps.db.transaction().execute(async (trx) => {
      await enqueue(trx, note, { text: "undone" });
      throw new Error("changed my mind");
    });
    await expect(undone).rejects.toThrow("changed my mind");
    await deps.db.transaction().execute((trx) => enqueue(trx, note, { text: "kept" }));
    await eventually(async () => begun.length > 0);
    await worker.stop();
    expect([begun, done]).toEqual([["kept"], ["kept"]]);
    expect(await waiting(deps)).toBe(0);
    await deps.close();
  },
  JOURNEY_MS,
);

test(
  "when PostgreSQL crashes during a job, its end is recorded later, and other jobs follow",
  async () => {
    const DATA_DIR = await makeDataDir();
    const deps = await open(DATA_DIR);
    const runs: string[] = [];
    const release = Promise.withResolvers<void>();
    work(
      deps,
      job(note, async ({ text }) => {
        runs.push(text);
        if (text === "first") await release.promise;
      }),
    );
    await enqueue(deps.db, note, { text: "first" });
    await eventually(async () => runs.length > 0);
    const killed = await postmasterOf(DATA_DIR);
    process.kill(killed ?? 0, "SIGKILL");
    release.resolve();
    await eventually(async () => ![null, killed].includes(await postmasterOf(DATA_DIR)));
    await eventually(() => succeeds(enqueue(deps.db, note, { text: "second" })));
    await eventually(async () => runs.includes("second") && (await waiting(deps)) === 0);
    // Jobs run at least once: if the end could not be recorded before the recovered server checked which workers are
    // alive, the first job runs again, before or after the second.
    expect([...new Set(runs)].sort()).toEqual(["first", "second"]);
    expect(runs.length).toBeLessThanOrEqual(3);
  },
  JOURNEY_MS,
);

test(
  "the job of a killed process is taken over by the next one at once",
  async () => {
    const DATA_DIR = await makeDataDir();
    const killed = script(
      `const { openDeps } = await import(root + "/src/deps.ts");
     const { loadConfig } = await import(root + "/src/config.ts");
     const { startWorker } = await import(root + "/src/worker.ts");
     const { addJob } = await import(root + "/src/platform/jobs/store.ts");
     const deps = await openDeps(loadConfig());
     startWorker(deps, [{ name: "note", run: () => { console.log("begun"); return new Promise(() => {}); } }]);
     await addJob(deps.db, { name: "note", payload: '{"text":"again"}', max_attempts: 3, key: null, run_at: null });`,
      { DATA_DIR, LOG_LEVEL: "warn" },
    );
    await said(killed, /begun/);
    killed.kill("SIGKILL");
    await killed.ended;
    const deps = await open(DATA_DIR);
    const runs: string[] = [];
    work(
      deps,
      job(note, async ({ text }) => {
        runs.push(text);
      }),
    );
    await eventually(async () => runs.length > 0 && (await waiting(deps)) === 0);
    expect(runs).toEqual(["again"]);
  },
  JOURNEY_MS,
);

test(
  "a worker that cannot find its jobs at first finds them later",
  async () => {
    const deps = await openShared();
    const { pool } = deps;
    await pool.query("alter table graphile_worker._private_tasks rename to away");
    const runs: string[] = [];
    work(
      deps,
      job(note, async ({ text }) => {
        runs.push(text);
      }),
    );
    // It checks at once, and pauses within milliseconds: too fast to observe.
    await sleep(1500);
    await pool.query("alter table graphile_worker.away rename to _private_tasks");
    await enqueue(deps.db, note, { text: "found" });
    await eventually(async () => runs.length > 0);
    expect(runs).toEqual(["found"]);
  },
  JOURNEY_MS,
);

test(
  "when the end of one job cannot be recorded, later jobs still run",
  async () => {
    const deps = await openShared();
    const { pool } = deps;
    const runs: string[] = [];
    const release = new Map(
      ["A", "B", "C", "D"].map((text) => [text, Promise.withResolvers<void>()]),
    );
    work(
      deps,
      job(note, async ({ text }) => {
        runs.push(text);
        await release.get(text)?.promise;
      }),
    );
    for (const text of release.keys()) await enqueue(deps.db, note, { text });
    await eventually(async () => runs.length === 4);
    await pool.query("alter table graphile_worker._private_jobs rename to away");
    release.get("A")?.resolve();
    await sleep(500);
    await pool.query("alter table graphile_worker.away rename to _private_jobs");
    for (const [text, left] of [["B", 3] as const, ["C", 2] as const]) {
      release.get(text)?.resolve();
      await eventually(async () => (await waiting(deps)) === left);
    }
    release.get("D")?.resolve();
    await enqueue(deps.db, note, { text: "E" });
    await eventually(async () => runs.includes("E") && (await waiting(deps)) === 0);
    // The first was not recorded as ended, so the next runner repeats it.
    expect(runs.toSorted()).toEqual(["A", "A", "B", "C", "D", "E"]);
  },
  JOURNEY_MS,
);

test(
  "heavy jobs do not delay light ones, and are told of a stop",
  async () => {
    const deps = await openShared();
    const grind: JobName<object> = { name: "grind", payload: z.object({}), heavy: true };
    const told: string[] = [];
    const worker = startWorker(deps, [
      job(grind, async (_payload, { signal }) => {
        told.push("begun");
        await sleep(60_000, undefined, { signal }).catch(() => told.push("told"));
      }),
      job(note, async ({ text }) => {
        told.push(text);
      }),
    ]);
    const most = Math.max(1, availableParallelism() - 1);
    for (let count = 0; count < most + 4; count += 1) await enqueue(deps.db, grind, {});
    await eventually(async () => told.length === most);
    await enqueue(deps.db, note, { text: "light" });
    await eventually(async () => told.includes("light"));
    await worker.stop();
    const begun = Array.from({ length: most }, () => "begun");
    expect(told).toEqual([...begun, "light", ...begun.map(() => "told")]);
    await deps.close();
  },
  JOURNEY_MS,
);

const succeeds = (attempt: Promise<unknown>) =>
  attempt.then(
    () => true,
    () => false,
  );

async function waiting({ pool }: OpenDeps): Promise<number> {
  const { rows } = await pool.query("select count(*)::int as count from graphile_worker.jobs");
  return rows[0].count;
}
