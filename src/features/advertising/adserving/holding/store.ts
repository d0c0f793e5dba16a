/** SQL of choosing ads: a listener's history, exact counts, and claims that last until there is a rendition. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import { AGES } from "../control/yields.ts";
import type { Seen } from "../core/frequency.ts";
import type { Origin } from "../schema.ts";
import { originColumns } from "../store.ts";
import { OPEN_MS, type OpenAds, PROVISIONAL_MS } from "./bounds.ts";

/** The first keys of this feature's advisory locks; the second key identifies the locked record. */
const LOCKS = {
  listener: 7_170_001,
  lineitem: 7_170_002,
  campaign: 7_170_003,
  network: 7_170_005,
};

/**
 * Serialises decisions for a listener and for their network (null: not bounded) across processes. Call it in a
 * transaction.
 */
export async function lockListener(
  db: Executor,
  listener: Buffer,
  network: Buffer | null,
): Promise<void> {
  const key = (kind: number, bytes: Buffer) =>
    sql`pg_advisory_xact_lock(${kind}::int, hashtext(encode(${bytes}, 'hex')))`;
  const locks = [key(LOCKS.listener, listener)];
  if (network !== null) locks.push(key(LOCKS.network, network));
  await sql`select ${sql.join(locks)}`.execute(db);
}

/** Counts the reservations of an address and its network. Exact while the network is locked. */
export async function countOpen(
  db: Executor,
  { address, network }: Origin,
  at: Date,
): Promise<OpenAds> {
  const isHere = sql`address = ${address}`;
  const isProvisional = sql`flowing_at is null`;
  const { rows } = await sql<Record<"own" | "own_open" | "all" | "all_open", number>>`
    select count(*) filter (where ${isHere} and ${isProvisional}) as own,
      count(*) filter (where ${isHere}) as own_open,
      count(*) filter (where ${isProvisional}) as all, count(*) as all_open
    from reservations
    where network = ${network} and reserved_at > ${before(at, OPEN_MS)} and ${isHeld(at)}`.execute(
    db,
  );
  const { own = 0, own_open = 0, all = 0, all_open = 0 } = rows[0] ?? {};
  return {
    address: { provisional: own, open: own_open },
    network: { provisional: all, open: all_open },
  };
}

const before = (at: Date, ms: number): Date => new Date(at.getTime() - ms);

/** Whether a reservation keeps its ad from others: it has not expired, and its bytes flow or it is young. */
export const isHeld = (at: Date) => sql<boolean>`
  (expires_at > ${at} and (flowing_at is not null or reserved_at > ${before(at, PROVISIONAL_MS)}))`;

/** The number of provisional reservations by kind of network. */
export async function countProvisional(db: Executor, at: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ kind: string; held: number }>`
    select network_kind as kind, count(*) as held from reservations
    where flowing_at is null and reserved_at > ${before(at, PROVISIONAL_MS)} and expires_at > ${at}
      and network_kind is not null
    group by 1`.execute(db);
  return new Map(rows.map(({ kind, held }) => [kind, held]));
}

/**
 * Lets one process at a time count these exactly and hold some of them. Locks line items before campaigns and each by
 * id, so that processes never deadlock.
 */
export async function lockBookings(
  db: Executor,
  lineitem_ids: readonly number[],
  campaign_ids: readonly number[],
): Promise<void> {
  const sorted = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b);
  for (const id of sorted(lineitem_ids)) await lock(db, LOCKS.lineitem, id);
  for (const id of sorted(campaign_ids)) await lock(db, LOCKS.campaign, id);
}

const lock = (db: Executor, kind: number, id: number) =>
  sql`select pg_advisory_xact_lock(${kind}::int, (${id}::bigint % 2147483647)::int)`.execute(db);

/** The listener's deliveries and reservations; a reservation has the time Infinity. */
export async function readHistory(db: Executor, listener: Buffer, at: Date): Promise<Seen[]> {
  const { rows } = await sql<{ lineitem_id: number; campaign_id: number; at: Date | null }>`
    select lineitem_id, campaign_id, at from exposures where listener = ${listener}
    union all
    select lineitem_id, campaign_id, null from reservations
    where listener = ${listener} and expires_at > ${at}`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at?.getTime() ?? Number.POSITIVE_INFINITY }));
}

export type HeldReservation = Readonly<{ lineitem_id: number; campaign_id: number }>;

/** Holds ads for a rendition that does not exist yet: reservations without a digest. */
export async function insertClaims(
  db: Executor,
  claim: Readonly<{
    listener: Buffer;
    origin: Origin | null;
    at: Date;
    expires_at: Date;
  }>,
  held: readonly HeldReservation[],
): Promise<void> {
  const { listener, origin, at: reserved_at, expires_at } = claim;
  await db
    .insertInto("reservations")
    .values(
      held.map((ad) => ({
        ...ad,
        listener,
        reserved_at,
        expires_at,
        ...originColumns(origin),
      })),
    )
    .execute();
}

