/** Fetches audio from its URL into the media store. */
import path from "node:path";
import type { Executor } from "../../../platform/db/database.ts";
import type { Limit } from "../../../platform/limits.ts";
import { fetchFile } from "../../../platform/net/fetch.ts";
import { quotaExceeded } from "../../../platform/storage/full.ts";
import { stageFile } from "../media/actions.ts";
import { findQuota } from "../storage/store.ts";
import { keepUpload, queueStep, uploadAt } from "./actions.ts";
import { type AttemptContext, attemptStep, reserveSpace, type Step } from "./attempt.ts";
import type { IngestDeps } from "./schema.ts";

/** For the whole file: 300 MB within this time are 85 kB per second. */
export const audioFetchTime: Limit = {
  name: "audio-fetch-time",
  value: 3_600_000,
  unit: "ms",
  bounds: "Time in which the audio at a `media_url` is fetched, all of it.",
  beyond: "The episode's `encoding_status` becomes `ERROR`, after some attempts.",
};

/** How often the fetch checks whether the file is still wanted. */
const LOOK_EVERY_MS = 5000;

/**
 * Runs one attempt at fetching. Encoding is queued in the transaction that refers to the file. `allowPrivate` lets any
 * audio be fetched from private addresses.
 */
export async function fetchUpload<P extends object>(
  deps: IngestDeps & Readonly<{ allowPrivate: boolean }>,
  step: Step<P>,
): Promise<void> {
  const { target, payload } = step;
  const work = await target.takeUp(deps.db, payload);
  if (work === undefined || work.source === null || work.upload_key !== null) return;
  const { url, payer_id, allowPrivate } = work.source;
  await attemptStep(deps, step, async (context) => {
    using _looking = lookRegularly(context);
    const { maxUploadBytes } = deps.config;
    using _space = await reserveSpace(deps.disk, maxUploadBytes);
    const file = path.join(context.folder, "upload");
    await fetchFile(url, file, {
      maxBytes: Math.min(maxUploadBytes, await quotaLeft(deps.db, payer_id)),
      maxMs: audioFetchTime.value,
      allowPrivate: deps.allowPrivate || allowPrivate || deps.config.outboundPrivate,
      signal: context.signal,
    });
    await keepFetched(deps, step, file);
  });
}

function lookRegularly({ onProgress }: AttemptContext): Disposable {
  const timer = setInterval(() => onProgress(0), LOOK_EVERY_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

async function keepFetched<P>(
  { db, media }: Pick<IngestDeps, "db" | "media">,
  { target, payload }: Step<P>,
  file: string,
): Promise<void> {
  const staged = await stageFile(media, uploadAt(file));
  await db.transaction().execute(async (transaction) => {
    const upload = await keepUpload(transaction, media, staged);
    if (await target.fetching?.noteFetched(transaction, payload, upload))
      await queueStep(transaction, target, target.encodeJob, payload);
  });
}

/** The bytes that the user may still store. Throws `quota-exceeded` if none are left. */
async function quotaLeft(db: Executor, user_id: number): Promise<number> {
  const { used, limit } = await findQuota(db, user_id);
  if (limit === null) return Number.POSITIVE_INFINITY;
  if (used >= limit) throw quotaExceeded(limit);
  return limit - used;
}
