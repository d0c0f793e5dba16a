/** Fills an empty database with the load: writes rollups and ledgers directly with COPY. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from } from "pg-copy-streams";
import type { OpenDeps } from "../../src/deps.ts";
import { ROLLUPS } from "../../src/features/measurement/statistics/rules.ts";
import { ensureYears } from "../../src/features/measurement/statistics/years/store.ts";
import { addDays, bucketStart, type Day } from "../../src/platform/statistics/calendar.ts";
import { DAYS, FIRST, type Load, NAMES, type Stretch, stretchOf, TODAY } from "./events.ts";
import { DOWNLOAD_COLUMNS, downloadLine, IMPRESSION_COLUMNS, impressionLine } from "./ledgers.ts";
import { adRows, audienceRows, type Bucket } from "./sums.ts";

export type Filling = Pick<OpenDeps, "db" | "pool">;

/** Number of ledger rows in one batch, as when counting under load. */
const BATCH = 50_000;

/** Number of characters that are copied together: one copy per day would cost more than its rows. */
const CHUNK = 2 ** 25;

/** Runs COPY while the next rows are generated: `take` waits only for earlier rows, `done` for all. */
function openCopy({ pool }: Pick<Filling, "pool">) {
  const waiting = new Map<string, { texts: string[]; length: number }>();
  let running: Promise<unknown> = Promise.resolve();
  const send = async (into: string, texts: readonly string[]): Promise<void> => {
    await running;
    running = copyIn(pool, into, texts);
  };
  const flush = async (): Promise<void> => {
    for (const [into, { texts }] of waiting) await send(into, texts);
    waiting.clear();
  };
  return {
    async take(into: string, text: string): Promise<void> {
      const own = waiting.get(into) ?? { texts: [], length: 0 };
      own.texts.push(text);
      own.length += text.length;
      waiting.set(into, own);
      if (own.length < CHUNK) return;
      waiting.delete(into);
      await send(into, own.texts);
    },
    /** Runs statements after everything that was taken. */
    async follow(statements: string): Promise<void> {
      await flush();
      await running;
      running = pool.query(statements);
    },
    async done(): Promise<void> {
      await flush();
      await running;
    },
  };
}
type Copy = ReturnType<typeof openCopy>;

async function copyIn(pool: pg.Pool, into: string, texts: readonly string[]): Promise<void> {
  const client = await pool.connect();
  try {
    await pipeline(Readable.from(texts), client.query(from(`copy ${into} from stdin`)));
  } finally {
    client.release();
  }
}

