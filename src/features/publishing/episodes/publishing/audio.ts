/** Determines the audio of a write from its parameters, and stores it before the transaction. */
import type { Deps } from "../../../../deps.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import { invalid } from "../../../../platform/failure.ts";
import type { Caller, FileField, UploadedFile } from "../../../../platform/http/route.ts";
import type { MediaStore } from "../../../../platform/media/store.ts";
import { keepUpload, stageUpload } from "../../ingest/actions.ts";
import type { StagedFile } from "../../media/actions.ts";
import { findFinished, useUp } from "../../uploads/actions.ts";
import { startEncoding } from "../encoding/queue.ts";
import type { AudioChoice, PublishingColumns } from "./rules.ts";
import type { EpisodeParams } from "./schema.ts";

/** The `media_file` field of every route that accepts audio. */
export const mediaField = (maxBytes: number): FileField => ({
  maxBytes,
  description:
    "MP3, MP4/M4A, AAC, WAV, FLAC, OGG, WMA, 3GP, AMR or AIFF. A new episode needs it unless `upload_id` or `media_url` is sent.",
});

type Files = Readonly<Record<string, UploadedFile>>;

/** The audio that the parameters mean. Fails with the parameter's name if they are ambiguous. */
export async function audioChoiceOf(
  deps: Pick<Deps, "db" | "config">,
  caller: Caller,
  { type, media_url, upload_id }: EpisodeParams,
  { media_file: file }: Files,
  present: Pick<PublishingColumns, "type" | "media_url">,
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

/** Audio to encode. A staged file may come from a resumable upload, which the write uses up. */
export type StagedAudio =
  | { source_url: string; file?: undefined; upload_id?: undefined }
  | { file: StagedFile; upload_id: string | null };

/** Stages the file, if there is one, before the write's transaction. */
export async function stageAudio(
  deps: Pick<Deps, "media" | "gates">,
  choice: AudioChoice,
): Promise<StagedAudio | null> {
  if (choice === null || "link" in choice) return null;
  if ("fetch" in choice) return { source_url: choice.fetch };
  return { file: await stageUpload(deps, choice.file.path), upload_id: choice.upload_id };
}

/** Queues the encoding in the caller's transaction. */
export async function beginAudio(
  db: Executor,
  media: MediaStore,
  episode_id: number,
  audio: StagedAudio,
): Promise<void> {
  if (audio.file === undefined) return startEncoding(db, episode_id, audio);
  const upload = await keepUpload(db, media, audio.file);
  if (audio.upload_id !== null) await useUp(db, audio.upload_id);
  await startEncoding(db, episode_id, upload);
}
