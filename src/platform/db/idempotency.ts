/** Stores the responses of requests with an Idempotency-Key for 24 hours. */
import { sql } from "kysely";
import type { Limit } from "../limits.ts";
import type { Executor } from "./database.ts";

const KEPT_MS = 24 * 3_600_000;

/** The longest response that is stored for replay. */
export const answerLimit: Limit = {
  name: "idempotency-answer",
  value: 262_144,
  unit: "bytes",
  bounds: "Size of a response that is stored for 24 hours and repeated for its `Idempotency-Key`.",
  beyond:
    "The request is performed once; a repetition with the same key gets 409 `idempotency-answer-not-kept`",
};

export const keysLimit: Limit = {
  name: "idempotency-keys",
  value: 10_000,
  unit: "entries",
  bounds: "Stored responses of one user with an `Idempotency-Key`.",
  beyond: "The oldest are deleted before their 24 hours are over",
};

export const answersLimit: Limit = {
  name: "idempotency-bytes",
  value: 33_554_432,
  unit: "bytes",
  bounds: "Total size of the stored responses of one user with an `Idempotency-Key`.",
  beyond: "The oldest are deleted before their 24 hours are over",
};

/**
 * The first response under a key. `status` is null while the request is running; `body` is also null if the response
 * was too long.
 */
export type StoredAnswer = {
  route: string;
  body_hash: string;
  status: number | null;
  body: string | null;
  etag: string | null;
};

/** A request that tries to claim its key. */
export type Claim = { user_id: number; key: string; route: string; body_hash: string };

/**
 * Claims the key for this request in one statement, so that only one of two concurrent requests gets it. Returns what
 * an earlier request stored under the key, else null. Keys older than 24 hours are free.
 */
export async function claimKey(
  db: Executor,
  claim: Claim,
  now: Date,
): Promise<StoredAnswer | null> {
  const fresh = { ...claim, status: null, body: null, bytes: 0, etag: null, created_at: now };
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
  // The first request failed and released the key between the two statements.
  return kept ?? claimKey(db, claim, now);
}

type Answer = { status: number; body: string; etag: string | null };

/** Stores a response, without its body if that is too long, and deletes the user's oldest ones. */
export async function storeAnswer(db: Executor, { user_id, key }: Claim, answer: Answer) {
  const size = Buffer.byteLength(answer.body);
  const kept = size > answerLimit.value ? { body: null, bytes: 0 } : { bytes: size };
  await db
    .updateTable("idempotency_keys")
    .set({ ...answer, ...kept })
    .where("user_id", "=", user_id)
    .where("key", "=", key)
    .execute();
  await forgetSurplus(db, user_id);
}

/** Never deletes keys of running requests. */
async function forgetSurplus(db: Executor, user_id: number): Promise<void> {
  await sql`
    delete from idempotency_keys using (
      select key, row_number() over newest as place, sum(bytes) over newest as size
      from idempotency_keys where user_id = ${user_id} and status is not null
      window newest as (order by created_at desc, key)
    ) aged
    where idempotency_keys.user_id = ${user_id} and idempotency_keys.key = aged.key
      and (aged.place > ${keysLimit.value} or aged.size > ${answersLimit.value})`.execute(db);
}

/** Releases the key of a request that failed. */
export async function releaseKey(db: Executor, { user_id, key }: Claim): Promise<void> {
  await db
    .deleteFrom("idempotency_keys")
    .where("user_id", "=", user_id)
    .where("key", "=", key)
    .execute();
}

/** Deletes keys older than 24 hours; run by a job. */
export async function forgetOldKeys(db: Executor, now: Date): Promise<void> {
  await db.deleteFrom("idempotency_keys").where("created_at", "<=", expiredBy(now)).execute();
}

const expiredBy = (now: Date): Date => new Date(now.getTime() - KEPT_MS);
