/** Keeps the answers of requests that carried an Idempotency-Key, for 24 hours. */
import { type Executor, violates } from "./database.ts";

/** The first answer under a key. `status` is null while it is still being made. */
export type Kept = {
  route: string;
  body_hash: string;
  status: number | null;
  body: string | null;
  etag: string | null;
};

type Claim = { user_id: number; key: string; route: string; body_hash: string };

/** Takes the key for this request. Returns what an earlier request left under it, else null. */
export async function claimKey(db: Executor, claim: Claim): Promise<Kept | null> {
  await db
    .deleteFrom("idempotency_keys")
    .where("user_id", "=", claim.user_id)
    .where("key", "=", claim.key)
    .where("created_at", "<", new Date(Date.now() - 24 * 3_600_000))
    .execute();
  try {
    await db.insertInto("idempotency_keys").values(claim).execute();
    return null;
  } catch (error) {
    if (!violates(error, "idempotency_keys_pkey")) throw error;
  }
  return db
    .selectFrom("idempotency_keys")
    .select(["route", "body_hash", "status", "body", "etag"])
    .where("user_id", "=", claim.user_id)
    .where("key", "=", claim.key)
    .executeTakeFirstOrThrow();
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
export async function forgetOldKeys(db: Executor): Promise<void> {
  await db
    .deleteFrom("idempotency_keys")
    .where("created_at", "<", new Date(Date.now() - 24 * 3_600_000))
    .execute();
}
