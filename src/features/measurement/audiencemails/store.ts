/** SQL of what people want to be mailed about the shows that they may edit. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { Day } from "../../../platform/statistics/calendar.ts";
import type { MailKind } from "./unsubscribing/codes.ts";

const joined = (db: Executor) =>
  db
    .selectFrom("audience_mail_settings as s")
    .innerJoin("users as u", "u.user_id", "s.user_id")
    .select(["s.user_id", "s.weekly", "s.jumps", "s.next_at", "s.monday", "s.refused_email"])
    .select(["u.email as address", "u.language", "u.suspended_at"])
    .select(({ fn, val }) => fn.coalesce("u.timezone", val("UTC")).as("timezone"))
    .where("u.deleted_at", "is", null);

/** The settings of a user whose account is open, with the address and the time zone of today. */
export const findSettings = (db: Executor, user_id: number) =>
  joined(db).where("s.user_id", "=", user_id).executeTakeFirst();

export type SettingsRow = NonNullable<Awaited<ReturnType<typeof findSettings>>>;

/** null: as before, or none. */
export type Wishes = Readonly<{ weekly: boolean | null; jumps: boolean | null }>;

/** Stores wishes; an address that was refused is tried again. */
export async function putSettings(
  db: Executor,
  user_id: number,
  { weekly, jumps }: Wishes,
  { next, monday }: Readonly<{ next: Date; monday: Day }>,
): Promise<void> {
  const next_at = weekly ? next : null;
  await sql`
    insert into audience_mail_settings as s (user_id, weekly, jumps, next_at, monday)
    values (${user_id}, ${weekly ?? false}, ${jumps ?? false}, ${next_at}, ${monday})
    on conflict (user_id) do update set
      weekly = coalesce(${weekly}::boolean, s.weekly), jumps = coalesce(${jumps}::boolean, s.jumps),
      refused_email = null,
      next_at = case when s.weekly and coalesce(${weekly}::boolean, true) then s.next_at else excluded.next_at end,
      monday = case when s.weekly then s.monday else greatest(s.monday, excluded.monday) end`.execute(
    db,
  );
}

/** Ends one kind of mails. Idempotent. */
export async function endMails(db: Executor, user_id: number, kind: MailKind): Promise<void> {
  await db
    .updateTable("audience_mail_settings")
    .set(kind === "weekly" ? { weekly: false, next_at: null } : { jumps: false })
    .where("user_id", "=", user_id)
    .execute();
}

export async function noteRefusedAddress(
  db: Executor,
  user_id: number,
  refused_email: string,
): Promise<void> {
  await db
    .updateTable("audience_mail_settings")
    .set({ refused_email })
    .where("user_id", "=", user_id)
    .execute();
}

/** The person whose weekly report has been due longest, locked until the transaction ends; others pass them by. */
export async function lockDue(tx: Executor, now: Date) {
  return joined(tx)
    .where("s.next_at", "<=", now)
    .orderBy("s.next_at")
    .limit(1)
    .forUpdate("s")
    .skipLocked()
    .executeTakeFirst();
}

export async function setNext(
  tx: Executor,
  user_id: number,
  values: Readonly<{ next_at: Date; monday: Day }>,
): Promise<void> {
  await tx
    .updateTable("audience_mail_settings")
    .set(values)
    .where("user_id", "=", user_id)
    .execute();
}

/** Forgets the wishes of accounts that are closed, so that nothing is due for them, and mails and notes from before `moment`. */
export async function purge(db: Executor, moment: Date): Promise<void> {
  await db.deleteFrom("audience_mails").where("created_at", "<", moment).execute();
  await db.deleteFrom("show_jumps").where("day", "<", moment.toISOString().slice(0, 10)).execute();
  const erased = db.selectFrom("users").select("user_id").where("erased_at", "is not", null);
  await db.deleteFrom("audience_mails").where("user_id", "in", erased).execute();
  await db.deleteFrom("audience_mail_settings").where("user_id", "in", erased).execute();
}
