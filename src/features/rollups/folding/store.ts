/** All SQL that adds rows of the ledgers to the rollups. */
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { Day } from "../../../platform/statistics/calendar.ts";
import { SKETCH_SIZE } from "../rules.ts";

/** Whoever writes rollups holds this until the transaction ends. */
const FOLDING_LOCK = 7_160_020;

/** Waits until nobody else writes rollups, and keeps others waiting until the transaction ends. */
export async function lockRollups(db: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FOLDING_LOCK}::bigint)`.execute(db);
}

/** The same without waiting; false when somebody else writes them. */
export async function tryLockRollups(db: Executor): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${FOLDING_LOCK}::bigint) as taken`.execute(db);
  return rows[0]?.taken ?? false;
}

/** Up to `most` batches that are in no rollup yet, locked, the oldest first. */
export async function takeBatches(db: Executor, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom("ledger_batches")
    .select("batch_id")
    .where("folded_at", "is", null)
    .orderBy("batch_id")
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ batch_id }) => batch_id);
}

/** Notes that the batches are in the rollups, in the transaction that put them there. */
export async function markFolded(db: Executor, batches: readonly number[]): Promise<void> {
  await sql`
    update ledger_batches set folded_at = now() where batch_id = any(${batches}::bigint[])`.execute(
    db,
  );
}

/** Which rows of a ledger are meant: a condition on the columns of the alias `l`. */
export type Part = Readonly<{
  downloads: RawBuilder<unknown>;
  impressions: RawBuilder<unknown>;
  accruals: RawBuilder<unknown>;
}>;

/**
 * Lets the transaction sort and hash in memory what would else go to disk, and join by hashing:
 * of a batch just written the planner expects a handful of rows, and would compare all with all.
 */
export async function planForBulk(db: Executor): Promise<void> {
  await sql`select set_config('work_mem', '96MB', true), set_config('enable_nestloop', 'off', true)`.execute(
    db,
  );
}

/** What these batches wrote. */
export function ofBatches(batches: readonly number[]): Part {
  const own = sql`l.batch_id = any(${batches}::bigint[])`;
  return { downloads: own, impressions: own, accruals: own };
}

/** The day a row is booked on: that of its window, in UTC. */
const booked = sql`(l.window_start at time zone 'UTC')::date`;

/** `day` as a span of one day, and as its month where that is closed. */
const spans = sql`(
  select 1::smallint, day union all
  select 2::smallint, date_trunc('month', day)::date
  where day < (select closed_until from rollup_state)) as s (span, start)`;

/** Adds impressions and accrued prices to the rollups of line items, campaigns and teams. */
export async function addAds(db: Executor, part: Part): Promise<void> {
  await sql`
    with facts as materialized (
      select day, lineitem_id, campaign_id, team_id, sum(impressions) as impressions, sum(revenue) as revenue
      from (
        select ${booked} as day, lineitem_id, campaign_id, team_id,
          sum(quantity) as impressions, sum(quantity * price::numeric) as revenue
        from impressions l where ${part.impressions} group by 1, 2, 3, 4
        union all
        select day, lineitem_id, campaign_id, team_id, 0, amount from accruals l where ${part.accruals}
      ) booked group by 1, 2, 3, 4
    )
    insert into ad_rollups as r (level, id, span, start, parent_id, impressions, revenue)
    select level, id, span, start, parent_id, sum(impressions), sum(revenue)
    from facts
    cross join lateral (values (0::smallint, lineitem_id, campaign_id),
      (1::smallint, campaign_id, team_id), (2::smallint, team_id, 0)) as v (level, id, parent_id)
    cross join lateral ${spans}
    group by 1, 2, 3, 4, 5
    on conflict (level, id, span, start, parent_id) do update
    set impressions = r.impressions + excluded.impressions, revenue = r.revenue + excluded.revenue`.execute(
    db,
  );
}

