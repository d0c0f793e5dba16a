/** SQL of reservations and deliveries. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import { recordset } from "../../../platform/db/recordset.ts";
import type { Flow, Origin, Reservation, Settlement } from "./schema.ts";

/** Inserts the reservations of a rendition in place of the claims (without a digest) held while it was made. */
export async function insertReservations(db: Executor, made: Reservation): Promise<void> {
  if (made.ads.length === 0) return;
  const { digest, listener, origin, at: reserved_at, expires_at } = made;
  const lineitems = made.ads.map(({ lineitem_id }) => lineitem_id);
  await sql`
    delete from reservations using (
      select held.reservation_id
      from (
        select reservation_id, lineitem_id,
          row_number() over (partition by lineitem_id order by reservation_id) as nth
        from reservations where listener = ${listener} and digest is null
      ) held
      join (
        select lineitem_id, count(*) from unnest(${lineitems}::bigint[]) as lineitem_id group by 1
      ) made on made.lineitem_id = held.lineitem_id and held.nth <= made.count
    ) held where reservations.reservation_id = held.reservation_id`.execute(db);
  await db
    .insertInto("reservations")
    .values(
      made.ads.map((ad) => ({
        ...ad,
        digest,
        listener,
        reserved_at,
        expires_at,
        ...originColumns(origin),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** An origin as columns of `reservations`. */
export const originColumns = (origin: Origin | null) => ({
  address: origin?.address ?? null,
  network: origin?.network ?? null,
  network_kind: origin?.kind ?? null,
});

/** Makes reservations lasting: their bytes flow, so they are now held until `expires_at`. */
export async function markFlowing(
  db: Executor,
  flows: readonly Flow[],
  at: Date,
  expires_at: Date,
): Promise<void> {
  const pairs = flows.flatMap(({ digest, listeners }) =>
    listeners.map((listener) => ({ digest, listener })),
  );
  if (pairs.length === 0) return;
  // Skip rows that are being settled at the same time, because they are about to be deleted.
  await sql`
    with flowing as (
      select held.ctid from reservations held
      join ${recordset(pairs, { digest: "bytea", listener: "bytea" })} pair on pair.digest = held.digest and pair.listener = held.listener
      where held.flowing_at is null for update of held skip locked
    )
    update reservations set flowing_at = ${at}, expires_at = greatest(expires_at, ${expires_at})
    from flowing where reservations.ctid = flowing.ctid`.execute(db);
}

/** Ends delivered reservations and records the exposures. Daily counts use the line items' time zones. */
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

const rowsOf = (settled: readonly Settlement[]) => sql`
  ${recordset(settled, {
    digest: "bytea",
    segment: "smallint",
    listener: "bytea",
    lineitem_id: "bigint",
    campaign_id: "bigint",
    at: "timestamptz",
  })} as settled`;

const insertExposures = (db: Executor, made: readonly Settlement[]) =>
  sql`
    with settled as (select * from ${rowsOf(made)}), gone as (
      delete from reservations using settled
      where reservations.digest = settled.digest and reservations.segment = settled.segment
        and reservations.listener = settled.listener
      returning reservations.*
    )
    insert into exposures
      (listener, lineitem_id, campaign_id, digest, segment, at, reservation_id, reserved_at,
      address, network)
    select settled.listener, settled.lineitem_id, settled.campaign_id, settled.digest,
      settled.segment, settled.at, gone.reservation_id, gone.reserved_at, gone.address, gone.network
    from settled left join gone using (digest, segment, listener)`.execute(db);

/** Deletes one exposure per correction, the latest. */
const deleteExposures = (db: Executor, taken: readonly Settlement[]) =>
  sql`
    delete from exposures using (
      select distinct on (settled.digest, settled.segment, settled.listener, settled.at)
        exposures.ctid as place
      from ${rowsOf(taken)} join exposures on exposures.listener = settled.listener
        and exposures.digest = settled.digest and exposures.segment = settled.segment
      order by settled.digest, settled.segment, settled.listener, settled.at, exposures.at desc
    ) latest where exposures.ctid = latest.place`.execute(db);

/** In every zone days begin on a multiple of this. */
const QUARTER_MS = 900_000;

/** Rows are written in a fixed order, so that two batches never deadlock. */
function countDays(db: Executor, settled: readonly Settlement[]) {
  const sums = new Map<string, { lineitem_id: number; at: number; delivered: number }>();
  for (const { lineitem_id, at, quantity } of settled) {
    const quarter = Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS;
    const key = `${lineitem_id} ${quarter}`;
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { lineitem_id, at: quarter, delivered: quantity });
    else sum.delivered += quantity;
  }
  const rows = [...sums.values()];
  return sql`
    insert into delivered_days (lineitem_id, day, delivered)
    select lineitem_id, (sums.at at time zone coalesce(lineitems.timezone, 'UTC'))::date as day,
      sum(sums.delivered)
    from ${recordset(rows, {
      lineitem_id: "bigint",
      at: "timestamptz",
      delivered: "bigint",
    })} as sums
    left join lineitems using (lineitem_id)
    group by 1, 2 order by 1, 2
    on conflict (lineitem_id, day)
    do update set delivered = delivered_days.delivered + excluded.delivered`.execute(db);
}
