/** SQL of what people want to be mailed about new episodes, and of addresses that are not mailed. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import type { MailTimes } from "./rules.ts";

const SETTINGS = [
  "s.user_id",
  "s.frequency",
  "s.weekday",
  "s.hour",
  "s.quiet_from",
  "s.quiet_to",
  "s.asked_at",
  "s.email",
  "s.confirmed_at",
  "s.due_at",
  "s.attempts",
  "s.claims",
  "s.mailed_at",
] as const;

/** The settings of a user whose account is open, with the address and the time zone of today. */
export const findSettings = (db: Executor, user_id: number) =>
  db
    .selectFrom("notification_settings as s")
    .innerJoin("users as u", "u.user_id", "s.user_id")
    .select(SETTINGS)
    .select(["u.email as address", "u.language", "u.username", "u.suspended_at"])
    .select(({ fn, val }) => fn.coalesce("u.timezone", val("UTC")).as("timezone"))
    .where("s.user_id", "=", user_id)
    .where("u.deleted_at", "is", null)
    .executeTakeFirst();

export type SettingsRow = NonNullable<Awaited<ReturnType<typeof findSettings>>>;

export type NewSettings = Pick<
  MailTimes,
  "frequency" | "weekday" | "hour" | "quiet_from" | "quiet_to"
>;

/** Stores settings; `asked_at`: the person asks to agree to mails again, to which earlier links do not lead. */
export async function putSettings(
  db: Executor,
  user_id: number,
  values: NewSettings,
  asked_at: Date | null,
): Promise<void> {
  const asking = asked_at === null ? {} : { asked_at, confirmed_at: null, email: null };
  await db
    .insertInto("notification_settings")
    .values({ user_id, ...values, ...asking })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ ...values, ...asking }))
    .execute();
}

/** Moves the next mail of a person for whom something waits. */
export async function setDue(db: Executor, user_id: number, due_at: Date): Promise<void> {
  await sql`
    update notification_settings s set due_at = ${due_at} where user_id = ${user_id}
      and exists (select from episode_mails m where m.user_id = s.user_id and m.mailed_at is null)`.execute(
    db,
  );
}

/** Notes that the address agreed to the mails that were asked for at a moment; false if that is not the last time. */
export async function confirmSettings(
  db: Executor,
  { user_id, email, asked_at }: Readonly<{ user_id: number; email: string; asked_at: Date }>,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("notification_settings")
    .set({ email, confirmed_at: now })
    .where("user_id", "=", user_id)
    .where("asked_at", "=", asked_at)
    .where("frequency", "<>", "OFF")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends the mails to a person, forgets what waits, and makes earlier links useless. */
export async function endMails(db: Executor, user_id: number): Promise<void> {
  await db
    .updateTable("notification_settings")
    .set({ frequency: "OFF", asked_at: null, email: null, confirmed_at: null, due_at: null })
    .where("user_id", "=", user_id)
    .execute();
  await dropWaiting(db, user_id);
}

export async function dropWaiting(db: Executor, user_id: number): Promise<void> {
  await db
    .deleteFrom("episode_mails")
    .where("user_id", "=", user_id)
    .where("mailed_at", "is", null)
    .execute();
}

export type SuppressReason = "UNSUBSCRIBED" | "REFUSED";

/** Idempotent. */
export async function suppress(
  db: Executor,
  digest: Buffer,
  reason: SuppressReason,
  created_at: Date,
): Promise<void> {
  await db
    .insertInto("suppressed_addresses")
    .values({ digest, reason, created_at })
    .onConflict((conflict) => conflict.column("digest").doUpdateSet({ reason, created_at }))
    .execute();
}

export async function unsuppress(db: Executor, digest: Buffer): Promise<void> {
  await db.deleteFrom("suppressed_addresses").where("digest", "=", digest).execute();
}

/** Why an address is not mailed; null if it may be. */
export async function findSuppression(
  db: Executor,
  digest: Buffer,
): Promise<SuppressReason | null> {
  const row = await db
    .selectFrom("suppressed_addresses")
    .select("reason")
    .where("digest", "=", digest)
    .executeTakeFirst();
  return (row?.reason as SuppressReason | undefined) ?? null;
}

/** Forgets the settings of erased accounts, and mails from before `moment`. */
export async function purgeMails(db: Executor, moment: Date): Promise<void> {
  await db.deleteFrom("episode_mails").where("created_at", "<", moment).execute();
  const erased = db.selectFrom("users").select("user_id").where("erased_at", "is not", null);
  await db.deleteFrom("episode_mails").where("user_id", "in", erased).execute();
  await db.deleteFrom("notification_settings").where("user_id", "in", erased).execute();
}
