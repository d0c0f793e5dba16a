/** SQL of mails about people's own shows: what is to be sent, and what was, each once. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Day } from "../../../../platform/statistics/calendar.ts";

type NewMail = Readonly<{
  user_id: number;
  kind: "WEEKLY" | "JUMP";
  day: Day;
  show_id: number | null;
  due_at: Date;
  now: Date;
}>;

/** Makes a mail, unless there is one. */
export async function insertMail(
  tx: Executor,
  { user_id, kind, day, show_id, due_at, now }: NewMail,
): Promise<void> {
  await tx
    .insertInto("audience_mails")
    .values({ user_id, kind, day, show_id, due_at, next_at: due_at, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes the mail that has been due longest, until `until`: then another process may take it. */
export const claimMail = (db: Executor, now: Date, until: Date) =>
  db
    .updateTable("audience_mails")
    .set({ next_at: until, attempts: sql`attempts + 1` })
    .where("mail_id", "=", (eb) =>
      eb
        .selectFrom("audience_mails")
        .select("mail_id")
        .where("state", "=", "PENDING")
        .where("next_at", "<=", now)
        .orderBy("next_at")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();

export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>;
type Claim = Pick<ClaimedMail, "mail_id" | "attempts">;

export async function hasDue(db: Executor, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom("audience_mails")
    .select("mail_id")
    .where("state", "=", "PENDING")
    .where("next_at", "<=", now)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Ends a claimed mail; false if the claim was over, and another process has taken the mail. */
export async function endMail(
  db: Executor,
  { mail_id, attempts }: Claim,
  state: "SENT" | "SKIPPED" | "FAILED",
  ended_at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("audience_mails")
    .set({ state, ended_at })
    .where("mail_id", "=", mail_id)
    .where("attempts", "=", attempts)
    .where("state", "=", "PENDING")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes that a mail was not taken, also after its end was sent: it is sent again at `next_at`, or null: never. */
export async function noteFailure(
  db: Executor,
  { mail_id, attempts }: Claim,
  { next_at, now }: Readonly<{ next_at: Date | null; now: Date }>,
): Promise<void> {
  const next =
    next_at === null
      ? ({ state: "FAILED", ended_at: now } as const)
      : ({ state: "PENDING", ended_at: null, next_at } as const);
  await db
    .updateTable("audience_mails")
    .set(next)
    .where("mail_id", "=", mail_id)
    .where("attempts", "=", attempts)
    .execute();
}
