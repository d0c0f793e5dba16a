/**
 * Measures how many records per second counting sustains, journal and database together, with PostgreSQL on the same
 * machine, and compares the counts with the true ones. `node bench/counting.ts --requests 1000000`. With `--rate`, that
 * many records per second are noted, and the delay until they are counted is measured.
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import pg from "pg";
import { pino } from "pino";
import { loadConfig } from "../src/config.ts";
import { openDataDisk } from "../src/deps.ts";
import type { DeliveryRecord } from "../src/features/listening/renditions/requests/schema.ts";
import { openRequestRecorder } from "../src/features/measurement/counting/actions.ts";
import type { RequestRecorder } from "../src/features/measurement/counting/schema.ts";
import { openDatabase, openPool } from "../src/platform/db/database.ts";
import { openEmbedded } from "../src/platform/db/embedded.ts";
import { migrate } from "../src/platform/db/migrate.ts";
import { migrateQueue } from "../src/platform/jobs/runner.ts";
import { createMeasures } from "../src/platform/metrics/measures.ts";
import { NO_TRACING } from "../src/platform/tracing/tracing.ts";
import { makeRendition } from "../test/setup/counting.ts";
import { generate } from "../test/truth/generate.ts";
import { EVERYTHING, LAYOUT, MINUTE, PLAYERS, type Target } from "../test/truth/sessions.ts";
import { postgresSeconds } from "./postgres.ts";
import { makeRow, reportRows, spreadOf } from "./rows.ts";

const program = new Command("counting")
  .option("--requests <number>", "requests to generate", Number, 300_000)
  .option("--episodes <number>", "episodes that they request", Number, 200)
  .option("--days <number>", "days that they cover", Number, 1)
  .option(
    "--mix <name>",
    "everything (2.4 per download, many ads), or players (5 per download)",
    "everything",
  )
  .option("--rate <number>", "requests per second (0: as many as possible)", Number, 0)
  .parse();
const { requests, episodes, days, mix, rate } = program.opts<{
  requests: number;
  episodes: number;
  days: number;
  mix: string;
  rate: number;
}>();

/** Number of records that one turn of a busy server's event loop brings. */
const TURN = 200;
const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-counting-"));
const log = pino({ level: "warn" }, pino.destination(2));
const config = loadConfig({ DATA_DIR: folder });
const memory = config.machineMemory;
const server = await openEmbedded({ dataDir: folder, memory, durable: true, sole: false, log });
await migrate(server.connection);
const pool = openPool(server.connection, log, 8);
await migrateQueue(pool, log);
const disk = openDataDisk(config, log);
const measures = createMeasures();
const deps = {
  config,
  pool,
  disk,
  measures,
  tracing: NO_TRACING,
  db: openDatabase(pool),
  clock: () => new Date(),
  log,
};
try {
  const targets = await makeTargets();
  const { turns, total, truth } = invent(targets);
  const recorder = await openRequestRecorder(deps);
  await vacuumed();
  const before = process.cpuUsage();
  const postgresBefore = await postgresSeconds(folder);
  const start = performance.now();
  const lateness = rate > 0 ? watchLateness(recorder, targets[0] as Target) : null;
  let reading = 0;
  for (const [index, turn] of turns.entries()) {
    // In processor time: other work on the machine must not make counting look cheaper.
    const began = process.threadCpuUsage();
    const records: DeliveryRecord[] = JSON.parse(turn.toString());
    reading += microsecondsOf(process.threadCpuUsage(began));
    for (const record of records) recorder.note(record);
    const due = rate > 0 ? ((index + 1) * TURN * 1000) / rate - (performance.now() - start) : 0;
    if (due > 1) await sleep(due);
    else await nextTurn();
  }
  const noted = performance.now() - start;
  await recorder.drain();
  const took = performance.now() - start;
  const node = microsecondsOf(process.cpuUsage(before)) - reading;
  const postgres = (await postgresSeconds(folder)) - postgresBefore;
  const late = await lateness?.end();
  await recorder.close();
  const { rows } = await pool.query(
    `select (select sum(plays_count + downloads_count) from episode_plays)::int as downloads,
       (select sum(impressions_tracked) from lineitem_counts)::int as impressions,
       (select sum(revenue) from lineitem_counts)::text as revenue,
       (select json_object_agg(reason, n) from (select reason, sum(requests_count) as n from exclusions group by 1) x) as excluded,
       (select pg_database_size(current_database()))::bigint as bytes`,
  );
  const [found] = rows;
  const sum = (counts: ReadonlyMap<number, number>) =>
    [...counts.values()].reduce((a, b) => a + b, 0);
  console.log({
    requests: total,
    records_per_second: Math.round((total / took) * 1000),
    seconds: took / 1000,
    seconds_until_all_noted: noted / 1000,
    node_microseconds_per_record: node / total,
    postgres_microseconds_per_record: (postgres * 1e6) / total,
    milliseconds_until_counted: late,
    load: os.loadavg(),
    database_megabytes: Math.round(found.bytes / 2 ** 20),
    downloads: [found.downloads, sum(truth.plays) + sum(truth.downloads)],
    impressions: [found.impressions, sum(truth.impressions)],
    revenue: [found.revenue, String(truth.revenue)],
    excluded: [found.excluded, Object.fromEntries(truth.excluded)],
  });
  const wanted = sum(truth.plays) + sum(truth.downloads);
  reportRows([
    makeRow({
      name: `counting: ${total.toLocaleString("en")} requests, ${mix}`,
      figure: spreadOf([(total / took) * 1000]),
      unit: "per s",
      better: "more",
      aim: { of: "figure", value: 60_000 },
      processor: (node + postgres * 1e6) / total,
      p50: late?.p50 ?? null,
      p99: late?.p99 ?? null,
      errors: Math.abs(found.downloads - wanted),
    }),
  ]);
} finally {
  await pool.end();
  await server.close();
  await rm(folder, { recursive: true, force: true });
}

