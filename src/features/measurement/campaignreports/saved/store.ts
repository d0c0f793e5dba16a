/** All SQL of saved reports. */
import { type Insertable, sql, type Updateable } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import type { SavedReports } from "../../../../platform/db/rows.ts";

const selected = (db: Executor) =>
  db
    .selectFrom("saved_reports as r")
    .innerJoin("teams as t", "t.team_id", "r.team_id")
    .innerJoin("users as u", "u.user_id", "r.user_id")
    .selectAll("r")
    .select(["t.organization_id", "u.fullname as owner_name"]);

/** The reports that a team has saved, by name. */
export const listReports = (db: Executor, team_id: number) =>
  selected(db)
    .where("r.team_id", "=", team_id)
    .orderBy(sql`lower(r.name)`)
    .orderBy("r.report_id")
    .execute();

export type SavedReportRow = Awaited<ReturnType<typeof listReports>>[number];

export const findReport = (db: Executor, report_id: number) =>
  selected(db).where("r.report_id", "=", report_id).executeTakeFirst();

/** The report, locked until the transaction ends. */
export const lockReport = (db: Executor, report_id: number) =>
  selected(db).where("r.report_id", "=", report_id).forNoKeyUpdate("r").executeTakeFirst();

/** How many reports the team has saved; others who count wait until the transaction ends. */
export async function countAndLock(db: Executor, team_id: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('longwave saved reports'), ${team_id % 2 ** 31}::integer)`.execute(
    db,
  );
  const { count } = await db
    .selectFrom("saved_reports")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("team_id", "=", team_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the id. */
export async function insertReport(
  db: Executor,
  values: Insertable<SavedReports>,
): Promise<number> {
  const { report_id } = await db
    .insertInto("saved_reports")
    .values(values)
    .returning("report_id")
    .executeTakeFirstOrThrow();
  return report_id;
}

export async function updateReport(
  db: Executor,
  report_id: number,
  changes: Updateable<SavedReports>,
): Promise<void> {
  await db
    .updateTable("saved_reports")
    .set({ ...changes, updated_at: sql`now()`, revision: sql`nextval('revisions')` })
    .where("report_id", "=", report_id)
    .execute();
}

export async function removeReport(db: Executor, report_id: number): Promise<void> {
  await db.deleteFrom("saved_reports").where("report_id", "=", report_id).execute();
}
