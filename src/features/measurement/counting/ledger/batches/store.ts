/** SQL of `ledger_batches`: the transactions of counting, and how far statistics have come with them. */
import { sql } from "kysely";
import type { Executor } from "../../../../../platform/db/database.ts";

/** Adds the row of one transaction. `lists` identifies the lists that classified its records. */
export async function insertBatch(db: Executor, lists: string): Promise<number> {
  const row = await db
    .insertInto("ledger_batches")
    .values({ lists })
    .returning("batch_id")
    .executeTakeFirstOrThrow();
  return row.batch_id;
}

/** Locks and returns up to `most` that are in no rollup yet, oldest first. */
export const takeUnaggregated = (db: Executor, most: number): Promise<number[]> =>
  takeWithout(db, "folded_at", most);

/** Marks them as aggregated, in the transaction that aggregates them. */
export async function markAggregated(db: Executor, batches: readonly number[]): Promise<void> {
  await sql`
    update ledger_batches set folded_at = now() where batch_id = any(${batches}::bigint[])`.execute(
    db,
  );
}

/** Locks and returns up to `most` that are in no export batch yet, oldest first. */
export const takeUnpacked = (db: Executor, most: number): Promise<number[]> =>
  takeWithout(db, "parcel_id", most);

/** Puts them into an export batch. */
export async function markPacked(
  db: Executor,
  batches: readonly number[],
  parcel_id: number,
): Promise<void> {
  await sql`
    update ledger_batches set parcel_id = ${parcel_id} where batch_id = any(${batches}::bigint[])`.execute(
    db,
  );
}

/** Rows that another process has locked are taken next time. */
async function takeWithout(
  db: Executor,
  mark: "folded_at" | "parcel_id",
  most: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom("ledger_batches")
    .select("batch_id")
    .where(mark, "is", null)
    .orderBy("batch_id")
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ batch_id }) => batch_id);
}

export type Unaggregated = Readonly<{
  batches: number;
  /** Since the oldest was written; 0 without any. */
  oldest_seconds: number;
}>;

/** The batches that are in no rollup yet. */
export async function measureUnaggregated(db: Executor): Promise<Unaggregated> {
  const { rows } = await sql<Unaggregated>`
    select count(*)::int as batches,
      greatest(0, coalesce(extract(epoch from now() - min(created_at)), 0))::float8 as oldest_seconds
    from ledger_batches where folded_at is null`.execute(db);
  return rows[0] as Unaggregated;
}

/** The number of batches that ClickHouse has not acknowledged yet. */
export async function measureUnsent(db: Executor): Promise<number> {
  const { rows } = await sql<{ batches: number }>`
    select (select count(*) from ledger_batches where parcel_id is null)
      + (select count(*) from ledger_batches join parcels using (parcel_id) where sent_at is null)
      as batches`.execute(db);
  return rows[0]?.batches ?? 0;
}
