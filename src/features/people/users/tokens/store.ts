/** All SQL about personal access tokens. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";

export type NewToken = {
  token_hash: Buffer;
  user_id: number;
  scope: string;
  name: string;
  expires_at: Date | null;
};

export async function insertToken(db: Executor, token: NewToken): Promise<void> {
  await db.insertInto("tokens").values(token).execute();
}

/** The last use of a token is stored at most this often. */
const TOKEN_USE_MS = 3_600_000;

/** The holder of the token with this hash, if it is valid at `now`; stores the token's last use at most hourly. */
export function findTokenHolder(db: Executor, tokenHash: Buffer, now: Date) {
  return db
    .with("used", (cte) =>
      cte
        .updateTable("tokens")
        .set({ last_used_at: now })
        .where("token_hash", "=", tokenHash)
        .where((eb) =>
          eb.or([
            eb("last_used_at", "is", null),
            eb("last_used_at", "<", new Date(now.getTime() - TOKEN_USE_MS)),
          ]),
        ),
    )
    .selectFrom("tokens")
    .innerJoin("users", "users.user_id", "tokens.user_id")
    .select(["users.user_id", "users.username", "users.is_admin", "tokens.scope"])
    .select(["users.suspended_at", "users.suspension_reason"])
    .select(sql.lit(null).as("client_id"))
    .where("tokens.token_hash", "=", tokenHash)
    .where("tokens.revoked_at", "is", null)
    .where((eb) => eb.or([eb("tokens.expires_at", "is", null), eb("tokens.expires_at", ">", now)]))
    .where("users.deleted_at", "is", null)
    .executeTakeFirst();
}

/** Revokes a token. Returns false if there is no such token. */
export async function revokeToken(db: Executor, tokenHash: Buffer, now: Date): Promise<boolean> {
  const result = await db
    .updateTable("tokens")
    .set((eb) => ({ revoked_at: eb.fn.coalesce("revoked_at", eb.val(now)) }))
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** A user's tokens that have not been revoked, newest first. */
export function listTokens(db: Executor, user_id: number) {
  return db
    .selectFrom("tokens")
    .select(["token_id", "name", "scope", "created_at", "last_used_at", "expires_at"])
    .where("user_id", "=", user_id)
    .where("revoked_at", "is", null)
    .orderBy("token_id", "desc")
    .limit(200)
    .execute();
}

/** The number of a user's valid tokens at `now`. */
export async function countTokens(db: Executor, user_id: number, now: Date): Promise<number> {
  const row = await db
    .selectFrom("tokens")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", user_id)
    .where("revoked_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Revokes all of a user's tokens. */
export async function revokeAllTokens(db: Executor, user_id: number, now: Date): Promise<void> {
  await db
    .updateTable("tokens")
    .set({ revoked_at: now })
    .where("user_id", "=", user_id)
    .where("revoked_at", "is", null)
    .execute();
}

/** Deletes revoked tokens, and those that expired before `moment`. */
export async function deleteDeadTokens(db: Executor, moment: Date): Promise<void> {
  await db
    .deleteFrom("tokens")
    .where((eb) => eb.or([eb("revoked_at", "is not", null), eb("expires_at", "<", moment)]))
    .execute();
}

/** Revokes a token if it belongs to the user. */
export async function revokeOwnToken(
  db: Executor,
  user_id: number,
  token_id: number,
  now: Date,
): Promise<void> {
  await db
    .updateTable("tokens")
    .set({ revoked_at: now })
    .where("token_id", "=", token_id)
    .where("user_id", "=", user_id)
    .where("revoked_at", "is", null)
    .execute();
}
