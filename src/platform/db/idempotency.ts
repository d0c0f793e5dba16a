/** Keeps the answers of requests that carried an Idempotency-Key, for 24 hours. */
import { sql } from "kysely";
import type { Limit } from "../limits.ts";
import type { Executor } from "./database.ts";

const KEPT_MS = 24 * 3_600_000;

/** Longest answer that is kept to be told again. */
export const answerLimit: Limit = {
  name: "idempotency-answer",
  value: 262_144,
  unit: "bytes",
  bounds: "An answer that is kept for 24 hours to be told again under its `Idempotency-Key`.",
  beyond:
    "The request is carried out, once; under the same key it is 409 `idempotency-answer-not-kept`",
};

export const keysLimit: Limit = {
  name: "idempotency-keys",
  value: 10_000,
  unit: "entries",
  bounds: "Answers that are kept for one user under `Idempotency-Key`.",
  beyond: "The oldest are forgotten before their 24 hours are over",
};

export const answersLimit: Limit = {
  name: "idempotency-bytes",
  value: 33_554_432,
  unit: "bytes",
  bounds: "All answers together that are kept for one user under `Idempotency-Key`.",
  beyond: "The oldest are forgotten before their 24 hours are over",
};

/** The first answer under a key. `status` is null while it is still being made, `body` also when it was too long. */
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
  // The first request failed and freed the key between the two statements.
  return kept ?? claimKey(db, claim, now);
}

type Answer = { status: number; body: string; etag: string | null };

/** Keeps an answer, without its body where that is too long, and forgets the user's oldest ones. */
export async function keepAnswer(db: Executor, { user_id, key }: Claim, answer: Answer) {
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

/** Of requests under way nothing is forgotten. */
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
