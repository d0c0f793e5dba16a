/**
 * Measures statistics with many events: fills a Longwave with impressions and plays of known sums, and sends every
 * query through the whole server. `node bench/statistics.ts --events 1000000,10000000`.
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Command } from "commander";
import { buildApp } from "../src/app/build.ts";
import { loadConfig } from "../src/config.ts";
import { type OpenDeps, openDeps } from "../src/deps.ts";
import {
  aggregateLedgers,
  closeMonths,
} from "../src/features/measurement/statistics/aggregation/actions.ts";
import { postgresEngine } from "../src/features/measurement/statistics/reading/store.ts";
import { rebuildRollups } from "../src/features/measurement/statistics/rebuilding/actions.ts";
import { reportRows } from "./rows.ts";
import { ledgerReads, readState, requireKnownSums, requireSame } from "./statistics/check.ts";
import { curveTable, type Point } from "./statistics/curve.ts";
import { type Load, TODAY } from "./statistics/events.ts";
import { fillLedgers, fillRollups, learnNames, withoutCare } from "./statistics/fill.ts";
import {
  type Ask,
  askAs,
  type Figures,
  headline,
  line,
  measure,
  timed,
} from "./statistics/measure.ts";
import { AD_QUESTIONS, AUDIENCE_QUESTIONS } from "./statistics/questions.ts";
import { makeRecords, readerToken } from "./statistics/records.ts";
import { compareWithRival, rivalTable, withRival } from "./statistics/rival.ts";
import { rowsOf } from "./statistics/rows.ts";

type Options = {
  events: string;
  ledgers: string;
  questions: string;
  check: string;
  rival: boolean;
  keep?: string;
};

const say = (text: string) => process.stdout.write(`${text}\n`);
const tell = (text: string) => process.stderr.write(`${text}\n`);
const seconds = async (work: () => Promise<unknown>) =>
  `${((await timed(work)) / 1000).toFixed(0)} s`;

/** Other load on the machine: with more programs than cores, latencies mean little. */
const loadNow = (): string =>
  `load ${os
    .loadavg()
    .map((load) => load.toFixed(1))
    .join(" ")}`;

/** Runs Longwave as an operator would, in a temporary folder or in `keep`. */
async function inLongwave<T>(work: (deps: OpenDeps) => Promise<T>, keep?: string): Promise<T> {
  const dataDir = keep ?? (await mkdtemp(path.join(os.tmpdir(), "longwave-statistics-")));
  const deps = await openDeps(
    loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: "warn", RATE_LIMIT: "0" }),
  );
  try {
    return await work(deps);
  } finally {
    await deps.close();
    if (keep === undefined) await rm(dataDir, { recursive: true, force: true });
  }
}

/** Fills records, rollups and the first events of the ledgers, unless they are kept from an earlier run. */
async function fill(deps: OpenDeps, load: Load, ledgers: number): Promise<void> {
  const { rows } = await deps.pool.query("select exists (select from ad_rollups) as filled");
  if (rows[0].filled) return;
  await withoutCare(deps.pool, async () => {
    await makeRecords(deps);
    const progress = (day: string) => day.endsWith("01-01") && tell(`${load.events} ${day}`);
    const rollups = await seconds(() => fillRollups(deps, load, progress));
    const stretch = { first: 0, after: Math.min(load.events, ledgers) };
    const booked = await seconds(() => fillLedgers(deps, load, stretch));
    const rest = await seconds(() => deps.pool.query("vacuum analyze"));
    tell(
      `filled: rollups ${rollups}, ledgers of ${stretch.after} ${booked}, vacuum ${rest}; ${loadNow()}`,
    );
  });
}

async function sizesOf({ pool }: OpenDeps): Promise<string> {
  const { rows } = await pool.query(`
    select pg_size_pretty(sum(pg_total_relation_size(relid)) filter (where relname like '%_rollups%')) as rollups,
      pg_size_pretty(sum(pg_total_relation_size(relid)) filter (
        where relname like 'impressions\\_%' or relname like 'downloads\\_%')) as ledgers,
      (select sum(reltuples) from pg_class where relkind = 'r' and relname like '%_rollups%')::bigint as rows
    from pg_stat_user_tables`);
  return `rollups ${rows[0].rollups} in ${rows[0].rows} rows, ledgers ${rows[0].ledgers}`;
}

