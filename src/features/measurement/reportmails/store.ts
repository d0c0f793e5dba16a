/** SQL of schedules, their recipients, and who wants no mails. */
import { type Insertable, sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { ReportSchedules } from "../../../platform/db/rows.ts";

export const findSchedule = (db: Executor, report_id: number) =>
  db
    .selectFrom("report_schedules")
    .selectAll()
    .where("report_id", "=", report_id)
    .executeTakeFirst();

export type ScheduleRow = NonNullable<Awaited<ReturnType<typeof findSchedule>>>;

/** Of these reports those that are mailed, and those that have stopped. */
export async function listScheduled(
  db: Executor,
  report_ids: readonly number[],
): Promise<ReadonlyMap<number, Pick<ScheduleRow, "frequency" | "next_at">>> {
  if (report_ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("report_schedules")
    .select(["report_id", "frequency", "next_at"])
    .where("report_id", "in", [...report_ids])
    .execute();
  return new Map(rows.map((row) => [row.report_id, row]));
}

export async function putSchedule(
  db: Executor,
  values: Insertable<ReportSchedules>,
): Promise<void> {
  const { report_id: _, ...changes } = values;
  await db
    .insertInto("report_schedules")
    .values(values)
    .onConflict((conflict) =>
      conflict
        .column("report_id")
        .doUpdateSet({ ...changes, updated_at: sql`now()`, revision: sql`nextval('revisions')` }),
    )
    .execute();
}

export async function removeSchedule(db: Executor, report_id: number): Promise<void> {
  await db.deleteFrom("report_schedules").where("report_id", "=", report_id).execute();
}

/** The schedule that has been due longest, locked until the transaction ends; others pass it by. */
export const lockDue = (db: Executor, now: Date) =>
  db
    .selectFrom("report_schedules as s")
    .innerJoin("saved_reports as r", "r.report_id", "s.report_id")
    .selectAll("s")
    .select("r.user_id")
    .where("s.next_at", "<=", now)
    .orderBy("s.next_at")
    .limit(1)
    .forUpdate("s")
    .skipLocked()
    .executeTakeFirst();

export async function setNextTime(db: Executor, report_id: number, next_at: Date): Promise<void> {
  await db
    .updateTable("report_schedules")
    .set({ next_at })
    .where("report_id", "=", report_id)
    .execute();
}

/** Stops the mails of a report until it is scheduled again. */
export async function stopSchedule(
  db: Executor,
  report_id: number,
  reason: "OWNER_RIGHTS",
): Promise<void> {
  await db
    .updateTable("report_schedules")
    .set({ next_at: null, reason, updated_at: sql`now()`, revision: sql`nextval('revisions')` })
    .where("report_id", "=", report_id)
    .where("next_at", "is not", null)
    .execute();
}

/** The recipients of a report, by name. */
export const listRecipients = (db: Executor, report_id: number) =>
  db
    .selectFrom("report_recipients as r")
    .innerJoin("users as u", "u.user_id", "r.user_id")
    .leftJoin("report_optouts as o", (join) =>
      join.onRef("o.report_id", "=", "r.report_id").onRef("o.user_id", "=", "r.user_id"),
    )
    .select(["u.user_id", "u.fullname"])
    .select(sql<boolean>`o.user_id is not null`.as("is_unsubscribed"))
    .where("r.report_id", "=", report_id)
    .orderBy(sql`lower(u.fullname)`)
    .orderBy("u.user_id")
    .execute();

export async function putRecipients(
  db: Executor,
  report_id: number,
  user_ids: readonly number[],
): Promise<void> {
  await db.deleteFrom("report_recipients").where("report_id", "=", report_id).execute();
  await db
    .insertInto("report_recipients")
    .values([...new Set(user_ids)].map((user_id) => ({ report_id, user_id })))
    .execute();
}

type Optout = Readonly<{ report_id: number; user_id: number }>;

export async function isUnsubscribed(
  db: Executor,
  { report_id, user_id }: Optout,
): Promise<boolean> {
  const row = await db
    .selectFrom("report_optouts")
    .select("user_id")
    .where("report_id", "=", report_id)
    .where("user_id", "=", user_id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Idempotent. */
export async function insertOptout(db: Executor, optout: Optout, created_at: Date): Promise<void> {
  await db
    .insertInto("report_optouts")
    .values({ ...optout, created_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeOptout(db: Executor, { report_id, user_id }: Optout): Promise<void> {
  await db
    .deleteFrom("report_optouts")
    .where("report_id", "=", report_id)
    .where("user_id", "=", user_id)
    .execute();
}
