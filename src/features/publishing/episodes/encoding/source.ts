/** Fetches audio from its URL into the media store, and reads it from there into a folder for encoding. */
import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Deps } from "../../../../deps.ts";
import { AudioError } from "../../../../platform/audio/failure.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Attempt } from "../../../../platform/jobs/job.ts";
import type { Limit } from "../../../../platform/limits.ts";
import { MissingFile } from "../../../../platform/media/store.ts";
import { fetchFile } from "../../../../platform/net/fetch.ts";
import { quotaExceeded } from "../../../../platform/storage/full.ts";
import { holdOffSweep } from "../../media/store.ts";
import { findQuota } from "../../storage/store.ts";
import { type AttemptContext, type AttemptDeps, attemptWork, reserveSpace } from "./attempt.ts";
import { type Encoding, encodeJob, fetchAudioJob, queueStep } from "./queue.ts";
import { noteFetched, takeUp, type Work } from "./store.ts";

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
 * Runs one attempt at fetching the audio of an episode. Encoding is queued in the transaction that refers to the file.
 * `allowPrivate` lets it be fetched from private addresses.
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

function lookRegularly({ onProgress }: AttemptContext): Disposable {
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
    // The sweep may have deleted the file before the transaction; while the transaction runs it cannot.
    if ((await media.find(upload_key)) === null) await media.put(file, "uploads", "bin");
    if (await noteFetched(transaction, encoding, { upload_key, upload_bytes }))
      await queueStep(transaction, encodeJob, encoding);
  });
}

/** Reads the upload into `folder` and returns its path. Fails with `AudioError`, or with the error of the store. */
export async function readUpload(
  { media }: Pick<Deps, "media">,
  { upload_key }: Work,
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  const file = path.join(folder, "upload");
  if (upload_key === null) throw new AudioError("The upload no longer exists. Upload it again.");
  const stored = await media.read(upload_key).catch(explainMissing);
  await pipeline(stored, createWriteStream(file, { flags: "wx" }), { signal });
  return file;
}

/** The bytes that the author may still store. Throws `quota-exceeded` if none are left. */
async function quotaLeft(db: Executor, author_id: number): Promise<number> {
  const { used, limit } = await findQuota(db, author_id);
  if (limit === null) return Number.POSITIVE_INFINITY;
  if (used >= limit) throw quotaExceeded(limit);
  return limit - used;
}

function explainMissing(error: unknown): never {
  if (error instanceof MissingFile)
    throw new AudioError("The upload no longer exists. Upload it again.", { cause: error });
  throw error;
}
