/** All SQL that packs batches of the ledgers into parcels and notes what became of them. */
import { type RawBuilder, sql } from "kysely";
import type { Database, Executor } from "../../../../platform/db/database.ts";
import { AD_EVENTS, AUDIENCE_EVENTS } from "../tables/store.ts";

/** Whoever feeds holds this: two at once would ask ClickHouse of parcels that are on their way. */
const FEEDING_LOCK = 7_160_021;

/** Runs `work` on a connection that alone may feed. `wait`: until it may; else null when another does. */
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

/** From now on this ClickHouse is fed, from the first parcel on. `known`: it may have some of them. */
export async function changeFeed(db: Executor, feed_id: string, known: boolean): Promise<void> {
  await recallParcels(db);
  await db.updateTable("parcel_feed").set({ feed_id }).execute();
  await db
    .updateTable("parcels")
    .set({ sent_at: null, attempts: known ? 1 : 0 })
    .execute();
}

export type Parcel = Readonly<{ parcel_id: number; attempts: number }>;

/** The oldest parcel that is not sent. */
export async function findParcel(db: Executor): Promise<Parcel | null> {
  const found = await db
    .selectFrom("parcels")
    .select(["parcel_id", "attempts"])
    .where("sent_at", "is", null)
    .orderBy("parcel_id")
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/** Makes a parcel of up to `most` batches that are in none. False: there are none. In a transaction. */
export async function packParcel(db: Executor, most: number): Promise<boolean> {
  const batches = await db
    .selectFrom("ledger_batches")
    .select("batch_id")
    .where("parcel_id", "is", null)
    .orderBy("batch_id")
    .limit(most)
    .forUpdate()
    // Folding holds some for a moment: they go with the next parcel.
    .skipLocked()
    .execute();
  if (batches.length === 0) return false;
  const { parcel_id } = await db
    .insertInto("parcels")
    .defaultValues()
    .returning("parcel_id")
    .executeTakeFirstOrThrow();
  const ids = batches.map(({ batch_id }) => batch_id);
  await sql`
    update ledger_batches set parcel_id = ${parcel_id} where batch_id = any(${ids}::bigint[])`.execute(
    db,
  );
  return true;
}

/** How many batches wait to be packed, and parcels to be sent. */
export async function countWaiting(db: Executor): Promise<{ batches: number; parcels: number }> {
  const { rows } = await sql<{ batches: number; parcels: number }>`
    select (select count(*) from ledger_batches where parcel_id is null) as batches,
      (select count(*) from parcels where sent_at is null) as parcels`.execute(db);
  return rows[0] ?? { batches: 0, parcels: 0 };
}

/** Notes, before anything is sent, that ClickHouse may have some of it from now on. */
export async function beginParcel(db: Executor, parcel_id: number): Promise<void> {
  await db
    .updateTable("parcels")
    .set(({ eb }) => ({ attempts: eb("attempts", "+", 1) }))
    .where("parcel_id", "=", parcel_id)
    .execute();
}

export type Sizes = Readonly<{ ad_events: number; audience_events: number }>;

/** Notes that ClickHouse has all of it. */
export async function finishParcel(db: Executor, parcel_id: number, sizes: Sizes): Promise<void> {
  await db
    .updateTable("parcels")
    .set({ sent_at: sql`now()`, ...sizes })
    .where("parcel_id", "=", parcel_id)
    .execute();
}

export type SentParcel = Readonly<{ parcel_id: number } & Sizes>;

/** Up to `most` parcels that were sent, after `last`, in order. */
export async function listSent(db: Executor, last: number, most: number): Promise<SentParcel[]> {
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

/** Lets these be sent again, as parcels that ClickHouse may have some of. */
export async function resendParcels(db: Executor, parcels: readonly number[]): Promise<void> {
  await sql`
    update parcels set sent_at = null, attempts = greatest(attempts, 1)
    where parcel_id = any(${parcels}::bigint[])`.execute(db);
}

/** Forgets parcels that were sent before `before`, but for the last: its number says how far they have come. */
export async function forgetParcels(db: Executor, before: Date): Promise<void> {
  await db
    .deleteFrom("parcels")
    .where("sent_at", "<", before)
    .where("parcel_id", "<", (eb) =>
      eb.selectFrom("parcels").select(({ fn }) => fn.max("parcel_id").as("last")),
    )
    .execute();
}

/**
 * Knows the forgotten parcels again, as sent: what they consist of stands in the batches, and how
 * much that is, in the ledgers.
 */
export async function recallParcels(db: Executor): Promise<void> {
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

/** The highest number that a parcel has had; 0 before the first. */
export async function findLastParcel(db: Executor): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max(parcel_id) as last from parcels`.execute(db);
  return rows[0]?.last ?? 0;
}

/** The day a row is booked on: that of its window, in UTC. */
const day = sql`(window_start at time zone 'UTC')::date::text as day`;

/** Of each table its rows out of the ledgers, as its columns are named, in an order of their own. */
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

/** The rows of a parcel in chunks of `size`, always the same ones. In a transaction. */
export async function* readParcel(
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