/** Current counts of line items; `lineitem_ids` null: of all that run. */
export async function readCounts(db: Executor, at: Date, lineitem_ids: readonly number[] | null) {
  const { rows } = await sql<{
    lineitem_id: number;
    campaign_id: number;
    price: string;
    delivered: number;
    revenue: string;
    today: number;
    yield: number;
    released: number;
  }>`
    select l.lineitem_id, l.campaign_id,
      (case when l.price_type = 'CPM' then l.price_amount else 0 end)::text as price,
      coalesce(c.impressions_tracked, 0) as delivered, coalesce(c.revenue, 0)::text as revenue,
      coalesce(d.delivered, 0) as today, coalesce(p.yield, 0.8) as yield,
      coalesce(p.released, 0) as released
    from lineitems l
    left join lineitem_counts c using (lineitem_id)
    left join pacing p using (lineitem_id)
    left join delivered_days d on d.lineitem_id = l.lineitem_id
      and d.day = (${at}::timestamptz at time zone l.timezone)::date
    where ${lineitem_ids === null ? sql`l.active and l.deleted_at is null` : sql`l.lineitem_id = any(${lineitem_ids}::bigint[])`}
  `.execute(db);
  return rows;
}

/** The line items of campaigns, including deleted ones, because their cost counts as well. */
export async function listSiblings(db: Executor, campaign_ids: readonly number[]) {
  if (campaign_ids.length === 0) return [];
  const rows = await db
    .selectFrom("lineitems")
    .select("lineitem_id")
    .where("campaign_id", "in", campaign_ids)
    .execute();
  return rows.map(({ lineitem_id }) => lineitem_id);
}

/** Outstanding reservations of one line item, by age class. */
export type Outstanding = {
  /** Held for listeners that are not suspect; `lasting`: those of them whose bytes flow. */
  usual: number[];
  lasting: number[];
  /** Held for suspect addresses and networks, all ages together. */
  suspect: number;
};

export const nothingOutstanding = (): Outstanding => ({
  usual: AGES.map(() => 0).concat(0),
  lasting: AGES.map(() => 0).concat(0),
  suspect: 0,
});

/** The number of reservations of each line item; `lineitem_ids` null: of all. */
export async function readOutstanding(
  db: Executor,
  at: Date,
  lineitem_ids: readonly number[] | null,
): Promise<Map<number, Outstanding>> {
  const { rows } = await sql<Row>`
    select lineitem_id, width_bucket(
        (extract(epoch from ${at}::timestamptz - reserved_at) * 1000)::float8,
        ${[...AGES]}::float8[]) as age,
      flowing_at is not null as flowing, ${isOfSuspect} as suspect, count(*) as held
    from reservations
    where ${isHeld(at)} and ${lineitem_ids === null ? sql`true` : sql`lineitem_id = any(${lineitem_ids}::bigint[])`}
    group by 1, 2, 3, 4`.execute(db);
  const counts = new Map<number, Outstanding>();
  for (const { lineitem_id, age, flowing, suspect, held } of rows) {
    const own = counts.get(lineitem_id) ?? nothingOutstanding();
    counts.set(lineitem_id, own);
    if (suspect) {
      own.suspect += held;
      continue;
    }
    own.usual[age] = (own.usual[age] ?? 0) + held;
    if (flowing) own.lasting[age] = (own.lasting[age] ?? 0) + held;
  }
  return counts;
}

type Row = { lineitem_id: number; age: number; flowing: boolean; suspect: boolean; held: number };

/** Whether a reservation's address or network is suspect. */
export const isOfSuspect = sql<boolean>`
  (coalesce(address in (select origin from suspect_origins), false)
    or coalesce(network in (select origin from suspect_origins), false))`;

/** The age classes in which recently delivered ads were settled. */
export async function readSettledAges(db: Executor): Promise<number[]> {
  const { rows } = await sql<{ age: number; settled: number }>`
    select width_bucket((extract(epoch from settled_at - reserved_at) * 1000)::float8,
        ${[...AGES]}::float8[]) as age, count(*) as settled
    from (
      select settled_at, reserved_at from exposures
      -- In the last hours only fast deliveries have been settled, so leave them out.
      where reserved_at < now() - interval '1 day' order by settled_at desc limit 20000
    ) lately group by 1`.execute(db);
  const ages = AGES.map(() => 0).concat(0);
  for (const { age, settled } of rows) ages[age] = settled;
  return ages;
}

/** The suspect addresses and networks, in hex. */
export async function listSuspects(db: Executor): Promise<Set<string>> {
  const rows = await db.selectFrom("suspect_origins").select("origin").execute();
  return new Set(rows.map(({ origin }) => origin.toString("hex")));
}
