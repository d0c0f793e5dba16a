/** All SQL about sessions, counted attempts and password reset codes. */
import type { Executor } from "../../../platform/db/database.ts";
import type { Attempts } from "./rules.ts";

export type NewSession = {
  secret_hash: Buffer;
  user_id: number;
  browser: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
};

export async function insertSession(db: Executor, session: NewSession): Promise<void> {
  await db.insertInto("sessions").values(session).execute();
}

/** Deletes a user's sessions except the `most` that were used last. */
export async function deleteSessionsBeyond(
  db: Executor,
  user_id: number,
  most: number,
): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("session_id", "in", (eb) =>
      eb
        .selectFrom("sessions")
        .select("session_id")
        .where("user_id", "=", user_id)
        .orderBy("last_seen_at", "desc")
        .orderBy("session_id", "desc")
        .offset(most),
    )
    .execute();
}

/** The session with this cookie and its user, if it is valid at `now`. */
export function findSessionBySecret(db: Executor, secretHash: Buffer, now: Date) {
  return db
    .selectFrom("sessions")
    .innerJoin("users", "users.user_id", "sessions.user_id")
    .select([
      "users.user_id",
      "users.username",
      "users.fullname",
      "users.is_admin",
      "users.language",
      "users.timezone",
      "sessions.session_id",
      "sessions.last_seen_at",
    ])
    .where("sessions.secret_hash", "=", secretHash)
    .where("sessions.expires_at", ">", now)
    .where("users.deleted_at", "is", null)
    .where("users.suspended_at", "is", null)
    .executeTakeFirst();
}

export async function touchSession(
  db: Executor,
  session_id: number,
  seen: { last_seen_at: Date; expires_at: Date },
): Promise<void> {
  await db.updateTable("sessions").set(seen).where("session_id", "=", session_id).execute();
}

/** A user's sessions, most recently used first. */
export function listSessions(db: Executor, user_id: number, now: Date) {
  return db
    .selectFrom("sessions")
    .select(["session_id", "browser", "created_at", "last_seen_at"])
    .where("user_id", "=", user_id)
    .where("expires_at", ">", now)
    .orderBy("last_seen_at", "desc")
    .orderBy("session_id", "desc")
    .limit(100)
    .execute();
}

export async function deleteSessionBySecret(db: Executor, secretHash: Buffer): Promise<void> {
  await db.deleteFrom("sessions").where("secret_hash", "=", secretHash).execute();
}

/** Deletes a session if it belongs to the user. */
export async function deleteSession(
  db: Executor,
  user_id: number,
  session_id: number,
): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("user_id", "=", user_id)
    .where("session_id", "=", session_id)
    .execute();
}

/** Deletes all sessions of a user except `keep`. */
export async function deleteSessions(
  db: Executor,
  user_id: number,
  keep: number | null,
): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("user_id", "=", user_id)
    .$if(keep !== null, (query) => query.where("session_id", "<>", keep))
    .execute();
}

/** The count of `subjectHash`, locked until the transaction ends; starts at 0. */
export async function lockAttempts(
  db: Executor,
  subjectHash: Buffer,
  now: Date,
): Promise<Attempts> {
  return db
    .insertInto("attempts")
    .values({ subject_hash: subjectHash, count: 0, last_at: now })
    .onConflict((conflict) =>
      // Changes nothing, but locks the row and returns it.
      conflict.column("subject_hash").doUpdateSet((eb) => ({ count: eb.ref("attempts.count") })),
    )
    .returning(["count", "last_at"])
    .executeTakeFirstOrThrow();
}

export async function keepAttempts(
  db: Executor,
  subjectHash: Buffer,
  { count, last_at }: Attempts,
): Promise<void> {
  await db
    .updateTable("attempts")
    .set({ count, last_at })
    .where("subject_hash", "=", subjectHash)
    .execute();
}

/** Takes one attempt back, or all of them. */
export async function forgiveAttempts(
  db: Executor,
  subjectHash: Buffer,
  how: "one" | "all",
): Promise<void> {
  await db
    .updateTable("attempts")
    .set((eb) => ({
      count: how === "all" ? 0 : eb.fn<number>("greatest", [eb.lit(0), eb("count", "-", 1)]),
    }))
    .where("subject_hash", "=", subjectHash)
    .execute();
}

export async function insertReset(
  db: Executor,
  reset: { code_hash: Buffer; user_id: number; expires_at: Date },
): Promise<void> {
  await db.insertInto("password_resets").values(reset).execute();
}

/** The user of a reset code that is valid at `now`; does not use the code up. */
export function findReset(db: Executor, codeHash: Buffer, now: Date) {
  return db
    .selectFrom("password_resets")
    .select("user_id")
    .where("code_hash", "=", codeHash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** Uses up a reset code and returns its user if the code is valid at `now`. */
export async function takeReset(
  db: Executor,
  codeHash: Buffer,
  now: Date,
): Promise<number | undefined> {
  const row = await db
    .deleteFrom("password_resets")
    .where("code_hash", "=", codeHash)
    .where("expires_at", ">", now)
    .returning("user_id")
    .executeTakeFirst();
  return row?.user_id;
}

export async function deleteResets(db: Executor, user_id: number): Promise<void> {
  await db.deleteFrom("password_resets").where("user_id", "=", user_id).execute();
}

/** Deletes expired sessions, reset codes and counters. */
export async function purge(db: Executor, now: Date, attemptsBefore: Date): Promise<void> {
  await db.deleteFrom("sessions").where("expires_at", "<=", now).execute();
  await db.deleteFrom("password_resets").where("expires_at", "<=", now).execute();
  await db.deleteFrom("attempts").where("last_at", "<", attemptsBefore).execute();
}

/** Whether the person publishes or manages anything: shows, those of others, a team, the site; and whether they follow shows. */
export async function findPursuits(
  db: Executor,
  user_id: number,
): Promise<{ makes: boolean; follows: boolean }> {
  const found = await db
    .selectFrom("users")
    .select(({ or, exists, selectFrom, eb }) => [
      or([
        eb("users.is_admin", "=", true),
        exists(
          selectFrom("shows")
            .select("show_id")
            .whereRef("author_id", "=", "users.user_id")
            .where("deleted_at", "is", null),
        ),
        exists(
          selectFrom("show_collaborators as on_show")
            .select("on_show.user_id")
            .whereRef("on_show.user_id", "=", "users.user_id"),
        ),
        exists(
          selectFrom("user_collaborators as on_user")
            .select("on_user.user_id")
            .whereRef("on_user.user_id", "=", "users.user_id"),
        ),
        exists(
          selectFrom("organization_members as member")
            .select("member.user_id")
            .whereRef("member.user_id", "=", "users.user_id"),
        ),
      ]).as("makes"),
      exists(
        selectFrom("favorites")
          .select("favorites.show_id")
          .whereRef("favorites.user_id", "=", "users.user_id")
          .where("favorites.removed_at", "is", null),
      ).as("follows"),
    ])
    .where("user_id", "=", user_id)
    .executeTakeFirst();
  return { makes: Boolean(found?.makes), follows: Boolean(found?.follows) };
}
