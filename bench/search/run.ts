/** `node bench/search/run.ts <data>`: measures how well and how fast search works (docs/decisions/search.md). */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Command } from "commander";
import pg from "pg";
import { buildApp } from "../../src/app/build.ts";
import { loadConfig } from "../../src/config.ts";
import { type OpenDeps, openDeps } from "../../src/deps.ts";
import { refreshSearch } from "../../src/features/discovery/search/upkeep/actions.ts";
import { countWords } from "../../src/features/discovery/search/upkeep/store.ts";
import { openDatabase, openPool } from "../../src/platform/db/database.ts";
import { reportRows } from "../rows.ts";
import { type BuildTimes, buildIndex } from "./build.ts";
import { compare } from "./compare.ts";
import { loadEpisodes, loadShows, readEpisodes, readShows } from "./corpus.ts";
import { curveTable, type Point, pointsOf } from "./curve.ts";
import { measureFloor } from "./floor.ts";
import { generateEpisodes } from "./generate.ts";
import { answersTo, type Half, judge, judgedTable, readJudged } from "./judged.ts";
import { measureMine, SUGGEST, speedTable } from "./measure.ts";
import { measureQuality, qualityTable } from "./quality.ts";
import { makeQueries, suggestQueries } from "./queries.ts";
import { rowsOf, type Summary, summaryTable } from "./summary.ts";

type Options = {
  quality: string;
  sizes: string;
  each: string;
  rounds: string;
  judged?: Half;
  patience?: string;
  rivals: boolean;
  keep?: string;
};

const tell = (line: string) => process.stderr.write(`${line}\n`);
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Runs Longwave in a temporary folder, with one connection, so that its processor time can be measured. */
async function inThrowAway<T>(work: (deps: OpenDeps) => Promise<T>, keep?: string): Promise<T> {
  const dataDir = keep ?? (await mkdtemp(path.join(os.tmpdir(), "longwave-search-")));
  const opened = await openDeps(
    loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: "warn", RATE_LIMIT: "0" }),
  );
  const pool = openPool(opened.target, opened.log, 1);
  try {
    return await work({ ...opened, pool, db: openDatabase(pool) });
  } finally {
    await pool.end();
    await opened.close();
    if (keep === undefined) await rm(dataDir, { recursive: true, force: true });
  }
}

async function quality(deps: OpenDeps, data: string, sample: number): Promise<void> {
  const shows = readShows(data);
  await loadShows(deps.target, shows);
  await refreshSearch(deps);
  const app = await buildApp(deps);
  const outcomes = await measureQuality(
    async (q) => {
      const answer = await app.inject({
        url: "/v2/search",
        query: { type: "shows", limit: "10", q },
      });
      return answer.json().response.items;
    },
    shows,
    sample,
  );
  await app.close();
  say(qualityTable(outcomes, 25));
}

/** Asks half of the judged set, among all shows and episodes. */
async function judged(
  deps: OpenDeps,
  data: string,
  half: Half,
  patience: number | undefined,
): Promise<void> {
  const { rows } = await deps.pool.query("select count(*)::int as count from search_shows");
  if (rows[0].count === 0) {
    await loadShows(deps.target, readShows(data));
    await loadEpisodes(deps.target, readEpisodes(data));
    await refreshSearch(deps);
  }
  const verdicts = [];
  for (const one of readJudged(half))
    verdicts.push(judge(one, await answersTo(deps.db, one, patience)));
  say(judgedTable(verdicts));
}