/** Adds plays and downloads to the rollups of episodes, shows, users and organizations. */
export async function addAudience(db: Executor, part: Part): Promise<void> {
  await sql`
    with facts as materialized (
      select ${booked} as day, episode_id, show_id, author_id, organization_id,
        sum(quantity) filter (where purpose = 'play') as plays,
        sum(quantity) filter (where purpose = 'download') as downloads
      from downloads l where ${part.downloads} group by 1, 2, 3, 4, 5
    )
    insert into audience_rollups as r (level, id, span, start, parent_id, plays, downloads)
    select level, id, span, start, parent_id, coalesce(sum(plays), 0), coalesce(sum(downloads), 0)
    from facts
    cross join lateral (values (0::smallint, episode_id, show_id), (1::smallint, show_id, author_id),
      (2::smallint, author_id, coalesce(organization_id, 0)), (3::smallint, organization_id, 0)
    ) as v (level, id, parent_id)
    cross join lateral ${spans}
    where id is not null
    group by 1, 2, 3, 4, 5
    on conflict (level, id, span, start, parent_id) do update
    set plays = r.plays + excluded.plays, downloads = r.downloads + excluded.downloads`.execute(db);
}

/** The four dimensions of a download: their number, the kind of the name, the name. */
const dimensions = sql`(values (0::smallint, '', source), (1::smallint, '', device),
  (2::smallint, os_kind, os), (3::smallint, '', coalesce(country, ''))) as v (dimension, kind, name)`;

/** Makes sure that every name of the downloads has its id. */
export async function addNames(db: Executor, part: Part): Promise<void> {
  await sql`
    insert into audience_names (dimension, kind, name)
    select distinct dimension, kind, name
    from (select distinct source, device, os_kind, os, country from downloads l
      where ${part.downloads}) named
    cross join lateral ${dimensions}
    where not exists (select from audience_names n
      where n.dimension = v.dimension and n.kind = v.kind and n.name = v.name)
    on conflict do nothing`.execute(db);
}

/** The first 8 bytes of the listener's key as a number: it is an HMAC, so any part of it is a hash. */
const hash = sql`('x' || encode(substr(listener, 1, 8), 'hex'))::bit(64)::bigint`;

/**
 * How often each name occurs: of episodes first, of what is above them from that, because each
 * step leaves less to add up. Then by span, as two arrays in the order of the names' ids.
 */
const packedNames = (part: Part) => sql`
  heard as materialized (
    select ${booked} as day, episode_id, show_id, author_id, organization_id, quantity, ${hash} as hash,
      source, device, os_kind, os, coalesce(country, '') as country
    from downloads l where ${part.downloads}
  ), known as materialized (select * from audience_names
  ), episodes_named as materialized (
    select day, episode_id, show_id, author_id, organization_id, v.name_id,
      sum(quantity)::bigint as n
    from heard
    join known a on a.name = source and a.dimension = 0
    join known b on b.name = device and b.dimension = 1
    join known c on c.name = os and c.kind = os_kind and c.dimension = 2
    join known d on d.name = country and d.dimension = 3
    cross join lateral (values (a.name_id), (b.name_id), (c.name_id), (d.name_id)) as v (name_id)
    group by 1, 2, 3, 4, 5, 6
  ), shows_named as materialized (
    select day, show_id, author_id, organization_id, name_id, sum(n)::bigint as n
    from episodes_named group by 1, 2, 3, 4, 5
  ), users_named as materialized (
    select day, author_id, organization_id, name_id, sum(n)::bigint as n
    from shows_named group by 1, 2, 3, 4
  ), named as (
    select 0::smallint as level, episode_id as id, day, name_id, n from episodes_named
    union all select 1, show_id, day, name_id, n from shows_named
    union all select 2, author_id, day, name_id, n from users_named
    union all select 3, organization_id, day, name_id, n from users_named where organization_id is not null
  ), spread as (
    select level, id, span, start, name_id, sum(n)::bigint as n
    from named cross join lateral ${spans} group by 1, 2, 3, 4, 5 having sum(n) <> 0
  ), packed as (
    select level, id, span, start, array_agg(name_id order by name_id) as names,
      array_agg(n order by name_id) as counts
    from spread group by 1, 2, 3, 4
  )`;