/** Drops the indexes of these tables while `work` fills them, and rebuilds them afterwards. */
async function withoutIndexes(pool: pg.Pool, tables: string[], work: () => Promise<void>) {
  const { rows } = await pool.query<{ drop: string; make: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where conrelid = any($1::regclass[]) and contype = 'p'
    union all
    select format('drop index %s', indexrelid::regclass), replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')
    from pg_index where indrelid = any($1::regclass[]) and not indisprimary`,
    [tables],
  );
  for (const { drop } of rows) await pool.query(drop);
  await work();
  for (const { make } of rows) await pool.query(make);
}

const CARELESS = [
  ["fsync", "off"],
  ["full_page_writes", "off"],
  ["max_wal_size", "8GB"],
  ["work_mem", "512MB"],
] as const;

/** Turns off PostgreSQL's durability while it is filled; later measurements are not affected. */
export async function withoutCare(pool: pg.Pool, work: () => Promise<void>): Promise<void> {
  const each = async (change: (setting: readonly [string, string]) => string): Promise<void> => {
    for (const setting of CARELESS) await pool.query(`alter system ${change(setting)}`);
    await pool.query("select pg_reload_conf()");
  };
  await each(([name, value]) => `set ${name} = '${value}'`);
  await work();
  await each(([name]) => `reset ${name}`);
  await pool.query("checkpoint");
}

/** Stores the names and returns their ids by index. */
export async function learnNames({ pool }: Filling): Promise<number[]> {
  const { rows } = await pool.query<{ name_id: number }>(
    `insert into audience_names (dimension, kind, name)
    select * from unnest($1::smallint[], $2::text[], $3::text[]) returning name_id`,
    [NAMES.map((one) => one.dimension), NAMES.map((one) => one.kind), NAMES.map((one) => one.name)],
  );
  return rows.map(({ name_id }) => name_id);
}

/** Months before this day have rows of their own, as after `closeMonths`. */
const CLOSED_UNTIL = bucketStart(addDays(TODAY, -2), "month");

/** Every day, and after its last day every closed month. */
function* bucketsOf(load: Load): Generator<Bucket> {
  let month = { first: 0, start: bucketStart(FIRST, "month") };
  for (let day = 0; day < DAYS; day += 1) {
    const start: Day = addDays(FIRST, day);
    yield { span: "day", start, stretch: stretchOf(load, day) };
    const next = bucketStart(addDays(start, 1), "month");
    if (next === month.start) continue;
    const stretch = stretchOf(load, month.first, day + 1 - month.first);
    if (month.start < CLOSED_UNTIL) yield { span: "month", start: month.start, stretch };
    month = { first: day + 1, start: next };
  }
}

/** Writes all rollups as aggregation and closing would. */
export async function fillRollups(
  filling: Filling,
  load: Load,
  progress: (day: Day) => void,
): Promise<void> {
  const ids = await learnNames(filling);
  await ensureYears(filling.db, bucketStart(FIRST, "month"), TODAY);
  await withoutIndexes(filling.pool, [...ROLLUPS], () => copyRollups(filling, load, ids, progress));
  await filling.pool.query("update rollup_state set closed_until = $1", [CLOSED_UNTIL]);
}

async function copyRollups(
  filling: Filling,
  load: Load,
  ids: readonly number[],
  progress: (day: Day) => void,
): Promise<void> {
  const copy = openCopy(filling);
  const each = (statement: (table: string) => string) => ROLLUPS.map(statement).join("; ");
  await copy.follow(each((table) => `create unlogged table staged_${table} (like ${table})`));
  const write = (order: string) =>
    copy.follow(
      each(
        (table) =>
          `insert into ${table} select * from staged_${table} order by ${order}; truncate staged_${table}`,
      ),
    );
  for (const bucket of bucketsOf(load)) {
    await copy.take(
      "staged_ad_rollups (level, id, span, start, parent_id, impressions, revenue)",
      adRows(bucket),
    );
    for (const rows of audienceRows(load, bucket, ids))
      await copy.take(
        "staged_audience_rollups (level, id, span, start, parent_id, plays, downloads, hashes, largest, names, listeners, hours)",
        rows,
      );
    progress(bucket.start);
    if (bucket.span === "month") await write("span, level, parent_id, id, start");
  }
  // Months that are not closed stay in the order of aggregation.
  await write("start");
  await copy.follow(each((table) => `drop table staged_${table}`));
  await copy.done();
}

/**
 * Writes one batch of each ledger for every `BATCH` events of the stretch. `fold` aggregates them into the rollups;
 * without it they are marked as aggregated.
 */
export async function fillLedgers(
  filling: Filling,
  load: Load,
  { first, after }: Stretch,
  fold: (() => Promise<unknown>) | null = null,
): Promise<void> {
  await makePartitions(filling.pool);
  const copy = openCopy(filling);
  for (let start = first; start < after; start += BATCH) {
    const { rows } = await filling.pool.query(
      "insert into ledger_batches (folded_at) values (case when $1 then now() end) returning batch_id",
      [fold === null],
    );
    const stretch = { first: start, after: Math.min(after, start + BATCH) };
    await copyBatch(copy, load, stretch, rows[0].batch_id);
    if (fold === null) continue;
    await copy.done();
    await fold();
  }
  await copy.done();
}

async function copyBatch(copy: Copy, load: Load, { first, after }: Stretch, batch: number) {
  const impressions: string[] = [];
  const downloads: string[] = [];
  for (let event = first; event < after; event += 1) {
    impressions.push(impressionLine(event, load, batch));
    downloads.push(downloadLine(event, load, batch));
  }
  await copy.take(`impressions (${IMPRESSION_COLUMNS})`, impressions.join(""));
  await copy.take(`downloads (${DOWNLOAD_COLUMNS})`, downloads.join(""));
}

/** Creates a partition of both ledgers for each month, as counting does. */
async function makePartitions(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select ensure_partition(ledger, to_char(month, 'YYYYMM'), month, month + interval '1 month')
    from unnest(array['impressions', 'downloads']) ledger, generate_series(
      date_trunc('month', $1::timestamptz), $2::timestamptz, interval '1 month') month`,
    [FIRST, TODAY],
  );
}