/** Measures one size of corpus; returns its points of the curve and its line of the summary. */
async function speed(deps: OpenDeps, data: string, size: number, options: Options) {
  const client = new pg.Client(deps.target);
  await client.connect();
  try {
    const filled = await fill(deps, client, data, size);
    say(`\n${size.toLocaleString("en")} episodes, ${await sizesOf(client)}; ${loadNow()}`);
    const kinds = await makeQueries(client, Number(options.each));
    const suggestions = await suggestQueries(client, Number(options.each));
    const all = [...kinds, { name: SUGGEST, queries: suggestions }];
    const floor = await measureFloor(deps);
    const mine = await measureMine(deps, all, Number(options.rounds));
    say(`${speedTable(mine, floor)}\n${loadNow()}`);
    const rivals = options.keep && path.join(options.keep, String(size), "rivals");
    if (options.rivals) say(await compare(client, kinds, size, mine, rivals));
    const summary: Summary = { size, filled, floor, measured: mine };
    return { summary, points: await pointsOf(client, kinds, mine, size) };
  } finally {
    await client.end();
  }
}

/** Other load on the machine: with more programs than cores, latencies mean little. */
const loadNow = (): string =>
  `load ${os
    .loadavg()
    .map((load) => load.toFixed(1))
    .join(" ")}`;

/** Fills the database unless it has been; how long the index took, or null. */
async function fill(
  deps: OpenDeps,
  client: pg.Client,
  data: string,
  size: number,
): Promise<BuildTimes | null> {
  const { rows } = await client.query(FILLED);
  if (rows[0].whole) return null;
  if (rows[0].begun) throw new Error("The kept data was not filled to its end: delete its folder.");
  const corpora = { shows: readShows(data), episodes: readEpisodes(data) };
  await generateEpisodes(client, corpora, size);
  const took = await buildIndex(deps.target, size);
  tell(
    `built: documents ${took.documents.toFixed(0)} s (processor ${took.processor.toFixed(0)} s), GIN ${took.gin.toFixed(0)} s; ${loadNow()}`,
  );
  await deps.db.transaction().execute(countWords);
  await client.query("vacuum analyze search_words");
  return took;
}

/** Words are counted last. */
const FILLED = `
  select exists (select from episodes) as begun, exists (select from search_words where documents > 0) as whole`;

async function sizesOf(client: pg.Client): Promise<string> {
  const { rows } =
    await client.query(`select pg_size_pretty(pg_total_relation_size('search_episodes')) as all,
    pg_size_pretty(pg_relation_size('search_episodes_lexemes')) as gin,
    pg_size_pretty(pg_relation_size('search_episodes')) as heap`);
  return `index in all ${rows[0].all}, of which GIN ${rows[0].gin}, rows ${rows[0].heap}`;
}

await new Command("bench/search")
  .argument("<data>", "the folder of real-world test data")
  .option("--quality <shows>", "shows to look for; 0: none", "1000")
  .option(
    "--sizes <list>",
    "comma-separated numbers of episodes to generate; empty: none",
    "10000,100000,1000000",
  )
  .option("--judged <half>", "ask this half of the judged set: tuning or final")
  .option("--patience <ms>", "with --judged: time for further readings; default: no limit")
  .option("--each <number>", "queries of each kind", "60")
  .option("--rounds <number>", "times each query is asked; the median counts", "3")
  .option("--no-rivals", "without FTS5 and plain ts_rank")
  .option("--keep <folder>", "keep the generated data in this folder, or use its existing data")
  .action(async (data: string, options: Options) => {
    if (Number(options.quality) > 0)
      await inThrowAway((deps) => quality(deps, data, Number(options.quality)));
    const { judged: half } = options;
    if (half !== undefined)
      await inThrowAway(
        (deps) =>
          judged(
            deps,
            data,
            half,
            options.patience === undefined ? undefined : Number(options.patience),
          ),
        options.keep && path.join(options.keep, "judged"),
      );
    const points: Point[] = [];
    const summaries: Summary[] = [];
    for (const size of options.sizes.split(",").filter(Boolean).map(Number)) {
      const measured = await inThrowAway(
        (deps) => speed(deps, data, size, options),
        options.keep && path.join(options.keep, String(size)),
      );
      points.push(...measured.points);
      summaries.push(measured.summary);
    }
    if (points.length > 0) say(`\n${curveTable(points)}\n\n${summaryTable(summaries)}`);
    reportRows(summaries.flatMap(rowsOf));
  })
  .parseAsync();
