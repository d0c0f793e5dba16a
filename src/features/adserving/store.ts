/** All SQL of what is held and what was delivered. */
import { sql } from "kysely";
import type { Executor } from "../../platform/db/database.ts";
import type { Reservation, Settlement } from "./schema.ts";

/** Takes the place of what was held for these ads while their rendition was made. */
export async function insertReservations(db: Executor, made: Reservation): Promise<void> {
  if (made.ads.length === 0) return;
  const { digest, listener, at: reserved_at, expires_at } = made;
  const lineitems = made.ads.map(({ lineitem_id }) => lineitem_id);
  await sql`
    delete from reservations using (
      select held.digest, held.segment
      from (
        select digest, segment, lineitem_id,
          row_number() over (partition by lineitem_id order by reservation_id) as nth
        from reservations where listener = ${listener} and octet_length(digest) = ${CLAIM_BYTES}
      ) held
      join (
        select lineitem_id, count(*) from unnest(${lineitems}::bigint[]) as lineitem_id group by 1
      ) asked on asked.lineitem_id = held.lineitem_id and held.nth <= asked.count
    ) held
    where reservations.listener = ${listener}
      and reservations.digest = held.digest and reservations.segment = held.segment`.execute(db);
  await db
    .insertInto("reservations")
    .values(made.ads.map((ad) => ({ ...ad, digest, listener, reserved_at, expires_at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The length of a digest that stands for no rendition yet. */
export const CLAIM_BYTES = 16;

/** Ends reservations that were delivered, and notes when whom. Counts of days follow the time zones. */
export async function settleReservations(
  db: Executor,
  settled: readonly Settlement[],
): Promise<void> {
  const made = settled.filter(({ quantity }) => quantity === 1);
  const taken = settled.filter(({ quantity }) => quantity === -1);
  if (made.length > 0) await insertExposures(db, made);
  if (taken.length > 0) await deleteExposures(db, taken);
  if (settled.length > 0) await countDays(db, settled);
}

/** Settlements as a table. */
const rowsOf = (settled: readonly Settlement[]) => sql`
  unnest(${settled.map(({ digest }) => digest)}::bytea[],
    ${settled.map(({ segment }) => segment)}::smallint[],
    ${settled.map(({ listener }) => listener)}::bytea[],
    ${settled.map(({ lineitem_id }) => lineitem_id)}::bigint[],
    ${settled.map(({ campaign_id }) => campaign_id)}::bigint[],
    ${settled.map(({ at }) => at)}::timestamptz[],
    ${settled.map(({ quantity }) => quantity)}::smallint[])
  as settled (digest, segment, listener, lineitem_id, campaign_id, at, quantity)`;

const insertExposures = (db: Executor, made: readonly Settlement[]) =>
  sql`
    with settled as (select * from ${rowsOf(made)}), gone as (
      delete from reservations using settled
      where reservations.digest = settled.digest and reservations.segment = settled.segment
        and reservations.listener = settled.listener
      returning reservations.*
    )
    insert into exposures
      (listener, lineitem_id, campaign_id, digest, segment, at, reservation_id, reserved_at)
    select settled.listener, settled.lineitem_id, settled.campaign_id, settled.digest,
      settled.segment, settled.at, gone.reservation_id, gone.reserved_at
    from settled left join gone using (digest, segment, listener)`.execute(db);

/** One exposure a correction, the latest. */
const deleteExposures = (db: Executor, taken: readonly Settlement[]) =>
  sql`
    delete from exposures using (
      select distinct on (settled.digest, settled.segment, settled.listener, settled.at)
        exposures.ctid as place
      from ${rowsOf(taken)} join exposures on exposures.listener = settled.listener
        and exposures.digest = settled.digest and exposures.segment = settled.segment
      order by settled.digest, settled.segment, settled.listener, settled.at, exposures.at desc
    ) latest where exposures.ctid = latest.place`.execute(db);

/** In one order for all, so that two batches never wait for each other. */
const countDays = (db: Executor, settled: readonly Settlement[]) =>
  sql`
    insert into delivered_days (lineitem_id, day, delivered)
    select lineitem_id, (settled.at at time zone coalesce(lineitems.timezone, 'UTC'))::date as day,
      sum(settled.quantity)
    from ${rowsOf(settled)} left join lineitems using (lineitem_id)
    group by 1, 2 order by 1, 2
    on conflict (lineitem_id, day)
    do update set delivered = delivered_days.delivered + excluded.delivered`.execute(db);
