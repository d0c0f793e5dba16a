/** Keeps the answers of requests that carried an Idempotency-Key, for 24 hours. */
import type { Executor } from "./database.ts";

const KEPT_MS = 24 * 3_600_000;

/** The first answer under a key. `status` is null while it is still being made. */
export type Kept = {
  route: string;
  body_hash: string;
  status: number | null;
  body: string | null;
  etag: string | null;
};

/** A request that wants to be the first under its key. */
export type Claim = { user_id: number; key: string; route: string; body_hash: string };

/**
 * Takes the key for this request, in one statement, so that of two requests at once one gets it.
 * Returns what an earlier request left under it, else null. A key older than 24 hours is free.
 */
export async function claimKey(db: Executor, claim: Claim, now: Date): Promise<Kept | null> {
  const fresh = { ...claim, status: null, body: null, etag: null, created_at: now };
  const taken = await db
    .insertInto("idempotency_keys")
    .values(fresh)
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "key"])
        .doUpdateSet(fresh)
        .where("idempotency_keys.created_at", "<=", expiredBy(now)),
    )
    .returning("key")
    .executeTakeFirst();
  if (taken !== undefined) return null;
  const kept = await db
    .selectFrom("idempotency_keys")
    .select(["route", "body_hash", "status", "body", "etag"])
    .where("user_id", "=", claim.user_id)
    .where("key", "=", claim.key)
    .executeTakeFirst();
  // The first request failed and freed the key between the two statements.
  return kept ?? claimKey(db, claim, now);
}

type Answer = { status: number; body: string; etag: string | null };

export async function keepAnswer(db: Executor, { user_id, key }: Claim, answer: Answer) {
  await db
    .updateTable("idempotency_keys")
    .set(answer)
    .where("user_id", "=", user_id)
    .where("key", "=", key)
    .execute();
}

/** The request came to nothing: the key is free again. */
export async function releaseKey(db: Executor, { user_id, key }: Claim): Promise<void> {
  await db
    .deleteFrom("idempotency_keys")
    .where("user_id", "=", user_id)
    .where("key", "=", key)
    .execute();
}

/** Forgets keys older than 24 hours; run by a job. */
export async function forgetOldKeys(db: Executor, now: Date): Promise<void> {
  await db.deleteFrom("idempotency_keys").where("created_at", "<=", expiredBy(now)).execute();
}

const expiredBy = (now: Date): Date => new Date(now.getTime() - KEPT_MS);
