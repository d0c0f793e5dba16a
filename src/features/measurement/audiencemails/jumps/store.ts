/** SQL of the days on which shows stood out, and of the people who want to hear of them. */
import { sql } from "kysely";
import { bigintColumn } from "../../../../platform/db/columns.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Day } from "../../../../platform/statistics/calendar.ts";
import { editorIds } from "../../../publishing/shows/editable/store.ts";

/** Whether anybody wants notes. */
export async function hasReaders(db: Executor): Promise<boolean> {
  const found = await db
    .selectFrom("audience_mail_settings")
    .select("user_id")
    .where("jumps", "=", true)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export type Judged = Readonly<{ show_id: number; author_id: number }>;

/** Of these shows those that have been here since `since`, with no note from `quietFrom` to `quietTo`. */
export async function listJudged(
  db: Executor,
  ids: readonly number[],
  { since, quietFrom, quietTo }: Readonly<Record<"since" | "quietFrom" | "quietTo", Day>>,
): Promise<Judged[]> {
  const { rows } = await sql<Judged>`
    select show_id, author_id from shows
    where show_id = any(${bigintColumn(ids)}::bigint[]) and deleted_at is null
      and created_at < ${since}::date + 1
      and not exists (
        select from show_jumps j where j.show_id = shows.show_id and j.day between ${quietFrom}::date and ${quietTo}::date)
    order by show_id`.execute(db);
  return rows;
}

/** The people who want notes and may edit the show, with their time zones. */
export const listReaders = (db: Executor, show: Judged) =>
  db
    .selectFrom("audience_mail_settings as s")
    .innerJoin("users as u", "u.user_id", "s.user_id")
    .select("s.user_id")
    .select(({ fn, val }) => fn.coalesce("u.timezone", val("UTC")).as("timezone"))
    .where("s.jumps", "=", true)
    .where("u.deleted_at", "is", null)
    .where("s.user_id", "in", editorIds(db, show))
    .orderBy("s.user_id")
    .execute();

type Jump = Readonly<{ show_id: number; day: Day; total: number; usual: number }>;

/** Notes that a day stood out; false if that is known. */
export async function insertJump(tx: Executor, jump: Jump): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto("show_jumps")
    .values(jump)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export const findJump = (db: Executor, show_id: number, day: Day) =>
  db
    .selectFrom("show_jumps")
    .innerJoin("shows", "shows.show_id", "show_jumps.show_id")
    .select(["show_jumps.show_id", "day", "total", "usual", "shows.title"])
    .where("show_jumps.show_id", "=", show_id)
    .where("day", "=", day)
    .where("shows.deleted_at", "is", null)
    .executeTakeFirst();
