/** Encodes an uploaded creative for splicing: bare audio frames, once per delivery profile. */

import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Deps } from "../../../../deps.ts";
import { AudioError } from "../../../../platform/audio/failure.ts";
import type { Ffmpeg } from "../../../../platform/audio/ffmpeg.ts";
import { type Processed, processAudio } from "../../../../platform/audio/process.ts";
import type { Profile } from "../../../../platform/audio/profiles.ts";
import type { Attempt } from "../../../../platform/jobs/job.ts";
import { MissingFile } from "../../../../platform/media/store.ts";
import { makeWorkFolder } from "../../../../platform/media/workfolder.ts";
import { isDiskFull, quotaFailureOf } from "../../../../platform/storage/full.ts";
import { withoutTrailing } from "../../../../platform/text/plain.ts";
import { keepFiles } from "../../../publishing/media/actions.ts";
import { lockLineitem, updateLineitem } from "../store.ts";
import { queueCreative } from "./queue.ts";
import { deleteCreatives, endCreative, insertCreativeFiles, takeUpCreative } from "./store.ts";

export type MakingDeps = Pick<Deps, "db" | "media" | "disk" | "clock" | "log"> &
  Readonly<{ ffmpeg(): Promise<Ffmpeg>; profiles: Readonly<Record<string, Profile>> }>;

/** The maximum duration of an ad. */
const MOST_SECONDS = 120;

/**
 * One attempt to encode a creative. Invalid audio ends in ERROR with its reason; an internal error is thrown for
 * another attempt, until the last one. A creative deleted or replaced in the meantime stays unchanged.
 */
export async function makeCreative(
  deps: MakingDeps,
  creative_id: number,
  attempt: Attempt,
): Promise<void> {
  const work = await takeUpCreative(deps.db, creative_id);
  if (work === undefined) return;
  await using own = await makeWorkFolder(deps.media.tmpDir, "creative");
  const folder = own.path;
  try {
    const file = await obtain(deps, work.upload_key, folder, attempt.signal);
    const all = await encodeAll(deps, file, folder, attempt.signal);
    await keep(deps, { creative_id, lineitem_id: work.lineitem_id }, all);
  } catch (error) {
    // Attempts that are aborted by a shutdown do not count.
    if (attempt.signal.aborted) return await queueCreative(deps.db, creative_id);
    // A full disk makes the job wait and uses up no attempt.
    if (isDiskFull(error)) throw error;
    await settle(deps, creative_id, error, attempt.last);
  }
}

async function obtain(
  { media }: MakingDeps,
  upload_key: string | null,
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  const file = path.join(folder, "upload");
  const stored = await media.read(upload_key ?? "").catch((error: unknown) => {
    if (!(error instanceof MissingFile)) throw error;
    throw new AudioError("The upload is gone. Upload it again.", { cause: error });
  });
  await pipeline(stored, createWriteStream(file, { flags: "wx" }), { signal });
  return file;
}

type Made = Readonly<{ profile: string; made: Processed }>;

async function encodeAll(
  deps: MakingDeps,
  file: string,
  folder: string,
  signal: AbortSignal,
): Promise<Made[]> {
  const ffmpeg = await deps.ffmpeg();
  const all: Made[] = [];
  for (const [name, profile] of Object.entries(deps.profiles)) {
    const workDir = path.join(folder, name);
    await mkdir(workDir);
    const bounds = { normalise: true, maxSeconds: MOST_SECONDS };
    const work = { file, workDir, profile, ...bounds, signal, onProgress() {} };
    all.push({ profile: name, made: await processAudio(ffmpeg, work) });
  }
  signal.throwIfAborted();
  return all;
}

/** In one transaction: inserts the files, ends the encoding, and deletes the replaced creatives. */
async function keep(
  { db, media, clock }: MakingDeps,
  { creative_id, lineitem_id }: { creative_id: number; lineitem_id: number },
  all: readonly Made[],
): Promise<void> {
  const duration = all[0]?.made.duration_ms ?? 0;
  await db.transaction().execute(async (transaction) => {
    // Lock the line item before the creatives, as every other write does, to avoid deadlocks.
    await lockLineitem(transaction, lineitem_id);
    const end = { status: "READY", error: null, duration } as const;
    const replaces = await endCreative(transaction, creative_id, end);
    if (replaces === undefined) return;
    await deleteCreatives(transaction, replaces, clock());
    const incoming = all.map(({ profile, made }) => [
      profile,
      { path: made.file, kind: "ads", extension: "mp3" },
    ]);
    const keys = await keepFiles(transaction, media, Object.fromEntries(incoming));
    const files = all.map(({ profile, made: { bytes, frames } }) => {
      return { creative_id, profile, media_key: keys[profile] ?? "", bytes, frames };
    });
    await insertCreativeFiles(transaction, files);
    await updateLineitem(transaction, lineitem_id, {});
  });
}

/** Records the failure, or throws for the next attempt. */
async function settle(
  { db, log }: MakingDeps,
  creative_id: number,
  error: unknown,
  last: boolean,
): Promise<void> {
  const overQuota = quotaFailureOf(error);
  const isTheirs = overQuota !== null || (error instanceof AudioError && !error.retry);
  if (!isTheirs && !last) throw error;
  if (!isTheirs) log.error({ creative_id, error }, "a creative could not be encoded");
  const { message } = overQuota ?? (error as Error);
  const reason = isTheirs ? `${withoutTrailing(message, ". \n\r\t")}.` : OUR_FAULT;
  await endCreative(db, creative_id, { status: "ERROR", error: reason });
}

const OUR_FAULT = "It could not be processed, for a reason of ours. Upload it again later.";
