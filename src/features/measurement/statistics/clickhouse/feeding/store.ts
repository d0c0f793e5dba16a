/** SQL that packs ledger rows into ledger batches and records their state. */
import { type RawBuilder, sql } from "kysely";
import type { Database, Executor } from "../../../../../platform/db/database.ts";
import { markPacked, takeUnpacked } from "../../../counting/ledger/batches/store.ts";
import { AD_EVENTS, AUDIENCE_EVENTS } from "../tables/store.ts";

/** The lock of the only feeder: two at once would check ledger batches that are still being sent. */
const FEEDING_LOCK = 7_160_021;

/**
 * Runs `work` on a connection with the feeder lock. `wait`: waits for the lock; otherwise returns null if it is taken.
 */
export const asOnlyFeeder = <T>(
  db: Database,
  wait: boolean,
  work: (db: Database) => Promise<T>,
): Promise<T | null> =>
  db.connection().execute(async (one) => {
    const { rows } = await sql<{ taken: boolean }>`
      select case when ${wait} then pg_advisory_lock(${FEEDING_LOCK}::bigint) is not null
        else pg_try_advisory_lock(${FEEDING_LOCK}::bigint) end as taken`.execute(one);
    if (rows[0]?.taken !== true) return null;
    try {
      return await work(one);
    } finally {
      await sql`select pg_advisory_unlock(${FEEDING_LOCK}::bigint)`.execute(one);
    }
  });

export type Feed = Readonly<{ source_id: string; feed_id: string | null }>;

export const readFeed = (db: Executor): Promise<Feed> =>
  db.selectFrom("parcel_feed").select(["source_id", "feed_id"]).executeTakeFirstOrThrow();

/** Feeds this ClickHouse from now on, starting from the first ledger batch. `known`: it may have some of them. */
export async function changeFeed(db: Executor, feed_id: string, known: boolean): Promise<void> {
  await recallBatches(db);
  await db.updateTable("parcel_feed").set({ feed_id }).execute();
  await db
    .updateTable("parcels")
    .set({ sent_at: null, attempts: known ? 1 : 0 })
    .execute();
}

export type ExportBatch = Readonly<{ parcel_id: number; attempts: number }>;

