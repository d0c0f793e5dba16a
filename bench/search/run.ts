/** `node bench/search/run.ts <data>`: how well and how fast search answers (docs/decisions/search.md). */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Command } from "commander";
import pg from "pg";
import { buildApp } from "../../src/app.ts";
import { loadConfig } from "../../src/config.ts";
import { type OpenDeps, openDeps } from "../../src/deps.ts";
import { refreshSearch } from "../../src/features/search/upkeep/actions.ts";
import { countWords } from "../../src/features/search/upkeep/store.ts";
import { openDatabase, openPool } from "../../src/platform/db/database.ts";
import { buildIndex } from "./build.ts";
import { loadShows, readEpisodes, readShows } from "./corpus.ts";
import { generateEpisodes } from "./generate.ts";
import { measureQuality, qualityTable } from "./quality.ts";
import { makeQueries } from "./queries.ts";
import { openFts5, openPlain, type Rival } from "./rivals.ts";
import { type Figures, figuresOf, type Sample, timed } from "./speed.ts";

type Options = {
  quality: string;
  sizes: string;
  each: string;
  rounds: string;
  rivals: boolean;
  keep?: string;
};

const tell = (line: string) => process.stderr.write(`${line}\n`);
const say = (line: string) => process.stdout.write(`${line}\n`);

