/** Idempotency-Key: a POST sent twice is carried out once, its first answer told twice (contract §1). */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { z } from "zod";
import type { Executor } from "../db/database.ts";
import {
  answerLimit,
  type Claim,
  claimKey,
  forgetOldKeys,
  type Kept,
  keepAnswer,
  releaseKey,
} from "../db/idempotency.ts";
import { conflict, invalid, overLimit } from "../failure.ts";
import { type Job, job } from "../jobs/job.ts";
import type { Form } from "./multipart.ts";

/** An answer as it goes out. `body` is the final text. */
export type Answer = { status: number; body: string; etag: string | null };

type Attempt = Pick<Claim, "user_id" | "key" | "route"> & { form: Form };
type Stores = { db: Executor; clock: () => Date };

/**
 * Runs `perform` unless the key was used before; then its first answer is returned instead. The
 * same key for another request is a conflict. A request that failed leaves the key free; one whose
 * process died, or whose answer could not be kept, leaves it taken: it may have been carried out.
 */
export async function once(
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
  await keepAnswer(db, claim, answer);
  return answer;
}

function replay(kept: Kept, claim: Claim): Answer {
  if (kept.route !== claim.route || kept.body_hash !== claim.body_hash)
    throw conflict("idempotency-key-reused", "This Idempotency-Key was used for another request.");
  if (kept.status === null)
    throw conflict(
      "idempotency-key-in-use",
      "The first request under this Idempotency-Key has not answered. Read the record before you try with a new key.",
    );
  if (kept.body === null)
    throw overLimit(
      answerLimit,
      "conflict",
      "idempotency-answer-not-kept",
      `The first request under this Idempotency-Key was carried out, with status ${kept.status}. Its answer was too long to be kept: read the record.`,
    );
  return { status: kept.status, body: kept.body, etag: kept.etag };
}

/** Tells one body from another: parameters in any order, files by their bytes, no token. */
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

/** Forgets answers that are past their 24 hours. */
export const replayJobs = ({ db, clock }: Stores): Job[] => [
  job(forget, () => forgetOldKeys(db, clock()), "23 * * * *"),
];