/** The smallest hashes of who listened. What a correction takes back stays in: only rebuilding mends it. */
const sketched = sql`
  sketched as (
    select level, id, span, start,
      (array_agg(distinct hash order by hash))[1:${sql.lit(SKETCH_SIZE)}] as listeners
    from heard
    cross join lateral (values (0::smallint, episode_id), (1::smallint, show_id),
      (2::smallint, author_id), (3::smallint, organization_id)) as v (level, id)
    cross join lateral ${spans}
    where quantity > 0 and id is not null group by 1, 2, 3, 4
  )`;

/** Adds what plays and downloads are made up of, and who listened. Names must have their ids. */
export async function addDetails(db: Executor, part: Part): Promise<void> {
  await sql`
    with ${packedNames(part)}, ${sketched}
    insert into audience_details as r (level, id, span, start, names, counts, listeners)
    select level, id, span, start,
      coalesce(names, '{}'), coalesce(counts, '{}'), coalesce(listeners, '{}')
    from packed full join sketched using (level, id, span, start)
    on conflict (level, id, span, start) do update
    set (names, counts) = (
        select coalesce(array_agg(name_id order by name_id), '{}'),
          coalesce(array_agg(n order by name_id), '{}')
        from (select name_id, sum(n)::bigint as n
          from unnest(r.names || excluded.names, r.counts || excluded.counts) as u (name_id, n)
          group by 1 having sum(n) <> 0) merged),
      listeners = array(
        select distinct h from unnest(r.listeners || excluded.listeners) as h
        order by h limit ${sql.lit(SKETCH_SIZE)})`.execute(db);
}

/** Months before this day are closed. */
export async function readClosedUntil(db: Executor): Promise<Day> {
  const { closed_until } = await db
    .selectFrom("rollup_state")
    .select("closed_until")
    .executeTakeFirstOrThrow();
  return closed_until;
}

/** The first day of the next month to close: that of the first row after what is closed; null for none. */
export async function findOpenMonth(db: Executor): Promise<Day | null> {
  const { rows } = await sql<{ month: Day | null }>`
    select date_trunc('month', least(
      (select min(start) from ad_rollups, rollup_state where span = 1 and start >= closed_until),
      (select min(start) from audience_rollups, rollup_state where span = 1 and start >= closed_until)
    ))::date as month`.execute(db);
  return rows[0]?.month ?? null;
}

/** Makes the rows of a month from those of its days, in place of what was there. With rollups locked. */
export async function writeMonth(db: Executor, month: Day): Promise<void> {
  const days = sql`span = 1 and start >= ${month}::date and start < (${month}::date + interval '1 month')`;
  for (const table of ["ad_rollups", "audience_rollups", "audience_details"])
    await sql`delete from ${sql.table(table)} where span = 2 and start = ${month}::date`.execute(
      db,
    );
  await sql`
    insert into ad_rollups
    select level, id, 2, ${month}::date, parent_id, sum(impressions), sum(revenue)
    from ad_rollups where ${days} group by level, id, parent_id`.execute(db);
  await sql`
    insert into audience_rollups
    select level, id, 2, ${month}::date, parent_id, sum(plays), sum(downloads)
    from audience_rollups where ${days} group by level, id, parent_id`.execute(db);
  await sql`
    insert into audience_details
    select level, id, 2, ${month}::date, coalesce(names, '{}'), coalesce(counts, '{}'), coalesce(heard, '{}')
    from (
      select level, id, array_agg(name_id order by name_id) as names, array_agg(n order by name_id) as counts
      from (select level, id, name_id, sum(n)::bigint as n
        from audience_details cross join lateral unnest(names, counts) as u (name_id, n)
        where ${days} group by 1, 2, 3 having sum(n) <> 0) named
      group by 1, 2
    ) packed full join (
      select level, id, (array_agg(distinct hash order by hash))[1:${sql.lit(SKETCH_SIZE)}] as heard
      from audience_details cross join lateral unnest(listeners) as hash
      where ${days} group by 1, 2
    ) sketched using (level, id)`.execute(db);
}

/** From now on months before `day` are read from their own rows. It never goes back. */
export async function setClosedUntil(db: Executor, day: Day): Promise<void> {
  await sql`update rollup_state set closed_until = greatest(closed_until, ${day}::date)`.execute(
    db,
  );
}