function microsecondsOf({ user, system }: NodeJS.CpuUsage): number {
  return user + system;
}

/**
 * The generated requests, outside the heap: a server does not hold future requests in memory either, and would not scan
 * them at each garbage collection.
 */
function invent(targets: Target[]) {
  const { records, truth } = generate({
    seed: 1,
    requests,
    days,
    targets,
    start: Date.parse("2026-03-30T00:00:00Z"),
    mix: mix === "players" ? PLAYERS : EVERYTHING,
  });
  const turns: Buffer[] = [];
  for (let at = 0; at < records.length; at += TURN)
    turns.push(Buffer.from(JSON.stringify(records.slice(at, at + TURN))));
  return { turns, total: records.length, truth };
}

/**
 * Notes a PUT of an episode now and then, and measures in ms how long it takes until it is counted among the
 * exclusions.
 */
function watchLateness(recorder: RequestRecorder, target: Target) {
  const noted: number[] = [];
  const late: number[] = [];
  const note = setInterval(() => {
    recorder.note(probeOf(target));
    noted.push(performance.now());
  }, 250);
  const look = async () => {
    const { rows } = await pool.query(
      "select requests_count::int as n from exclusions where episode_id = $1 and reason = 'method'",
      [target.episode_id],
    );
    while (late.length < (rows[0]?.n ?? 0))
      late.push(performance.now() - (noted[late.length] ?? 0));
  };
  let looking = Promise.resolve();
  const watch = setInterval(() => {
    looking = looking.then(look);
  }, 50);
  return {
    async end() {
      clearInterval(note);
      clearInterval(watch);
      await looking;
      const sorted = late.toSorted((a, b) => a - b).map(Math.round);
      const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))];
      return { p50: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1), samples: sorted.length };
    },
  };
}

/** A record that counts nowhere else: neither GET nor HEAD. */
function probeOf(target: Target): DeliveryRecord {
  return {
    at: Date.parse("2026-03-30T12:00:00Z"),
    ...target,
    method: "PUT",
    status: 405,
    purpose: "download",
    preview: false,
    range: null,
    sent: [],
    address: "84.128.0.1",
    user_agent: "",
    referrer: null,
    session: null,
  };
}

async function vacuumed(): Promise<void> {
  const client = new pg.Client(server.connection);
  await client.connect();
  await client.query("vacuum analyze");
  await client.end();
}

async function makeTargets(): Promise<Target[]> {
  const { rows: users } = await pool.query(
    "insert into users (username, email, fullname, password_hash) values ('a', 'a@example.org', 'A', '') returning user_id",
  );
  const { rows: shows } = await pool.query(
    "insert into shows (author_id, title, permalink, language, guid) values ($1, 'A show', 'a', 'en', gen_random_uuid()) returning show_id",
    [users[0].user_id],
  );
  const targets: Target[] = [];
  for (let count = 0; count < episodes; count += 1) {
    const { rows } = await pool.query(
      `insert into episodes (show_id, author_id, type, title, permalink, encoding_status, duration, rss_guid)
       values ($1, $2, 'RECORDED', 'An episode', 'an-episode', 'READY', 240000, gen_random_uuid()) returning episode_id`,
      [shows[0].show_id, users[0].user_id],
    );
    const { episode_id } = rows[0];
    const { digest } = await makeRendition({ deps }, episode_id, LAYOUT, MINUTE);
    targets.push({ episode_id, digest });
  }
  return targets;
}
