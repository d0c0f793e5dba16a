/** Idempotency-Key: a POST sent twice is carried out once, its first answer told twice (contract §1). */

import type { Executor } from "../db/database.ts";
import { claimKey, type Kept, keepAnswer, releaseKey } from "../db/idempotency.ts";
import { conflict, invalid } from "../failure.ts";

/** An answer as it goes out. `body` is the final text. */
export type Answer = { status: number; body: string; etag: string | null };

type Attempt = { user_id: number; key: string; route: string; body_hash: string };

/**
 * Runs `perform` unless the key was used before; then its first answer is returned instead. The
 * same key for another request is a conflict. A request that failed leaves the key free.
 */
export async function once(
  db: Executor,
  attempt: Attempt,
  perform: () => Promise<Answer>,
): Promise<Answer> {
  if (attempt.key.length > 255)
    throw invalid({ "Idempotency-Key": "must have at most 255 characters" });
  const kept = await claimKey(db, attempt);
  if (kept !== null) return replay(kept, attempt);
  try {
    const answer = await perform();
    await keepAnswer(db, attempt, answer);
    return answer;
  } catch (error) {
    await releaseKey(db, attempt);
    throw error;
  }
}

function replay(kept: Kept, attempt: Attempt): Answer {
  if (kept.route !== attempt.route || kept.body_hash !== attempt.body_hash)
    throw conflict("idempotency-key-reused", "This Idempotency-Key was used for another request.");
  if (kept.status === null || kept.body === null)
    throw conflict(
      "idempotency-key-in-use",
      "The first request under this Idempotency-Key has not answered. Read the record before you try with a new key.",
    );
  return { status: kept.status, body: kept.body, etag: kept.etag };
}
