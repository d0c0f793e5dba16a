/**
 * Writes downloads and impressions into the ledgers as counting does, while the loop of a server aggregates them.
 * Measures the time from the first insertion until the last event is in every sum. `node bench/ingest.ts --events
 * 2000000`; on a cluster that flushes to disk.
 */
import { randomFillSync } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { ensurePartitions } from "../src/features/measurement/counting/aggregation/store.ts";
import { enterDownloads } from "../src/features/measurement/counting/ledger/actions.ts";
import { insertBatch } from "../src/features/measurement/counting/ledger/batches/store.ts";
import {
  addLineitemCounts,
  addPlays,
  type Download,
  type Impression,
  insertImpressions,
  type LineitemSum,
} from "../src/features/measurement/counting/ledger/store.ts";
import { aggregateLedgers } from "../src/features/measurement/statistics/aggregation/actions.ts";
import { postgresEngine } from "../src/features/measurement/statistics/reading/store.ts";
import { type Database, openDatabase, openPool } from "../src/platform/db/database.ts";
import { openEmbedded } from "../src/platform/db/embedded.ts";
import { migrate } from "../src/platform/db/migrate.ts";
import { postgresSeconds } from "./postgres.ts";
import { makeRow, reportRows, spreadOf } from "./rows.ts";

