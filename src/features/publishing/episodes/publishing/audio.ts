/** Determines the audio of a write from its parameters, and stores it before the transaction. */
import type { Deps } from "../../../../deps.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import { invalid } from "../../../../platform/failure.ts";
import type { Caller, FileField, UploadedFile } from "../../../../platform/http/route.ts";
import type { MediaStore } from "../../../../platform/media/store.ts";
import { holdOffSweep } from "../../media/store.ts";
import { findFinished, useUp } from "../../uploads/actions.ts";
import { type AudioSource, startEncoding } from "../encoding/queue.ts";
import type { MediaChange, StoredEpisode } from "./rules.ts";
import type { EpisodeParams } from "./schema.ts";

/** The `media_file` field of every route that accepts audio. */
export const mediaField = (maxBytes: number): FileField => ({
  maxBytes,
  description:
    "MP3, MP4/M4A, AAC, WAV, FLAC, OGG, WMA, 3GP, AMR or AIFF. A new episode needs it unless `upload_id` or `media_url` is sent.",
});

/** A file of the form or of a resumable upload, which the write uses up. */
type ReceivedFile = { file: UploadedFile; upload_id: string | null };

/** `link`: played from a URL. `fetch`: to be fetched from a URL. Otherwise the file itself. */
export type AudioChoice = { link: string } | { fetch: string } | ReceivedFile | null;

type Files = Readonly<Record<string, UploadedFile>>;

/** The audio that the parameters mean. Fails with the parameter's name if they are ambiguous. */
export async function audioChoiceOf(
  deps: Pick<Deps, "db" | "config">,
  caller: Caller,
  { type, media_url, upload_id }: EpisodeParams,
  { media_file: file }: Files,
  present: Pick<StoredEpisode, "type" | "media_url">,
): Promise<AudioChoice> {
  const given = Object.entries({ media_file: file, upload_id, media_url }).filter(
    ([, value]) => value !== undefined,
  );
  const [first, second] = given.map(([name]) => name);
  if (second !== undefined) throw invalid({ [second]: `cannot be sent together with ${first}` });
  if (media_url === undefined && first !== undefined && type === "EXTERNAL")
    throw invalid({ type: `can only be sent with media_url, not with ${first}` });
  if (file?.bytes === 0) throw invalid({ media_file: "is empty" });
  if (file !== undefined) return { file, upload_id: null };
  if (upload_id !== undefined)
    return { file: await findFinished(deps, caller, upload_id), upload_id };
  if ((type ?? present.type) !== "EXTERNAL")
    return media_url === undefined ? null : { fetch: media_url };
  if (media_url !== undefined) return { link: media_url };
  if (type === undefined || present.type === "EXTERNAL") return null;
  throw invalid({ media_url: "is required when type is EXTERNAL" });
}

/** The values of the episode's columns. */
export function mediaChangeOf(wish: AudioChoice): MediaChange {
  if (wish === null) return null;
  return "link" in wish ? { link: wish.link } : { encode: true };
}

/** Audio to encode, with the encoding queued in the write's transaction. */
export type ReceivedAudio = { source: AudioSource; arrived: ReceivedFile | null };

/**
 * Puts a file into the media store, outside of any transaction, because large files take long. If the write fails
 * afterwards, the sweep deletes the file.
 */
export async function receiveAudio(
  { media, gates }: Pick<Deps, "media" | "gates">,
  wish: AudioChoice,
): Promise<ReceivedAudio | null> {
  if (wish === null || "link" in wish) return null;
  if ("fetch" in wish) return { source: { source_url: wish.fetch }, arrived: null };
  const upload_key = await gates.uploads(() => media.put(wish.file.path, "uploads", "bin"));
  return { source: { upload_key, upload_bytes: wish.file.bytes }, arrived: wish };
}

/** Queues the encoding in the caller's transaction. */
export async function beginAudio(
  db: Executor,
  media: MediaStore,
  episode_id: number,
  { source, arrived }: ReceivedAudio,
): Promise<void> {
  if (arrived !== null && "upload_key" in source) {
    await holdOffSweep(db);
    // The sweep may have deleted the file before the transaction; while the transaction runs it cannot.
    if ((await media.find(source.upload_key)) === null)
      await media.put(arrived.file.path, "uploads", "bin");
    if (arrived.upload_id !== null) await useUp(db, arrived.upload_id);
  }
  await startEncoding(db, episode_id, source);
}
