/** Keeps what was made of an upload, and lets the episode be played from it. */
import { stat } from "node:fs/promises";
import path from "node:path";
import type { Updateable } from "kysely";
import type { Processed } from "../../../platform/audio/process.ts";
import type { Executor } from "../../../platform/db/database.ts";
import type { Episodes } from "../../../platform/db/rows.ts";
import { Failure } from "../../../platform/failure.ts";
import { userOwner } from "../../../platform/jobs/job.ts";
import type { MediaKey } from "../../../platform/media/key.ts";
import type { MediaStore } from "../../../platform/media/store.ts";
import { keepPicture, type Picture, problemOf, readPicture } from "../../images/actions.ts";
import { holdOffSweep } from "../../media/store.ts";
import { replaceChapters } from "../chapters/store.ts";
import { whenPlayable } from "../publishing/dates.ts";
import { datesOf } from "../publishing/rules.ts";
import { updateEpisode } from "../store.ts";
import type { EncodingDeps } from "./actions.ts";
import { chaptersOf, descriptionOf } from "./defaults.ts";
import type { Encoding } from "./queue.ts";
import { endEncoding, findOwner, hasChapters, type LockedEncoding, lockEncoding } from "./store.ts";

type Kept = { file: string; kind: string; extension: string; key: MediaKey; bytes: number };

/**
 * Files first, outside of any transaction: large ones take their time. Then one transaction that
 * refers to them, if the upload is still the episode's latest; else the sweep takes them away.
 */
export async function keepAudio(
  deps: EncodingDeps,
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

/** Between being kept and being referred to, a sweep may have taken it; from here on none can. */
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

/** The picture inside the file, or why it is not fit to stand for an episode. */
async function coverOf(
  { db }: Pick<EncodingDeps, "db">,
  { episode_id }: Encoding,
  { cover }: Processed,
): Promise<Cover> {
  if (cover === null) return { picture: null };
  const sender = userOwner(await findOwner(db, episode_id));
  const file = { path: cover, bytes: 0, filename: path.basename(cover), sender };
  try {
    return { picture: await readPicture(file, undefined) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { problem: problemOf("The cover inside the audio file", error) };
  }
}

/** What the file says of itself, where its uploader did not. */
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
