/** Brings audio in: from its address into the media store, and from there into a folder to be encoded. */
import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Deps } from "../../../deps.ts";
import { AudioError } from "../../../platform/audio/failure.ts";
import type { Executor } from "../../../platform/db/database.ts";
import type { Attempt } from "../../../platform/jobs/job.ts";
import type { Limit } from "../../../platform/limits.ts";
import { MissingFile } from "../../../platform/media/store.ts";
import { fetchFile } from "../../../platform/net/fetch.ts";
import { quotaExceeded } from "../../../platform/storage/full.ts";
import { holdOffSweep } from "../../media/store.ts";
import { findQuota } from "../../storage/store.ts";
import { type AttemptDeps, attemptWork, type Circumstances, reserveSpace } from "./attempt.ts";
import { type Encoding, encodeJob, fetchAudioJob, queueStep } from "./queue.ts";
import { noteFetched, takeUp, type Work } from "./store.ts";

/** For the whole file: 300 MB in this are 85 kB a second. */
export const audioFetchTime: Limit = {
  name: "audio-fetch-time",
  value: 3_600_000,
  unit: "ms",
  bounds: "Time in which the audio at a `media_url` is fetched, all of it.",
  beyond: "The episode's `encoding_status` becomes `ERROR`, after some attempts.",
};

/** How often it is looked whether the file is still wanted. */
const LOOK_EVERY_MS = 5000;

/**
 * One attempt at fetching the audio of an episode. Its encoding is queued in the transaction that
 * refers to the file. `allowPrivate`: from private addresses too.
 */
export async function fetchEpisode(
  deps: AttemptDeps & Readonly<{ allowPrivate: boolean }>,
  encoding: Encoding,
  attempt: Attempt,
): Promise<void> {
  const work = await takeUp(deps.db, encoding);
  if (work === undefined || work.source_url === null || work.upload_key !== null) return;
  const { source_url } = work;
  const allowPrivate = deps.allowPrivate || encoding.allow_private;
  await attemptWork(deps, encoding, { ...attempt, step: fetchAudioJob }, async (circumstances) => {
    using _looking = lookRegularly(circumstances);
    const { folder, signal } = circumstances;
    const file = path.join(folder, "upload");
    using _space = await reserveSpace(deps, work);
    const maxBytes = Math.min(deps.config.maxUploadBytes, await quotaLeft(deps.db, work.author_id));
    const maxMs = audioFetchTime.value;
    await fetchFile(source_url, file, { maxBytes, maxMs, allowPrivate, signal });
    await keepFetched(deps, encoding, file);
  });
}

function lookRegularly({ onProgress }: Circumstances): Disposable {
  const timer = setInterval(() => onProgress(0), LOOK_EVERY_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

async function keepFetched(
  { db, media }: Pick<Deps, "db" | "media">,
  encoding: Encoding,
  file: string,
): Promise<void> {
  const upload_key = await media.put(file, "uploads", "bin");
  const { size: upload_bytes } = await stat(file);
  await db.transaction().execute(async (transaction) => {
    await holdOffSweep(transaction);
    // A sweep may have been faster; from here on none can be.
    if ((await media.find(upload_key)) === null) await media.put(file, "uploads", "bin");
    if (await noteFetched(transaction, encoding, { upload_key, upload_bytes }))
      await queueStep(transaction, encodeJob, encoding);
  });
}

/** Returns the path of the upload, read into `folder`. Fails with `AudioError` or what the store says. */
export async function readUpload(
  { media }: Pick<Deps, "media">,
  { upload_key }: Work,
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  const file = path.join(folder, "upload");
  if (upload_key === null) throw new AudioError("The upload is gone. Upload it again.");
  const stored = await media.read(upload_key).catch(explainMissing);
  await pipeline(stored, createWriteStream(file, { flags: "wx" }), { signal });
  return file;
}

/** What the author may still store, in bytes. Throws `quota-exceeded` where that is nothing. */
async function quotaLeft(db: Executor, author_id: number): Promise<number> {
  const { used, limit } = await findQuota(db, author_id);
  if (limit === null) return Number.POSITIVE_INFINITY;
  if (used >= limit) throw quotaExceeded(limit);
  return limit - used;
}

function explainMissing(error: unknown): never {
  if (error instanceof MissingFile)
    throw new AudioError("The upload is gone. Upload it again.", { cause: error });
  throw error;
}
