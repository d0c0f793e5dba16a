/** SQL that reads bookings, their pacing, and how many ads are held. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import { isHeld } from "../holding/store.ts";

/** As text: an amount in 10⁻⁸ of a currency may exceed the exact range of a number. */
export const budgetText = sql<string | null>`c.budget_amount::text`.as("budget");

/** Line items that may run now or later: active, not over, and with a READY creative. */
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
      // One more day, because the latest time zone is twelve hours behind UTC.
      .where(sql<boolean>`l.end_date + l.auto_extend_days + 1 >= ${at}::timestamptz::date`)
      .orderBy("l.lineitem_id")
      .execute()
  );
}

export type RunningRow = Awaited<ReturnType<typeof listRunning>>[number];

/** One line item in any state; undefined if it does not exist. */
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

/** The files of READY creatives of line items that are active, and of `lineitem_id`. */
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

/** A cheap value that changes whenever bookings or the controller's findings have changed. */
export async function readPulse(db: Executor): Promise<{ bookings: string; pacing: string }> {
  const { rows } = await sql<{ kind: string; pulse: string }>`
    select kind, count(*) || ':' || max(change_id) as pulse
    from booking_changes group by kind`.execute(db);
  const of = (wanted: string) => rows.find(({ kind }) => kind === wanted)?.pulse ?? "";
  return { bookings: of("bookings"), pacing: of("pacing") };
}

/** Notifies all web processes to reload the pacing, and deletes old notifications. */
export async function notePacing(db: Executor): Promise<void> {
  await db.insertInto("booking_changes").values({ kind: "pacing" }).execute();
  await sql`delete from booking_changes where at < now() - interval '1 hour'`.execute(db);
}

/** The controller's findings for the line items that it has counted. */
export function listPacings(db: Executor) {
  return db
    .selectFrom("pacing")
    .select(["lineitem_id", "probability", "urgency", "room", "allowance", "yield", "counted_to"])
    .where("counted_to", "is not", null)
    .execute();
}

/** How many ads of each line item were reserved after reservation `since`, delivered or not. */
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

/** Names of those line items that belong to the team. */
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
