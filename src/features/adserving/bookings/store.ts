/** All SQL that reads what may run, how fast, and how much of it is held. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import { isHeld } from "../holding/store.ts";

/** As text, because 10⁻⁸ of a currency may be more than a number holds exactly. */
export const budgetText = sql<string | null>`c.budget_amount::text`.as("budget");

/** Line items that may run now or later: switched on, not over, with something to play. */
export async function listRunning(db: Executor, at: Date) {
  return (
    db
      .selectFrom("lineitems as l")
      .innerJoin("campaigns as c", "c.campaign_id", "l.campaign_id")
      .innerJoin("advertisers as a", "a.advertiser_id", "c.advertiser_id")
      .selectAll("l")
      .select(["a.advertiser_id", "a.iab_categories", budgetText])
      .select("c.frequency_cap as campaign_frequency_cap")
      .where("l.active", "=", true)
      .where("l.canceled_at", "is", null)
      .where("l.deleted_at", "is", null)
      .where("c.deleted_at", "is", null)
      // A day more: the latest time zone is twelve hours behind.
      .where(sql<boolean>`l.end_date + l.auto_extend_days + 1 >= ${at}::timestamptz::date`)
      .orderBy("l.lineitem_id")
      .execute()
  );
}

export type RunningRow = Awaited<ReturnType<typeof listRunning>>[number];

/** One line item as it stands, whatever its state; undefined when there is none. */
export function findBooked(db: Executor, lineitem_id: number): Promise<RunningRow | undefined> {
  return db
    .selectFrom("lineitems as l")
    .innerJoin("campaigns as c", "c.campaign_id", "l.campaign_id")
    .innerJoin("advertisers as a", "a.advertiser_id", "c.advertiser_id")
    .selectAll("l")
    .select(["a.advertiser_id", "a.iab_categories", budgetText])
    .select("c.frequency_cap as campaign_frequency_cap")
    .where("l.lineitem_id", "=", lineitem_id)
    .where("l.deleted_at", "is", null)
    .executeTakeFirst();
}

/** The files of creatives that are READY, of line items that are switched on or named. */
export async function listCreatives(db: Executor, lineitem_id: number | null = null) {
  return db
    .selectFrom("creatives as c")
    .innerJoin("creative_files as f", "f.creative_id", "c.creative_id")
    .innerJoin("lineitems as l", "l.lineitem_id", "c.lineitem_id")
    .select(["c.lineitem_id", "c.creative_id", "c.weight"])
    .select(["f.profile", "f.media_key", "f.bytes", "f.frames"])
    .where("c.status", "=", "READY")
    .where("c.deleted_at", "is", null)
    .$if(lineitem_id === null, (query) =>
      query.where("l.active", "=", true).where("l.deleted_at", "is", null),
    )
    .$if(lineitem_id !== null, (query) => query.where("l.lineitem_id", "=", lineitem_id ?? 0))
    .orderBy("c.creative_id")
    .execute();
}

export type CreativeRow = Awaited<ReturnType<typeof listCreatives>>[number];

/** Changes whenever bookings, or what the controller says, have changed. Cheap. */
export async function readPulse(db: Executor): Promise<{ bookings: string; pacing: string }> {
  const { rows } = await sql<{ kind: string; pulse: string }>`
    select kind, count(*) || ':' || max(change_id) as pulse
    from booking_changes group by kind`.execute(db);
  const of = (wanted: string) => rows.find(({ kind }) => kind === wanted)?.pulse ?? "";
  return { bookings: of("bookings"), pacing: of("pacing") };
}

/** Tells all web processes to read the pacing again; forgets old tellings. */
export async function notePacing(db: Executor): Promise<void> {
  await db.insertInto("booking_changes").values({ kind: "pacing" }).execute();
  await sql`delete from booking_changes where at < now() - interval '1 hour'`.execute(db);
}

/** What the controller has said of the line items that it has counted. */
export function listPacings(db: Executor) {
  return db
    .selectFrom("pacing")
    .select(["lineitem_id", "probability", "urgency", "room", "allowance", "yield", "counted_to"])
    .where("counted_to", "is not", null)
    .execute();
}

/** How many of each line item were held since the one with the id `since`, delivered or not. */
export async function countHeldSince(
  db: Executor,
  since: number,
  at: Date,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ lineitem_id: number; held: number }>`
    select lineitem_id, count(*) as held from (
      select lineitem_id from reservations where reservation_id > ${since} and ${isHeld(at)}
      union all
      select lineitem_id from exposures where reservation_id > ${since}
    ) held group by lineitem_id`.execute(db);
  return new Map(rows.map(({ lineitem_id, held }) => [lineitem_id, held]));
}

/** Names of those of the line items that are the team's. */
export async function namesOf(
  db: Executor,
  team_id: number,
  lineitem_ids: readonly number[],
): Promise<Map<number, string>> {
  if (lineitem_ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("lineitems")
    .select(["lineitem_id", "name"])
    .where("team_id", "=", team_id)
    .where("lineitem_id", "in", lineitem_ids)
    .execute();
  return new Map(rows.map(({ lineitem_id, name }) => [lineitem_id, name]));
}