/** A Longwave of its own in a temporary folder; one connection, so that its work can be told. */
async function inThrowAway(work: (deps: OpenDeps) => Promise<void>, keep?: string): Promise<void> {
  const dataDir = keep ?? (await mkdtemp(path.join(os.tmpdir(), "longwave-search-")));
  const opened = await openDeps(
    loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: "warn", RATE_LIMIT: "0" }),
  );
  const pool = openPool(opened.target, opened.log, 1);
  try {
    await work({ ...opened, pool, db: openDatabase(pool) });
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

async function speed(deps: OpenDeps, data: string, size: number, options: Options): Promise<void> {
  const client = new pg.Client(deps.target);
  await client.connect();
  try {
    await fill(deps, client, data, size);
    say(`\n${size.toLocaleString("en")} episodes, ${await sizesOf(client)}`);
    const kinds = await makeQueries(client, Number(options.each));
    const mine = await measureMine(deps, kinds, Number(options.rounds));
    say(speedTable(mine));
    if (options.rivals) await compare(client, kinds, size, mine);
  } finally {
    await client.end();
  }
}

async function fill(deps: OpenDeps, client: pg.Client, data: string, size: number): Promise<void> {
  const { rows } = await client.query("select count(*)::int as count from search_episodes");
  if (rows[0].count > 0) return;
  const corpora = { shows: readShows(data), episodes: readEpisodes(data) };
  await generateEpisodes(client, corpora, size);
  const took = await buildIndex(deps.target, size);
  tell(`built: documents ${took.documents.toFixed(0)} s, GIN ${took.gin.toFixed(0)} s`);
  await deps.db.transaction().execute(countWords);
  await client.query("vacuum analyze search_words");
}

async function sizesOf(client: pg.Client): Promise<string> {
  const { rows } =
    await client.query(`select pg_size_pretty(pg_total_relation_size('search_episodes')) as all,
    pg_size_pretty(pg_relation_size('search_episodes_lexemes')) as gin,
    pg_size_pretty(pg_relation_size('search_episodes')) as heap`);
  return `index in all ${rows[0].all}, of which GIN ${rows[0].gin}, rows ${rows[0].heap}`;
}

type Measured = { name: string; figures: Figures; samples: Sample[] }[];

async function measureMine(
  deps: OpenDeps,
  kinds: Awaited<ReturnType<typeof makeQueries>>,
  rounds: number,
): Promise<Measured> {
  const app = await buildApp(deps);
  const { rows } = await deps.pool.query("select pg_backend_pid() as pid");
  const askOnce = (url: string) =>
    timed(url, rows[0].pid, async () => {
      const answer = await app.inject({ url });
      if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
    });
  const measured: Measured = [];
  const deep = {
    name: "offset 9,980",
    queries: (kinds[3]?.queries ?? []).map(({ path: url }) => ({ path: `${url}&offset=9980` })),
  };
  // Once through for warmth: plans, caches, compiled code.
  for (const { queries } of [...kinds, deep])
    for (const { path: url } of queries.slice(0, 12)) await askOnce(url);
  for (const { name, queries } of [...kinds, deep]) {
    const samples: Sample[] = [];
    for (const { path: url } of queries) {
      const runs: Sample[] = [];
      for (let round = 0; round < rounds; round += 1) runs.push(await askOnce(url));
      samples.push(median(runs));
    }
    measured.push({ name, samples, figures: figuresOf(samples) });
  }
  await app.close();
  return measured;
}

const median = (runs: readonly Sample[]): Sample =>
  runs.toSorted((a, b) => a.wall - b.wall)[Math.floor(runs.length / 2)] as Sample;

const number = (value: number): string => value.toFixed(1).padStart(8);

function speedTable(measured: Measured): string {
  const mix = measured
    .filter(({ name }) => !name.startsWith("offset"))
    .flatMap(({ samples }) => samples);
  const row = (name: string, { p50, p99, max, cpu50, cpu99, slowest }: Figures) =>
    `${name.padEnd(30)}${[p50, p99, max, cpu50, cpu99].map(number).join("")}  ${slowest.replace(/^\S*q=/, "").slice(0, 50)}`;
  return [
    `${"ms".padEnd(30)}     p50     p99     max cpu p50 cpu p99  slowest`,
    ...measured.map(({ name, figures }) => row(name, figures)),
    row("the whole mix", figuresOf(mix)),
  ].join("\n");
}

/** Only kinds that are plain words: both rivals answer the same. */
async function compare(
  client: pg.Client,
  kinds: Awaited<ReturnType<typeof makeQueries>>,
  size: number,
  mine: Measured,
) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-fts5-"));
  const { rows } = await client.query("select pg_backend_pid() as pid");
  try {
    tell("filling FTS5 and a plain table");
    using fts5 = await openFts5(client, folder, size);
    const rivals: Rival[] = [await openPlain(client, size), fts5];
    say(
      `${"p50 ms".padEnd(30)}Longwave ${rivals.map(({ name }) => `${name.padStart(14)}  times`).join("")}`,
    );
    for (const { name, queries } of kinds) {
      const plain = queries
        .flatMap(({ words }) => (words === undefined ? [] : [words]))
        .slice(0, 15);
      const own = mine.find((one) => one.name === name)?.figures;
      if (plain.length === 0 || own === undefined) continue;
      const cells: string[] = [];
      for (const rival of rivals) {
        const samples: Sample[] = [];
        for (const words of plain)
          samples.push(await timed(words.join(" "), rows[0].pid, () => rival.ask(words)));
        const { p50 } = figuresOf(samples);
        cells.push(`${number(p50).padStart(14)}${`${(p50 / own.p50).toFixed(1)}×`.padStart(7)}`);
      }
      say(`${name.padEnd(30)}${number(own.p50)} ${cells.join("")}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    await client.query("drop table if exists plain");
  }
}

await new Command("bench/search")
  .argument("<data>", "the folder of real-world test data")
  .option("--quality <shows>", "shows to look for; 0: none", "1000")
  .option(
    "--sizes <list>",
    "episodes to generate, joined by commas; empty: none",
    "10000,100000,1000000",
  )
  .option("--each <number>", "queries of each kind", "60")
  .option("--rounds <number>", "times each query is asked; the median counts", "3")
  .option("--no-rivals", "without FTS5 and plain ts_rank")
  .option("--keep <folder>", "keep the generated data there, or use what it holds")
  .action(async (data: string, options: Options) => {
    if (Number(options.quality) > 0)
      await inThrowAway((deps) => quality(deps, data, Number(options.quality)));
    for (const size of options.sizes.split(",").filter(Boolean).map(Number))
      await inThrowAway(
        (deps) => speed(deps, data, size, options),
        options.keep && path.join(options.keep, String(size)),
      );
  })
  .parseAsync();
