/** The audio that a write brings: told by its parameters, kept ahead of its transaction. */
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { invalid } from "../../../platform/failure.ts";
import { createGate } from "../../../platform/gate.ts";
import type { FileField, UploadedFile, Viewer } from "../../../platform/http/route.ts";
import type { MediaStore } from "../../../platform/media/store.ts";
import { holdOffSweep } from "../../media/store.ts";
import { findFinished, useUp } from "../../uploads/actions.ts";
import { type AudioSource, startEncoding } from "../encoding/queue.ts";
import type { Medium, Present } from "./rules.ts";
import type { EpisodeParams } from "./schema.ts";

/** The `media_file` of every route that takes audio. */
export const mediaField = (maxBytes: number): FileField => ({
  maxBytes,
  description:
    "MP3, MP4/M4A, AAC, WAV, FLAC, OGG, WMA, 3GP, AMR or AIFF. A new episode needs it unless `upload_id` or `media_url` is sent.",
});

/** A file with the form, or of a resumable upload, which is used up by the write. */
type Arrived = { file: UploadedFile; upload_id: string | null };

/** `link`: played from an address. `fetch`: to be fetched from there. `file`: here it is. */
export type Wish = { link: string } | { fetch: string } | Arrived | null;

type Files = Readonly<Record<string, UploadedFile>>;

/** What audio is meant. Fails naming the parameter when that is not plain. */
export async function wishOf(
  deps: Pick<Deps, "db" | "config">,
  viewer: Viewer,
  { type, media_url, upload_id }: EpisodeParams,
  { media_file: file }: Files,
  present: Pick<Present, "type" | "media_url">,
): Promise<Wish> {
  const given = Object.entries({ media_file: file, upload_id, media_url }).filter(
    ([, value]) => value !== undefined,
  );
  const [first, second] = given.map(([name]) => name);
  if (second !== undefined) throw invalid({ [second]: `cannot be given together with ${first}` });
  if (media_url === undefined && first !== undefined && type === "EXTERNAL")
    throw invalid({ type: `goes with media_url, not with ${first}` });
  if (file?.bytes === 0) throw invalid({ media_file: "is empty" });
  if (file !== undefined) return { file, upload_id: null };
  if (upload_id !== undefined)
    return { file: await findFinished(deps, viewer, upload_id), upload_id };
  if ((type ?? present.type) !== "EXTERNAL")
    return media_url === undefined ? null : { fetch: media_url };
  if (media_url !== undefined) return { link: media_url };
  if (type === undefined || present.type === "EXTERNAL") return null;
  throw invalid({ media_url: "must be given with type=EXTERNAL" });
}

/** What the episode's columns need to know of it. */
export function mediumOf(wish: Wish): Medium {
  if (wish === null) return null;
  return "link" in wish ? { link: wish.link } : { encode: true };
}

/** Audio on its way: for an encoding to begin in the write's transaction. */
export type Audio = { source: AudioSource; arrived: Arrived | null };

/** Reading and hashing a file of 300 MB takes a quarter of a second of this process's only thread. */
const oneByOne = createGate(1, Number.POSITIVE_INFINITY);

/**
 * Puts a file into the media store, outside of any transaction: large ones take their time. When
 * the write fails after this, the sweep takes the file away.
 */
export async function receiveAudio(media: MediaStore, wish: Wish): Promise<Audio | null> {
  if (wish === null || "link" in wish) return null;
  if ("fetch" in wish) return { source: { source_url: wish.fetch }, arrived: null };
  const upload_key = await oneByOne(() => media.put(wish.file.path, "uploads", "bin"));
  return { source: { upload_key, upload_bytes: wish.file.bytes }, arrived: wish };
}

/** Has it encoded, in the caller's transaction. */
export async function beginAudio(
  db: Executor,
  media: MediaStore,
  episode_id: number,
  { source, arrived }: Audio,
): Promise<void> {
  if (arrived !== null && "upload_key" in source) {
    await holdOffSweep(db);
    // A sweep may have been faster; from here on none can be.
    if ((await media.find(source.upload_key)) === null)
      await media.put(arrived.file.path, "uploads", "bin");
    if (arrived.upload_id !== null) await useUp(db, arrived.upload_id);
  }
  await startEncoding(db, episode_id, source);
}
