/** Ledger rows for tests, written as counting writes them: one row of `ledger_batches` per transaction. */
import { createHash } from "node:crypto";
import { type Insertable, sql } from "kysely";
import type { Deps } from "../../src/deps.ts";
import { aggregateLedgers } from "../../src/features/measurement/statistics/aggregation/actions.ts";
import { openFeeder } from "../../src/features/measurement/statistics/clickhouse/feeding/actions.ts";
import type { Executor } from "../../src/platform/db/database.ts";
import type { Accruals, Downloads, Impressions } from "../../src/platform/db/rows.ts";
import { openClickhouse } from "../../src/platform/statistics/clickhouse.ts";

/** 32 bytes that look random and repeat for the same name. */
export const digestOf = (name: string | number): Buffer =>
  createHash("sha256").update(String(name)).digest();

type Booked<T> = Omit<T, "batch_id">;
export type Download = Booked<Insertable<Downloads>>;
export type Impression = Booked<Insertable<Impressions>>;
type Accrual = Booked<Insertable<Accruals>>;
export type Entries = { downloads?: Download[]; impressions?: Impression[]; accruals?: Accrual[] };

/** Makes the ledgers accept any date, without further partitions. */
export async function openLedgers(db: Executor): Promise<void> {
  for (const table of ["downloads", "impressions"])
    await sql`create table if not exists ${sql.table(`${table}_rest`)} partition of ${sql.table(table)} default`.execute(
      db,
    );
}

/** Creates the partitions of these months, named by their first days, as counting does. */
export async function openMonths(db: Executor, months: readonly string[]): Promise<void> {
  for (const table of ["downloads", "impressions"])
    for (const month of months)
      await sql`
        select ensure_partition(${table}, to_char(${month}::date, 'YYYYMM'), ${month}::date, ${month}::date + interval '1 month')`.execute(
        db,
      );
}

/** Brings the world's statistics engines up to date with its ledgers. */
export async function countUp(deps: Deps): Promise<void> {
  await aggregateLedgers(deps);
  const { statistics } = deps.config;
  if (statistics !== null) await openFeeder(deps, openClickhouse(statistics)).feed();
}

/** Runs `work` while the engine's tables are missing, as in a damaged engine. */
export async function withDamagedEngine({ pool, config }: Deps, work: () => Promise<void>) {
  const { statistics } = config;
  const rename = async (from: string, to: string): Promise<void> => {
    if (statistics === null)
      await pool.query(`alter table ${from}_rollups rename to ${to}_rollups`);
    else {
      const { database, run } = openClickhouse(statistics);
      await run(`rename table ${database}.${from}_events to ${database}.${to}_events`);
    }
  };
  await rename("ad", "damaged");
  await work();
  await rename("damaged", "ad");
}

/**
 * Writes rows in one transaction, as counting does: a feeder takes a batch as soon as it sees it. Returns the id in
 * `ledger_batches`.
 */
export const writeBatch = (db: Executor, entries: Entries): Promise<number> =>
  db.isTransaction
    ? writeRows(db, entries)
    : db.transaction().execute((transaction) => writeRows(transaction, entries));

async function writeRows(db: Executor, entries: Entries): Promise<number> {
  const { batch_id } = await db
    .insertInto("ledger_batches")
    .defaultValues()
    .returning("batch_id")
    .executeTakeFirstOrThrow();
  const { downloads = [], impressions = [], accruals = [] } = entries;
  for (const rows of inChunks(downloads.map((row) => ({ ...row, batch_id }))))
    await db.insertInto("downloads").values(rows).execute();
  for (const rows of inChunks(impressions.map((row) => ({ ...row, batch_id }))))
    await db.insertInto("impressions").values(rows).execute();
  for (const rows of inChunks(accruals.map((row) => ({ ...row, batch_id }))))
    await db.insertInto("accruals").values(rows).execute();
  return batch_id;
}

function* inChunks<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += 1000) yield rows.slice(start, start + 1000);
}

type Heard = { episode_id: number; show_id: number; author_id: number } & Partial<Download>;

/** A counted download at `at`, with a window on the same day. */
export function download(at: string, listener: string | number, heard: Heard): Download {
  return {
    window_start: `${at.slice(0, 10)} 00:00:00+00`,
    at: `${at}+00`,
    listener: digestOf(listener),
    purpose: "play",
    source: "Overcast",
    device: "Mobile",
    os: "iOS",
    os_kind: "mobile",
    country: "IT",
    organization_id: null,
    digest: null,
    ...heard,
  };
}

type Sold = {
  lineitem_id: number;
  campaign_id: number;
  team_id: number;
  price: number;
} & Partial<Impression>;

/** A delivered ad at `at`; price in 10⁻⁸. */
export function impression(at: string, listener: string | number, sold: Sold): Impression {
  return {
    window_start: `${at.slice(0, 10)} 00:00:00+00`,
    at: `${at}+00`,
    listener: digestOf(listener),
    digest: digestOf("rendition"),
    segment: 1,
    creative_id: 1,
    episode_id: 1,
    show_id: 1,
    ...sold,
  };
}
