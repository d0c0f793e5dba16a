/**
 * `npm run bench -- disk`: what a download with its ads takes on the disk of the database, by table. Each listener gets
 * a rendition that nobody else has, with ads for nobody else: the most that renditions and pins can take.
 */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { loadConfig } from "../src/config.ts";
import { openDeps } from "../src/deps.ts";
import { upsertPin } from "../src/features/listening/renditions/pins/store.ts";
import type { Manifest } from "../src/features/listening/renditions/schema.ts";
import { insertRendition } from "../src/features/listening/renditions/store.ts";
import { openRequestRecorder } from "../src/features/measurement/counting/actions.ts";
import { aggregateLedgers } from "../src/features/measurement/statistics/aggregation/actions.ts";
import { insertEpisodes } from "../src/features/publishing/episodes/store.ts";
import type { Executor } from "../src/platform/db/database.ts";
import { manifestFor, requestsFor } from "./disk/downloads.ts";
import { readSizes, type Sizes, sizesTable } from "./disk/sizes.ts";
import { makeRow, reportRows, spreadOf } from "./rows.ts";
import { makeShow } from "./stitched.ts";

const HELP = `node bench/disk.ts [--downloads 100000] [--episodes 500] [--days 5]

--downloads  each with three ads, in five requests
--episodes   that they are of
--days       that they are spread over; the tables are read after each
`;
const { values } = parseArgs({
  options: {
    downloads: { type: "string", default: "100000" },
    episodes: { type: "string", default: "500" },
    days: { type: "string", default: "5" },
    help: { type: "boolean" },
  },
});
const [downloads, episodes, days] = [values.downloads, values.episodes, values.days].map(
  Number,
) as [number, number, number];
const FIRST = Date.parse("2026-03-30T00:00:00Z");
const DAY_MS = 86_400_000;
/** Listeners of one turn of the event loop. */
const TURN = 200;

/** Bytes of each table for a download of one day. */
type Day = Readonly<{ each: ReadonlyMap<string, Sizes> }>;

async function measure(opened: AsyncDisposableStack): Promise<Day[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-disk-"));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const deps = await openDeps(loadConfig({ DATA_DIR: folder, LOG_LEVEL: "error" }));
  opened.defer(() => deps.close());
  const show = await makeShow(deps);
  const ids = await insertEpisodes(
    deps.db,
    Array.from({ length: episodes }, (_, at) => ({
      ...show,
      type: "RECORDED",
      title: `Episode ${at}`,
      permalink: `episode-${at}`,
      rss_guid: `episode-${at}`,
    })),
  );
  const recorder = await openRequestRecorder(deps);
  opened.defer(() => recorder.close());
  const perDay = Math.round(downloads / days);
  const measured: Day[] = [];
  let before = await readSizes(deps.pool);
  for (let day = 0; day < days; day += 1) {
    const start = FIRST + day * DAY_MS;
    const momentOf = (at: number) => start + Math.floor((at / perDay) * DAY_MS * 0.9);
    for (let at = 0; at < perDay; at += TURN) {
      const turn = Array.from({ length: Math.min(TURN, perDay - at) }, (_, n) => {
        const number = day * perDay + at + n;
        const made = manifestFor(ids[number % ids.length] ?? 0, number);
        return { number, made, moment: momentOf(at + n) };
      });
      await deps.db.transaction().execute(async (tx) => {
        for (const { made, moment } of turn) await keep(tx, made, new Date(moment));
      });
      // After the commit: counting looks the rendition up.
      for (const { number, made, moment } of turn)
        for (const record of requestsFor(made, number, moment)) recorder.note(record);
    }
    await recorder.drain();
    await aggregateLedgers(deps);
    await requireCounted((day + 1) * perDay, deps.pool);
    const after = await readSizes(deps.pool);
    measured.push({ each: growth(before, after, perDay) });
    before = after;
    process.stderr.write(`day ${day + 1} of ${days}\n`);
  }
  return measured;
}

/** As playback does when it has chosen the ads of a listener. */
async function keep(tx: Executor, made: Manifest, at: Date): Promise<void> {
  await insertRendition(tx, made, at);
  const pin = {
    episode_id: made.episode_id,
    media_digest: randomBytes(32),
    listener: randomBytes(32),
    digest: Buffer.from(made.digest, "hex"),
    expires_at: new Date(at.getTime() + 7 * DAY_MS),
  };
  await upsertPin(tx, pin, at);
}

/** Otherwise the tables would be divided by downloads that are not in them. */
async function requireCounted(
  wanted: number,
  pool: { query(text: string): Promise<{ rows: { downloads: number; impressions: number }[] }> },
): Promise<void> {
  const { rows } = await pool.query(
    "select (select count(*)::int from downloads) as downloads, (select count(*)::int from impressions) as impressions",
  );
  const [found] = rows;
  if (found?.downloads !== wanted || found.impressions !== 3 * wanted)
    throw new Error(`${JSON.stringify(found)} were counted of ${wanted} downloads with three ads`);
}

function growth(before: ReadonlyMap<string, Sizes>, after: ReadonlyMap<string, Sizes>, n: number) {
  return new Map(
    [...after].map(([table, size]) => {
      const old = before.get(table) ?? { rows: 0, indexes: 0, toast: 0 };
      const of = (part: keyof Sizes) => (size[part] - old[part]) / n;
      return [table, { rows: of("rows"), indexes: of("indexes"), toast: of("toast") }];
    }),
  );
}

async function main(): Promise<void> {
  if (values.help) return void process.stdout.write(HELP);
  await using opened = new AsyncDisposableStack();
  const measured = (await measure(opened)).map(({ each }) => each);
  process.stdout.write(`${sizesTable(measured)}\n`);
  const totals = measured.map((each) =>
    [...each.values()].reduce((sum, { rows, indexes, toast }) => sum + rows + indexes + toast, 0),
  );
  reportRows([
    makeRow({
      name: `disk: a download with three ads, of ${downloads.toLocaleString("en")}`,
      figure: spreadOf(totals),
      unit: "bytes",
      better: "less",
    }),
  ]);
}

await main();