const HELP = `node bench/ingest.ts [--events 2000000] [--day 137000] [--batch 10000]

--events  half of them impressions, half downloads
--day     events of each kind per day; the default spreads 100 million over two years
--batch   events of each kind per transaction
`;
const { values } = parseArgs({
  options: {
    events: { type: "string", default: "2000000" },
    day: { type: "string", default: "137000" },
    batch: { type: "string", default: "10000" },
    help: { type: "boolean" },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit();
}
const PER_KIND = Number(values.events) / 2;
const PER_DAY = Number(values.day);
const BATCH = Number(values.batch);
const FIRST = Date.UTC(2026, 0, 10);
const DAY_MS = 86_400_000;
/** The pause of a worker's loop. */
const PAUSE_MS = 500;
/** Concurrent transactions, as when counting applies journals. */
const LANES = 2;
const PRICE = 1_234_567;
const SIZES = { lineitems: 5_000, campaigns: 500, teams: 10, episodes: 20_000, shows: 1_000 };
const DEVICES = ["Desktop", "Mobile", "Smart speaker", "Car"] as const;
const DIGEST = "00".repeat(32);

/** Pseudo-random integers below `most`, the same in every run. */
const below = (most: number, of: number): number => (Math.imul(of + 1, 2_654_435_761) >>> 0) % most;

/** A few episodes get most plays. */
const episodeOf = (n: number): number =>
  1 + Math.floor(SIZES.episodes * (below(1_000_003, n) / 1_000_003) ** 3);

function makeDownload(n: number, listener: string): Download {
  const episode_id = episodeOf(n);
  const show = episode_id % SIZES.shows;
  const window_start = FIRST + Math.floor(n / PER_DAY) * DAY_MS;
  return {
    window_start,
    listener,
    episode_id,
    at: window_start + below(DAY_MS, n),
    show_id: show + 1,
    author_id: (show % 200) + 1,
    organization_id: (show % 10) + 1,
    digest: DIGEST,
    purpose: n % 3 === 0 ? "play" : "download",
    ...{
      source: `App ${below(31, n + 7)}`,
      device: DEVICES[n % 4] ?? "Others",
      os: `System ${n % 11}`,
    },
    os_kind: n % 2 === 0 ? "mobile" : "desktop",
    country: `C${below(41, n + 9)}`,
  };
}

function makeImpression(n: number, download: Download): Impression {
  const { window_start, listener, at, episode_id, show_id } = download;
  const lineitem_id = below(SIZES.lineitems, n + 3) + 1;
  const campaign_id = (lineitem_id % SIZES.campaigns) + 1;
  const ids = { lineitem_id, campaign_id, team_id: (campaign_id % SIZES.teams) + 1 };
  const place = { segment: 1, first: 0, after: 1 };
  return {
    window_start,
    listener,
    digest: DIGEST,
    at,
    episode_id,
    show_id,
    ad: { ...ids, ...place, creative_id: lineitem_id, price: BigInt(PRICE) },
  };
}

/** The rows that one counting transaction enters for downloads from `first` on. */
async function enter(db: Database, first: number): Promise<void> {
  const keys = randomFillSync(Buffer.alloc(BATCH * 32)).toString("hex");
  const downloads = Array.from({ length: Math.min(BATCH, PER_KIND - first) }, (_, at) =>
    makeDownload(first + at, keys.slice(at * 64, at * 64 + 64)),
  );
  const impressions = downloads.map((download, at) => makeImpression(first + at, download));
  const sums = new Map<number, LineitemSum>();
  for (const { ad } of impressions) {
    const { impressions: n, revenue } = sums.get(ad.lineitem_id) ?? { impressions: 0, revenue: 0n };
    const { lineitem_id } = ad;
    sums.set(lineitem_id, { lineitem_id, impressions: n + 1, revenue: revenue + BigInt(PRICE) });
  }
  await db.transaction().execute(async (tx) => {
    const batch_id = await insertBatch(tx, "bench");
    const entered = await enterDownloads(tx, batch_id, downloads);
    await insertImpressions(tx, batch_id, impressions);
    await addPlays(tx, entered);
    await addLineitemCounts(tx, [...sums.values()]);
  });
}

/** Checks that the sums equal the entered events. */
async function check(db: Database): Promise<void> {
  const engine = postgresEngine(db);
  let [impressions, downloads, revenue] = [0, 0, 0n];
  for (let id = 1; id <= 10; id += 1) {
    const ads = await engine.readAds({
      facts: "ads",
      by: "nothing",
      scope: { level: "team", id },
      range: null,
    });
    const heard = await engine.readAudience({
      facts: "audience",
      by: "nothing",
      scope: { level: "organization", id },
      range: null,
    });
    impressions += ads[0]?.impressions ?? 0;
    revenue += ads[0]?.revenue ?? 0n;
    downloads += (heard[0]?.plays ?? 0) + (heard[0]?.downloads ?? 0);
  }
  if (
    impressions !== PER_KIND ||
    downloads !== PER_KIND ||
    revenue !== BigInt(PER_KIND) * BigInt(PRICE)
  )
    throw new Error(`The sums are wrong: ${impressions} impressions, ${downloads} downloads.`);
}

async function ingest(db: Database): Promise<void> {
  const days = Math.ceil(PER_KIND / PER_DAY) + 1;
  await ensurePartitions(
    db,
    Array.from({ length: days }, (_, day) => FIRST + day * DAY_MS),
  );
  let written = false;
  const [before, postgresBefore] = [process.cpuUsage(), await postgresSeconds(dataDir)];
  const start = performance.now();
  const since = () => (performance.now() - start) / 1000;
  const folding = (async () => {
    for (let last = false; !last; ) {
      last = written;
      await aggregateLedgers({ db });
      if (!last) await sleep(written ? 0 : PAUSE_MS);
    }
  })();
  let next = 0;
  const lane = async () => {
    while (next < PER_KIND) {
      const first = next;
      next += BATCH;
      await enter(db, first);
    }
  };
  const telling = setInterval(() => {
    console.log(`${since().toFixed(0)} s: ${Math.round((2 * next) / since())} a second written`);
  }, 10_000);
  await Promise.all(Array.from({ length: LANES }, lane));
  clearInterval(telling);
  const writing = since();
  written = true;
  await folding;
  const all = since();
  const { user, system } = process.cpuUsage(before);
  const postgres = (await postgresSeconds(dataDir)) - postgresBefore;
  const of = (seconds: number): string => ((seconds * 1e6) / (2 * PER_KIND)).toFixed(1);
  console.log(
    `${2 * PER_KIND} events: written in ${writing.toFixed(1)} s, all in the sums after ${all.toFixed(1)} s: ` +
      `${Math.round((2 * PER_KIND) / all)} a second. Processor time of an event: Node ${of((user + system) / 1e6)} µs, ` +
      `PostgreSQL ${of(postgres)} µs; load average ${os.loadavg()[0]?.toFixed(0)}`,
  );
  await check(db);
  reportRows([
    makeRow({
      name: `ingest: ${2 * PER_KIND} events`,
      figure: spreadOf([(2 * PER_KIND) / all]),
      unit: "per s",
      better: "more",
      processor: (user + system + postgres * 1e6) / (2 * PER_KIND),
    }),
  ]);
}

const dataDir = await mkdtemp(path.join(os.tmpdir(), "longwave-ingest-"));
const log = pino({ level: "silent" });
const server = await openEmbedded({ dataDir, memory: os.totalmem(), durable: true, log });
try {
  await migrate(server.connection);
  const pool = openPool(server.connection, log, 4);
  await ingest(openDatabase(pool));
  await pool.end();
} finally {
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
}
