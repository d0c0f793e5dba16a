/** SQL of the controller: its findings and its cleanup. */
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import { recordset } from "../../../../platform/db/recordset.ts";
import { JUDGED_FROM, OPEN_MS, PROVISIONAL_MS, VAIN_PER_DELIVERED } from "../holding/bounds.ts";
import { isOfSuspect } from "../holding/store.ts";
import type { PacingOutput } from "./control.ts";

/** Takes the controller's lock; false if another controller holds it. Call it in a transaction. */
export async function lockController(db: Executor): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(7170004::bigint) as locked`.execute(db);
  return rows[0]?.locked ?? false;
}

/** Makes the transaction see a single snapshot. Call it first in a transaction. */
export const freeze = (db: Executor) =>
  sql`set transaction isolation level repeatable read`.execute(db);

/** The highest reservation id assigned so far. */
export async function latestReservation(db: Executor): Promise<number> {
  const { rows } = await sql<{ latest: number }>`
    select coalesce(pg_sequence_last_value(
      pg_get_serial_sequence('reservations', 'reservation_id')::regclass), 0) as latest`.execute(
    db,
  );
  return rows[0]?.latest ?? 0;
}

/** A web process whose clock is behind may still count on expired reservations for this long. */
const GRACE = sql`interval '2 minutes'`;

/** Deletes expired reservations; those whose bytes flowed count as made in vain. */
export async function releaseExpired(db: Executor, at: Date): Promise<void> {
  await sql`
    with gone as (
      delete from reservations where expires_at < ${at}::timestamptz - ${GRACE}
      returning lineitem_id, flowing_at, address, network
    )
    insert into pacing (lineitem_id, released)
    select lineitem_id, count(*) from gone where flowing_at is not null and not ${isOfSuspect}
    group by 1 order by 1
    on conflict (lineitem_id)
    do update set released = pacing.released + excluded.released`.execute(db);
}

const DAY_MS = 86_400_000;

/**
 * Judges addresses and networks by the outcome of the last day's reservations (`isSuspect`). A reservation is in vain
 * if nobody has begun to fetch it, or if its fetch began hours ago without a delivery. A suspect address is excluded
 * from the judgement on its network, so that its neighbours are not affected.
 */
export async function judgeOrigins(db: Executor, at: Date): Promise<void> {
  const before = (ms: number) => new Date(at.getTime() - ms);
  const isSuspect = (from: number, vain: RawBuilder<unknown>, delivered: RawBuilder<unknown>) =>
    sql`(${vain} >= ${from} and ${vain} > ${VAIN_PER_DELIVERED} * ${delivered})`;
  const ofAddress = isSuspect(JUDGED_FROM.address, sql`vain`, sql`delivered`);
  await sql`
    with vain as (
      select address, network, count(*) as vain from reservations
      where network is not null and digest is not null
        and (flowing_at <= ${before(OPEN_MS)}
          or (flowing_at is null and reserved_at <= ${before(PROVISIONAL_MS)}))
      group by 1, 2
    ), candidates as (
      select network from vain group by 1 having sum(vain) >= ${JUDGED_FROM.address}
    ), delivered as (
      select address, network, count(*) as delivered from exposures
      where network in (select network from candidates) and settled_at > ${before(DAY_MS)}
      group by 1, 2
    ), addresses as (
      select address, network, coalesce(vain, 0) as vain, coalesce(delivered, 0) as delivered
      from vain full join delivered using (address, network)
      where network in (select network from candidates)
    ), judged as (
      select address as origin, vain, delivered from addresses where ${ofAddress}
      union all
      select network, sum(vain), sum(delivered) from addresses where not ${ofAddress}
      group by network having ${isSuspect(JUDGED_FROM.network, sql`sum(vain)`, sql`sum(delivered)`)}
    ), cleared as (
      delete from suspect_origins where origin not in (select origin from judged)
    )
    insert into suspect_origins (origin, vain, delivered, judged_at)
    select origin, vain, delivered, ${at} from judged order by origin
    on conflict (origin) do update
      set vain = excluded.vain, delivered = excluded.delivered, judged_at = excluded.judged_at`.execute(
    db,
  );
}

export type Finding = PacingOutput & Readonly<{ lineitem_id: number; yield: number }>;

/** Writes the findings as of reservation `counted_to`. */
export async function writeFindings(
  db: Executor,
  findings: readonly Finding[],
  counted_to: number,
  at: Date,
): Promise<void> {
  if (findings.length === 0) return;
  await sql`
    insert into pacing (lineitem_id, probability, urgency, yield, on_track, room, room_limit,
      allowance, due, projected, counted_to, updated_at)
    select found.*, ${counted_to}, ${at} from ${recordset(findings, {
      lineitem_id: "bigint",
      probability: "float8",
      urgency: "float8",
      yield: "float8",
      on_track: "boolean",
      room: "bigint",
      limit: "text",
      allowance: "bigint",
      due: "bigint",
      projected: "bigint",
    })} as found
    order by found.lineitem_id
    on conflict (lineitem_id) do update set
      probability = excluded.probability, urgency = excluded.urgency, yield = excluded.yield,
      on_track = excluded.on_track, room = excluded.room, room_limit = excluded.room_limit,
      allowance = excluded.allowance, due = excluded.due, projected = excluded.projected,
      counted_to = excluded.counted_to, updated_at = excluded.updated_at`.execute(db);
}

/** The known weekly rhythms and when they were learned. */
export function listRhythms(db: Executor) {
  return db
    .selectFrom("pacing")
    .select(["lineitem_id", "rhythm", "learned_at"])
    .where("rhythm", "is not", null)
    .execute();
}

/** Observed ad requests of a line item by hour of the week; empty if none are known. */
export async function findRhythm(db: Executor, lineitem_id: number): Promise<readonly number[]> {
  const row = await db
    .selectFrom("pacing")
    .select("rhythm")
    .where("lineitem_id", "=", lineitem_id)
    .executeTakeFirst();
  return row?.rhythm ?? [];
}

/** How many ads of a line item were delivered, by day in its time zone. */
export function listDeliveredDays(db: Executor, lineitem_id: number) {
  return db
    .selectFrom("delivered_days")
    .select(["day", "delivered"])
    .where("lineitem_id", "=", lineitem_id)
    .execute();
}

/** How many ads of all these line items together were delivered, by day in their time zones. */
export function sumDeliveredDays(db: Executor, lineitem_ids: readonly number[]) {
  return db
    .selectFrom("delivered_days")
    .select(["day", sql<number>`sum(delivered)::bigint`.as("delivered")])
    .where("lineitem_id", "=", sql<number>`any(${lineitem_ids}::bigint[])`)
    .groupBy("day")
    .orderBy("day")
    .execute();
}

export async function writeRhythm(
  db: Executor,
  lineitem_id: number,
  hours: readonly number[],
  at: Date,
): Promise<void> {
  const rhythm = [...hours];
  await db
    .insertInto("pacing")
    .values({ lineitem_id, rhythm, learned_at: at })
    .onConflict((conflict) =>
      conflict.column("lineitem_id").doUpdateSet({ rhythm, learned_at: at }),
    )
    .execute();
}

/** Deletes deliveries that are too old for every frequency cap. */
export async function forgetExposures(db: Executor, before: Date): Promise<void> {
  await sql`
    delete from exposures where settled_at < ${before} and not exists (
      select from lineitems join campaigns using (campaign_id)
      where lineitems.lineitem_id = exposures.lineitem_id
        and lineitems.frequency_cap || campaigns.frequency_cap @> '[{"unit": "LIFETIME"}]')`.execute(
    db,
  );
}
