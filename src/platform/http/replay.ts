/** Idempotency-Key: performs a repeated POST only once and repeats its first response (contract §1). */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { z } from "zod";
import type { Executor } from "../db/database.ts";
import {
  answerLimit,
  type Claim,
  claimKey,
  forgetOldKeys,
  releaseKey,
  type StoredAnswer,
  storeAnswer,
} from "../db/idempotency.ts";
import { conflict, invalid, overLimit } from "../failure.ts";
import { type Job, job } from "../jobs/job.ts";
import type { Form } from "./multipart.ts";

/** A response as it is sent. `body` is the final text. */
export type Answer = { status: number; body: string; etag: string | null };

type Attempt = Pick<Claim, "user_id" | "key" | "route"> & { form: Form };
type Stores = { db: Executor; clock: () => Date };

/**
 * Runs `perform` unless the key was used before; in that case the first response is returned. The same key for a
 * different request is a conflict. A failed request releases the key. If the process died, or the response could not be
 * stored, the key stays taken, because the request may have been performed.
 */
export async function replayOrRun(
  { db, clock }: Stores,
  { form, ...attempt }: Attempt,
  perform: () => Promise<Answer>,
): Promise<Answer> {
  if (attempt.key === "" || attempt.key.length > 255)
    throw invalid({ "Idempotency-Key": "must have 1 to 255 characters" });
  const claim = { ...attempt, body_hash: await fingerprint(form) };
  const kept = await claimKey(db, claim, clock());
  if (kept !== null) return replay(kept, claim);
  const answer = await perform().catch(async (error: unknown) => {
    await releaseKey(db, claim);
    throw error;
  });
  await storeAnswer(db, claim, answer);
  return answer;
}

function replay(kept: StoredAnswer, claim: Claim): Answer {
  if (kept.route !== claim.route || kept.body_hash !== claim.body_hash)
    throw conflict("idempotency-key-reused", "This Idempotency-Key was used for another request.");
  if (kept.status === null)
    throw conflict(
      "idempotency-key-in-use",
      "The first request with this Idempotency-Key has not finished. Read the record before you retry with a new key.",
    );
  if (kept.body === null)
    throw overLimit(
      answerLimit,
      "conflict",
      "idempotency-answer-not-kept",
      `The first request with this Idempotency-Key was performed with status ${kept.status}. Its response was too long to store: read the record.`,
    );
  return { status: kept.status, body: kept.body, etag: kept.etag };
}

/** A hash that identifies a body: parameters in any order, files by their bytes, without the token. */
async function fingerprint({ fields, files }: Form): Promise<string> {
  const { oauth2_access_token: _token, ...rest } = fields;
  const digest = createHash("sha256").update(JSON.stringify(Object.entries(rest).sort(byName)));
  for (const [name, { path, bytes }] of Object.entries(files).sort(byName)) {
    digest.update(JSON.stringify([name, bytes]));
    for await (const chunk of createReadStream(path)) digest.update(chunk as Buffer);
  }
  return digest.digest("hex");
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);

const forget = { name: "forget-idempotency-keys", payload: z.object({}).loose() };

/** Deletes responses older than 24 hours. */
export const replayJobs = ({ db, clock }: Stores): Job[] => [
  job(forget, () => forgetOldKeys(db, clock()), "23 * * * *"),
];
