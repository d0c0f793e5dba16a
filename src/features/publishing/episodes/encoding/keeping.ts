/** Stores the results of an encoding and makes the episode play them. */
import { stat } from "node:fs/promises";
import path from "node:path";
import type { Updateable } from "kysely";
import type { Processed } from "../../../../platform/audio/process.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Episodes } from "../../../../platform/db/rows.ts";
import { Failure } from "../../../../platform/failure.ts";
import { userOwner } from "../../../../platform/jobs/job.ts";
import type { MediaKey } from "../../../../platform/media/key.ts";
import type { MediaStore } from "../../../../platform/media/store.ts";
import { keepPicture, type Picture, problemOf, readPicture } from "../../images/actions.ts";
import { holdOffSweep } from "../../media/store.ts";
import { replaceChapters } from "../chapters/store.ts";
import { whenPlayable } from "../publishing/dates.ts";
import { datesOf } from "../publishing/rules.ts";
import { updateEpisode } from "../store.ts";
import type { AttemptDeps } from "./attempt.ts";
import { chaptersOf, descriptionOf } from "./defaults.ts";
import type { Encoding } from "./queue.ts";
import { endEncoding, findOwner, hasChapters, type LockedEncoding, lockEncoding } from "./store.ts";

type Kept = { file: string; kind: string; extension: string; key: MediaKey; bytes: number };

/**
 * Stores the files first and outside of any transaction, because large ones take long. Then one transaction refers to
 * them if the upload is still the episode's latest; otherwise the sweep deletes them.
 */
export async function keepAudio(
  deps: AttemptDeps,
  encoding: Encoding,
  made: Processed,
  upload: string,
): Promise<void> {
  const { db, media } = deps;
  const audio = await keep(media, made.file, "audio", "mp3");
  const waveform = await keep(media, made.waveform, "waveforms", "json");
  const original = await keep(media, upload, "uploads", "bin");
  const cover = await coverOf(deps, encoding, made);
  await db.transaction().execute(async (transaction) => {
    const episode = await lockEncoding(transaction, encoding);
    if (episode === undefined) return;
    await holdOffSweep(transaction);
    for (const file of [audio, waveform, original]) await keepStill(media, file);
    const keys = {
      media_key: audio.key,
      waveform_key: waveform.key,
      original_key: original.key,
      waveform_bytes: waveform.bytes,
      original_bytes: original.bytes,
    };
    await endEncoding(transaction, encoding, {
      ...columnsOf(made, episode),
      image_error: "problem" in cover ? cover.problem : null,
      ...keys,
      ...whenPlayable(datesOf(episode), deps.clock()),
    });
    await addDefaults(transaction, media, episode, made, "problem" in cover ? null : cover.picture);
  });
}

async function keep(media: MediaStore, file: string, kind: string, extension: string) {
  const { size: bytes } = await stat(file);
  return { file, kind, extension, bytes, key: await media.put(file, kind, extension) };
}

/** The sweep may have deleted the file before the transaction; while the transaction runs it cannot. */
async function keepStill(media: MediaStore, { file, kind, extension, key }: Kept): Promise<void> {
  if ((await media.find(key)) === null) await media.put(file, kind, extension);
}

const columnsOf = (made: Processed, { description }: LockedEncoding): Updateable<Episodes> => ({
  type: "RECORDED",
  media_url: null,
  media_type: "audio/mpeg",
  media_bytes: made.bytes,
  media_header_bytes: made.header_bytes,
  media_frames: made.frames,
  duration: made.duration_ms,
  loudness_lufs: made.loudness.integrated_lufs,
  encoding_status: "READY",
  encoding_error: null,
  encoding_progress: 100,
  ...(description === "" ? descriptionOf(made.tags) : {}),
});

type Cover = { picture: Picture | null } | { problem: string };

/** The image inside the file, or the reason why it is unsuitable as an episode's image. */
async function coverOf(
  { db, gates }: Pick<AttemptDeps, "db" | "gates">,
  { episode_id }: Encoding,
  { cover }: Processed,
): Promise<Cover> {
  if (cover === null) return { picture: null };
  const sender = userOwner(await findOwner(db, episode_id));
  const file = { path: cover, bytes: 0, filename: path.basename(cover), sender };
  try {
    return { picture: await readPicture(gates, file, undefined) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { problem: problemOf("The cover inside the audio file", error) };
  }
}

/** Adds values from the file's tags for fields that the uploader left out. */
async function addDefaults(
  db: Executor,
  media: MediaStore,
  { episode_id, author_id, image_id }: LockedEncoding,
  made: Processed,
  cover: Picture | null,
): Promise<void> {
  const chapters = chaptersOf(made);
  if (chapters.length > 0 && !(await hasChapters(db, episode_id)))
    await replaceChapters(db, episode_id, chapters);
  if (cover !== null && image_id === null)
    await updateEpisode(db, episode_id, {
      image_id: await keepPicture(db, media, cover, author_id),
    });
}
