/** SQL of mails with reports: what is to be sent, what was, and why something was not. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import type { FailReason, MailReason, SkipReason } from "../schema.ts";

/** Makes a mail for each recipient of the report who has none of this day. */
export async function insertMails(
  db: Executor,
  {
    report_id,
    due_at,
    day,
    now,
  }: Readonly<{ report_id: number; due_at: Date; day: string; now: Date }>,
): Promise<void> {
  await sql`
    insert into report_mails (report_id, user_id, due_at, day, next_at, created_at)
    select report_id, user_id, ${due_at}, ${day}, ${now}, ${now} from report_recipients
    where report_id = ${report_id} order by user_id
    on conflict (report_id, user_id, day) do nothing`.execute(db);
}

/** Makes a mail that its recipient has asked for; returns its id. */
export async function insertTestMail(
  db: Executor,
  { report_id, user_id, now }: Readonly<{ report_id: number; user_id: number; now: Date }>,
): Promise<number> {
  const { mail_id } = await db
    .insertInto("report_mails")
    .values({ report_id, user_id, due_at: now, next_at: now, created_at: now })
    .returning("mail_id")
    .executeTakeFirstOrThrow();
  return mail_id;
}

/** Mails with the report that were asked for after a moment. */
export async function countTestMails(
  db: Executor,
  report_id: number,
  after: Date,
): Promise<number> {
  const { count } = await db
    .selectFrom("report_mails")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("report_id", "=", report_id)
    .where("day", "is", null)
    .where("created_at", ">", after)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const listed = (db: Executor) =>
  db
    .selectFrom("report_mails as m")
    .innerJoin("users as u", "u.user_id", "m.user_id")
    .selectAll("m")
    .select("u.fullname");

/** The mails of a report below `last_id`, newest first; one extra row shows that there are more. */
export const listMails = (
  db: Executor,
  report_id: number,
  { last_id, limit }: Readonly<{ last_id?: number | undefined; limit: number }>,
) =>
  listed(db)
    .where("m.report_id", "=", report_id)
    .$if(last_id !== undefined, (rows) => rows.where("m.mail_id", "<", last_id ?? 0))
    .orderBy("m.mail_id", "desc")
    .limit(limit + 1)
    .execute();

export type MailRow = Awaited<ReturnType<typeof listMails>>[number];

export const findMail = (db: Executor, mail_id: number): Promise<MailRow> =>
  listed(db).where("m.mail_id", "=", mail_id).executeTakeFirstOrThrow();

/** Takes the next mail of a report that is due, until `until`: then another process may take it. */
export const claimMail = (db: Executor, report_id: number, now: Date, until: Date) =>
  db
    .updateTable("report_mails")
    .set({ next_at: until, attempts: sql`attempts + 1` })
    .where("mail_id", "=", (eb) =>
      eb
        .selectFrom("report_mails")
        .select("mail_id")
        .where("report_id", "=", report_id)
        .where("state", "=", "PENDING")
        .where("next_at", "<=", now)
        .orderBy("mail_id")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();

export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>;
type Claim = Pick<ClaimedMail, "mail_id" | "attempts">;

/** Ends a claimed mail; false if the claim was over, and another process has taken the mail. */
async function end(
  db: Executor,
  { mail_id, attempts }: Claim,
  values: Readonly<{ state: "SENT" | "SKIPPED"; reason: MailReason | null; ended_at: Date }>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("report_mails")
    .set(values)
    .where("mail_id", "=", mail_id)
    .where("attempts", "=", attempts)
    .where("state", "=", "PENDING")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes that the end of the mail is about to be sent, which may not happen twice: false if the mail is not the claim's. */
export const noteHandover = (db: Executor, claim: Claim, ended_at: Date): Promise<boolean> =>
  end(db, claim, { state: "SENT", reason: "UNANSWERED", ended_at });

/** Notes that the mail server has taken the mail. */
export async function noteTaken(db: Executor, { mail_id }: Claim): Promise<void> {
  await db
    .updateTable("report_mails")
    .set({ reason: null })
    .where("mail_id", "=", mail_id)
    .execute();
}

export const skipMail = (
  db: Executor,
  claim: Claim,
  reason: SkipReason,
  ended_at: Date,
): Promise<boolean> => end(db, claim, { state: "SKIPPED", reason, ended_at });

/** Notes that a mail was not taken, also after its end was sent: it is sent again at `next_at`, or null: never. */
export async function noteFailure(
  db: Executor,
  { mail_id, attempts }: Claim,
  { reason, next_at, now }: Readonly<{ reason: FailReason; next_at: Date | null; now: Date }>,
): Promise<void> {
  const next =
    next_at === null
      ? ({ state: "FAILED", ended_at: now } as const)
      : ({ state: "PENDING", ended_at: null, next_at } as const);
  await db
    .updateTable("report_mails")
    .set({ ...next, reason })
    .where("mail_id", "=", mail_id)
    .where("attempts", "=", attempts)
    .execute();
}

/** When a report has something to send again; null for never. */
export async function findNextMail(db: Executor, report_id: number): Promise<Date | null> {
  const { next_at } = await db
    .selectFrom("report_mails")
    .select(({ fn }) => fn.min("next_at").as("next_at"))
    .where("report_id", "=", report_id)
    .where("state", "=", "PENDING")
    .executeTakeFirstOrThrow();
  return next_at;
}

/** Reports whose mails have been due since before `moment`: they have lost their job. */
export const listForgotten = (db: Executor, moment: Date) =>
  db
    .selectFrom("report_mails as m")
    .innerJoin("saved_reports as r", "r.report_id", "m.report_id")
    .select(["r.report_id", "r.user_id"])
    .distinct()
    .where("m.state", "=", "PENDING")
    .where("m.next_at", "<", moment)
    .limit(1000)
    .execute();

export async function deleteOldMails(db: Executor, moment: Date): Promise<void> {
  await db.deleteFrom("report_mails").where("created_at", "<", moment).execute();
}
