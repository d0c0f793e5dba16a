/** Attaches the results of an encoding to its episode, which then plays them. */
import path from "node:path";
import type { Updateable } from "kysely";
import type { Deps } from "../../../../deps.ts";
import type { Processed } from "../../../../platform/audio/process.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Episodes } from "../../../../platform/db/rows.ts";
import { Failure } from "../../../../platform/failure.ts";
import { userOwner } from "../../../../platform/jobs/job.ts";
import type { MediaStore } from "../../../../platform/media/store.ts";
import { type Picture, renderImage, storeImage, unusedImageMessage } from "../../images/actions.ts";
import type { EncodedAudio } from "../../ingest/schema.ts";
import { keepStaged, stageFile } from "../../media/actions.ts";
import { replaceChapters } from "../chapters/store.ts";
import { whenPlayable } from "../publishing/dates.ts";
import { publicationFields } from "../publishing/rules.ts";
import { updateEpisode } from "../store.ts";
import { chaptersOf, descriptionOf } from "./defaults.ts";
import type { Encoding } from "./queue.ts";
import { endEncoding, findOwner, hasChapters, type LockedEncoding, lockEncoding } from "./store.ts";

/** Makes the episode play the result if the upload is still its latest, and keeps the upload as the original. */
export async function attachAudio(
  { db, media, clock, gates }: Pick<Deps, "db" | "media" | "clock" | "gates">,
  encoding: Encoding,
  [encoded]: readonly EncodedAudio[],
): Promise<void> {
  if (encoded === undefined) throw new Error("an episode has one delivery profile");
  const { audio: made, staged: audio } = encoded;
  const peaks = { path: made.waveform, kind: "waveforms", extension: "json" };
  const waveform = await stageFile(media, peaks);
  const cover = await coverOf({ db, gates }, encoding, made);
  await db.transaction().execute(async (transaction) => {
    const episode = await lockEncoding(transaction, encoding);
    if (episode === undefined) return;
    await keepStaged(transaction, media, [audio, waveform]);
    await endEncoding(transaction, encoding, {
      ...columnsOf(made, episode),
      image_error: "problem" in cover ? cover.problem : null,
      media_key: audio.key,
      waveform_key: waveform.key,
      waveform_bytes: waveform.bytes,
      original_key: episode.upload_key,
      original_bytes: episode.upload_bytes,
      ...whenPlayable(publicationFields(episode), clock()),
    });
    await addDefaults(transaction, media, episode, made, "problem" in cover ? null : cover.picture);
  });
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
  { db, gates }: Pick<Deps, "db" | "gates">,
  { episode_id }: Encoding,
  { cover }: Processed,
): Promise<Cover> {
  if (cover === null) return { picture: null };
  const sender = userOwner(await findOwner(db, episode_id));
  const file = { path: cover, bytes: 0, filename: path.basename(cover), sender };
  try {
    return { picture: await renderImage(gates, file, undefined) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { problem: unusedImageMessage("The cover inside the audio file", error) };
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
      image_id: await storeImage(db, media, cover, author_id),
    });
}
