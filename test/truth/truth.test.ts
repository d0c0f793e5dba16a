/**
 * Tests that generated requests with known counts are counted exactly, by any number of processes and despite crashes.
 * TRUTH_REQUESTS=1000000 for the full size.
 */
import { mkdtemp, readdir, rename, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { openRequestRecorder } from "../../src/features/measurement/counting/actions.ts";
import { runNode, said } from "../journeys/processes.ts";
import { makeRendition } from "../setup/counting.ts";
import { makeEpisodes, makeShow } from "../setup/factories.ts";
import { openWorld, type World } from "../setup/world.ts";
import { countedTruth } from "./figures.ts";
import { type GenerateOptions, generate } from "./generate.ts";
import { LAYOUT, MINUTE, type Truth } from "./sessions.ts";

const REQUESTS = Number(process.env.TRUTH_REQUESTS ?? 20_000);
const PATIENCE_MS = 60_000 + REQUESTS;
const START = Date.parse("2026-03-30T00:00:00Z");

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

/** A database with episodes to count, and the options for generating requests. */
async function open(episodes: number, seed: number) {
  const world = await openWorld();
  closing.push(() => world.close());
  const show_id = await makeShow(world, await world.person());
  const ids = await makeEpisodes(world, show_id, Array(episodes).fill({}));
  const targets = [];
  for (const episode_id of ids) {
    const { digest } = await makeRendition(world, episode_id, LAYOUT, MINUTE);
    targets.push({ episode_id, digest });
  }
  const invented: GenerateOptions = { seed, requests: REQUESTS, targets, start: START, days: 3 };
  return { world, invented };
}

/** The sums of the ledgers. */
async function ledger({ deps }: World) {
  const { rows } = await deps.pool.query(
    `select (select sum(quantity) from downloads)::int as downloads,
       (select sum(quantity) from impressions)::int as impressions,
       (select sum(price * quantity) from impressions)::text as revenue,
       (select sum(plays_count + downloads_count) from show_plays)::int as of_shows,
       (select sum(records) from media_parcels)::int as records`,
  );
  return rows[0];
}

const sum = (counts: ReadonlyMap<number, number>) =>
  [...counts.values()].reduce((a, b) => a + b, 0);

function ledgerOf(truth: Truth, records: number) {
  const downloads = sum(truth.plays) + sum(truth.downloads);
  const revenue = String(truth.revenue);
  return { downloads, impressions: sum(truth.impressions), revenue, of_shows: downloads, records };
}

test("one process counts exactly", { timeout: PATIENCE_MS }, async () => {
  const { world, invented } = await open(12, 1);
  const { records, truth } = generate(invented);
  const recorder = await openRequestRecorder(world.deps);
  for (const [at, record] of records.entries()) {
    recorder.note(record);
    // Let the journal be written and applied in between.
    if (at % 200 === 0) await nextTurn();
  }
  await recorder.close();
  expect(await countedTruth(world)).toEqual(truth);
  expect(await ledger(world)).toEqual(ledgerOf(truth, records.length));
});

test("three processes count exactly, although one dies while it applies records", {
  timeout: PATIENCE_MS * 2,
}, async () => {
  const { world, invented } = await open(12, 2);
  const { records, truth } = generate(invented);
  const { rows } = await world.deps.pool.query("select current_database() as name");
  const { host, port, user, password } = world.deps.pool.options;
  const target = { host, port, user, password, database: rows[0].name };
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-truth-"));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const begin = (share: number, dataDir: string) => {
    const task = { target, dataDir, generate: invented, share, of: 3 };
    return runNode([path.join(import.meta.dirname, "process.ts"), JSON.stringify(task)]);
  };
  // Two servers that share a folder, and one with another folder.
  const shared = path.join(folder, "shared");
  const all = [begin(0, shared), begin(1, shared), begin(2, path.join(folder, "other"))] as const;
  for (const running of all) await said(running, /noted/);
  for (const running of all) running.kill("SIGUSR2");
  const [victim, ...others] = all;
  await said(victim, /applying/);
  await sleep(Math.random() * 150);
  victim.kill("SIGKILL");
  for (const running of others) expect((await running.ended).code).toBe(0);
  await victim.ended;
  // Instead of waiting half a minute, take over the dead process's files at once.
  const journal = path.join(shared, "journal");
  for (const name of await readdir(journal).catch(() => []))
    if (name.endsWith(".open"))
      await rename(path.join(journal, name), path.join(journal, name.replace(".open", ".sealed")));
  const next = begin(3, shared);
  await said(next, /noted/);
  next.kill("SIGUSR2");
  expect((await next.ended).code).toBe(0);
  expect(await countedTruth(world)).toEqual(truth);
  expect(await ledger(world)).toEqual(ledgerOf(truth, records.length));
});