/** Sends every query at one size. */
async function askAll(ask: Ask, turns: number): Promise<Map<string, Figures>> {
  say(headline("ms, through the server"));
  const told = new Map<string, Figures>();
  for (const question of [...AD_QUESTIONS, ...AUDIENCE_QUESTIONS]) {
    const figures = await measure(ask, question, turns);
    told.set(question.name, figures);
    say(line(question, figures));
  }
  return told;
}

async function compareRaw(deps: OpenDeps, load: Load, turns: number): Promise<void> {
  await withRival(async (rival) => {
    const took = await seconds(() => rival.fill(load));
    tell(`raw events in ClickHouse: ${took}`);
    say(`\nbeside ClickHouse ${await rival.version()} over raw events; ${loadNow()}`);
    say(rivalTable(await compareWithRival(postgresEngine(deps.db), rival, turns)));
  });
}

/** Measures one size of the curve. */
async function measureSize(deps: OpenDeps, load: Load, options: Options): Promise<Point> {
  const turns = Number(options.questions);
  await fill(deps, load, Number(options.ledgers));
  return withServer(deps, async (ask) => {
    await requireKnownSums(ask, load);
    say(`\n${load.events} impressions and as many plays; ${await sizesOf(deps)}; ${loadNow()}`);
    const before = await ledgerReads(deps);
    const figures = await askAll(ask, turns);
    say(
      `the ledgers were read ${(await ledgerReads(deps)) - before} times meanwhile; ${loadNow()}`,
    );
    if (options.rival) await compareRaw(deps, load, turns);
    reportRows(rowsOf(load.events, figures));
    return { events: load.events, figures };
  });
}

/** Opens the server of `deps` for a user who may see all statistics. */
async function withServer<T>(deps: OpenDeps, work: (ask: Ask) => Promise<T>): Promise<T> {
  const app = await buildApp(deps);
  try {
    return await work(askAs(app, await readerToken(deps)));
  } finally {
    await app.close();
  }
}

/**
 * Checks that direct filling gives the same result as rebuilding, and as aggregating batch by batch in another
 * Longwave.
 */
async function check(load: Load): Promise<void> {
  const turns = 20;
  const filled = await inLongwave(async (deps) => {
    await fill(deps, load, load.events);
    return withServer(deps, async (ask) => {
      await requireKnownSums(ask, load);
      const before = await readState(deps, ask, turns);
      tell(`rebuilt: ${await seconds(() => rebuildRollups(deps))}`);
      requireSame("The rebuild", before, await readState(deps, ask, turns));
      return before;
    });
  });
  await inLongwave(async (deps) => {
    await makeRecords(deps);
    await learnNames(deps);
    const all = { first: 0, after: load.events };
    tell(
      `folded: ${await seconds(() => fillLedgers(deps, load, all, () => aggregateLedgers(deps)))}`,
    );
    await closeMonths({ ...deps, clock: () => new Date(`${TODAY}T12:00:00Z`) });
    await withServer(deps, async (ask) =>
      requireSame("Folding", filled, await readState(deps, ask, turns)),
    );
  });
  say(
    `${load.events} events: filled, rebuilt and aggregated: the same rows and ${filled.told.size} answers`,
  );
}

await new Command("bench/statistics")
  .option(
    "--events <list>",
    "comma-separated numbers of impressions and of plays; empty: none",
    "1000000",
  )
  .option("--ledgers <number>", "maximum number of events in the ledgers", "10000000")
  .option("--questions <number>", "repetitions of each kind of query", "200")
  .option("--check <number>", "also aggregate and rebuild this many events, and compare", "0")
  .option("--no-rival", "without ClickHouse over raw events")
  .option("--keep <folder>", "keep the data in this folder, or use its existing data")
  .action(async (options: Options) => {
    if (Number(options.check) > 0) await check({ events: Number(options.check) });
    const points: Point[] = [];
    for (const events of options.events.split(",").filter(Boolean).map(Number))
      points.push(
        await inLongwave(
          (deps) => measureSize(deps, { events }, options),
          options.keep && path.join(options.keep, String(events)),
        ),
      );
    if (points.length > 1) say(`\n${curveTable(points)}`);
  })
  .parseAsync();