/** The oldest ledger batch that is not sent. */
export async function findBatch(db: Executor): Promise<ExportBatch | null> {
  const found = await db
    .selectFrom("parcels")
    .select(["parcel_id", "attempts"])
    .where("sent_at", "is", null)
    .orderBy("parcel_id")
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/** Packs up to `most` unpacked rows of `ledger_batches`. False if there are none. Call it in a transaction. */
export async function packBatch(db: Executor, most: number): Promise<boolean> {
  const batches = await takeUnpacked(db, most);
  if (batches.length === 0) return false;
  const { parcel_id } = await db
    .insertInto("parcels")
    .defaultValues()
    .returning("parcel_id")
    .executeTakeFirstOrThrow();
  await markPacked(db, batches, parcel_id);
  return true;
}

/** How many rows of `ledger_batches` wait to be packed, and how many ledger batches to be sent. */
export async function countWaiting(db: Executor): Promise<{ batches: number; parcels: number }> {
  const { rows } = await sql<{ batches: number; parcels: number }>`
    select (select count(*) from ledger_batches where parcel_id is null) as batches,
      (select count(*) from parcels where sent_at is null) as parcels`.execute(db);
  return rows[0] ?? { batches: 0, parcels: 0 };
}

/** Records, before anything is sent, that ClickHouse may have some of it from now on. */
export async function beginBatch(db: Executor, parcel_id: number): Promise<void> {
  await db
    .updateTable("parcels")
    .set(({ eb }) => ({ attempts: eb("attempts", "+", 1) }))
    .where("parcel_id", "=", parcel_id)
    .execute();
}

export type Sizes = Readonly<{ ad_events: number; audience_events: number }>;

/** Records that ClickHouse has all of it. */
export async function finishBatch(db: Executor, parcel_id: number, sizes: Sizes): Promise<void> {
  await db
    .updateTable("parcels")
    .set({ sent_at: sql`now()`, ...sizes })
    .where("parcel_id", "=", parcel_id)
    .execute();
}

export type SentBatch = Readonly<{ parcel_id: number } & Sizes>;

/** Up to `most` sent ledger batches after `last`, in order. */
export async function listSent(db: Executor, last: number, most: number): Promise<SentBatch[]> {
  const rows = await db
    .selectFrom("parcels")
    .select(["parcel_id", "ad_events", "audience_events"])
    .where("sent_at", "is not", null)
    .where("parcel_id", ">", last)
    .orderBy("parcel_id")
    .limit(most)
    .execute();
  return rows.map((row) => ({
    parcel_id: row.parcel_id,
    ad_events: row.ad_events ?? 0,
    audience_events: row.audience_events ?? 0,
  }));
}

/** Marks these as unsent, and ClickHouse as possibly having some of their rows. */
export async function resendBatches(db: Executor, parcels: readonly number[]): Promise<void> {
  await sql`
    update parcels set sent_at = null, attempts = greatest(attempts, 1)
    where parcel_id = any(${parcels}::bigint[])`.execute(db);
}

/** Deletes ledger batches sent before `before`, except the last one, whose number shows the progress. */
export async function forgetBatches(db: Executor, before: Date): Promise<void> {
  await db
    .deleteFrom("parcels")
    .where("sent_at", "<", before)
    .where("parcel_id", "<", (eb) =>
      eb.selectFrom("parcels").select(({ fn }) => fn.max("parcel_id").as("last")),
    )
    .execute();
}

/** Restores deleted ledger batches as sent: `ledger_batches` has their contents, and the ledgers their sizes. */
export async function recallBatches(db: Executor): Promise<void> {
  const counted = (table: string) => sql`
    select parcel_id, count(*) as n from forgotten join ${sql.table(table)} using (batch_id) group by 1`;
  await sql`
    with forgotten as materialized (
      select parcel_id, batch_id from ledger_batches b
      where parcel_id is not null
        and not exists (select from parcels p where p.parcel_id = b.parcel_id)
    ), ads as (
      select parcel_id, sum(n)::bigint as n from (
        ${counted("impressions")} union all ${counted("accruals")}
      ) booked group by 1
    ), heard as (${counted("downloads")})
    insert into parcels (parcel_id, attempts, sent_at, ad_events, audience_events)
      overriding system value
    select parcel_id, 1, now(), coalesce(ads.n, 0), coalesce(heard.n, 0)
    from (select distinct parcel_id from forgotten) known
      left join ads using (parcel_id) left join heard using (parcel_id)`.execute(db);
}

/** The highest number of any ledger batch so far; 0 before the first. */
export async function findLastBatch(db: Executor): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max(parcel_id) as last from parcels`.execute(db);
  return rows[0]?.last ?? 0;
}

/** The date that a row is booked on: that of its window, in UTC. */
const day = sql`(window_start at time zone 'UTC')::date::text as day`;

/** For each table its rows from the ledgers, with its column names, in a fixed order. */
const LEDGERS: Record<keyof Sizes, (parcel: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  [AD_EVENTS]: (own) => sql`
    select day, team_id, campaign_id, lineitem_id, impressions, revenue::text from (
      select batch_id, 0 as kind, ${day}, team_id, campaign_id, lineitem_id, quantity as impressions,
        quantity * price as revenue,
        row_number() over (partition by batch_id
          order by window_start, listener, digest, segment, correction) as n
      from impressions where ${own}
      union all
      select batch_id, 1, day::text, team_id, campaign_id, lineitem_id, 0, amount,
        row_number() over (partition by batch_id order by lineitem_id, day, correction)
      from accruals where ${own}
    ) booked order by batch_id, kind, n`,
  [AUDIENCE_EVENTS]: (own) => sql`
    select ${day}, coalesce(organization_id, 0) as organization_id, author_id, show_id, episode_id,
      case purpose when 'play' then quantity else 0 end as plays,
      case purpose when 'play' then 0 else quantity end as downloads,
      ('x' || encode(substr(listener, 1, 8), 'hex'))::bit(64)::bigint::text as listener,
      source, device, os, os_kind, coalesce(country, '') as country
    from downloads where ${own}
    order by batch_id, downloads.window_start, downloads.listener, episode_id, correction`,
};

/** The rows of a ledger batch in chunks of `size`, always in the same order. Call it in a transaction. */
export async function* readBatch(
  db: Executor,
  table: keyof Sizes,
  parcel_id: number,
  size: number,
): AsyncGenerator<object[]> {
  const own = sql`batch_id in (
    select batch_id from ledger_batches where parcel_id = ${sql.lit(parcel_id)})`;
  const cursor = sql.ref(`parcel_${table}`);
  await sql`declare ${cursor} no scroll cursor for ${LEDGERS[table](own)}`.execute(db);
  for (;;) {
    const { rows } = await sql<object>`fetch ${sql.lit(size)} from ${cursor}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < size) break;
  }
  await sql`close ${cursor}`.execute(db);
}
