/** All SQL of what is held and what was delivered. */
import { sql } from "kysely";
import type { Executor } from "../../platform/db/database.ts";
import type { Reservation, Settlement } from "./schema.ts";

export async function insertReservations(db: Executor, made: Reservation): Promise<void> {
  if (made.ads.length === 0) return;
  const { digest, listener, at: reserved_at, expires_at } = made;
  await db
    .insertInto("reservations")
    .values(made.ads.map((ad) => ({ ...ad, digest, listener, reserved_at, expires_at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function settleReservations(
  db: Executor,
  settled: readonly Settlement[],
): Promise<void> {
  if (settled.length === 0) return;
  const digests = settled.map(({ digest }) => digest);
  const segments = settled.map(({ segment }) => segment);
  const listeners = settled.map(({ listener }) => listener);
  await sql`
    delete from reservations
    using unnest(${digests}::bytea[], ${segments}::smallint[], ${listeners}::bytea[])
      as settled (digest, segment, listener)
    where reservations.digest = settled.digest and reservations.segment = settled.segment
      and reservations.listener = settled.listener`.execute(db);
}
