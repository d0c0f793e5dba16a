/** Adds creatives to line items: from a staged upload, or as copies of others. */
import type { Deps } from "../../../../deps.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import { invalid } from "../../../../platform/failure.ts";
import type { UploadedFile } from "../../../../platform/http/route.ts";
import type { MediaStore } from "../../../../platform/media/store.ts";
import { clean, singleLine, truncate } from "../../../../platform/text/plain.ts";
import { keepUpload, stageUpload } from "../../../publishing/ingest/actions.ts";
import type { StagedFile } from "../../../publishing/media/actions.ts";
import { holdOffSweep } from "../../../publishing/media/store.ts";
import { queueCreative } from "./queue.ts";
import { type CreativeRow, copyCreativeFiles, insertCreative } from "./store.ts";

/** An upload that is already in the media store. */
export type StagedCreative = StagedFile & Readonly<{ filename: string }>;

/** Stages a creative's file before the transaction that adds it. */
export async function stageCreative(
  deps: Pick<Deps, "media" | "gates">,
  file: UploadedFile,
): Promise<StagedCreative> {
  if (file.bytes === 0) throw invalid({ audio_ad_file: "is empty" });
  const filename = truncate(singleLine(clean(file.filename)), MOST_NAME) || "audio";
  return { ...(await stageUpload(deps, file.path)), filename };
}

const MOST_NAME = 255;

/** `user_id`: the uploader, whose storage quota the files count against. */
type NewCreative = {
  lineitem_id: number;
  user_id: number;
  version: number;
  weight?: number;
  replaces?: number[];
};

/** Creates a creative to be encoded; returns its id. */
export async function addCreative(
  db: Executor,
  media: MediaStore,
  { filename, ...staged }: StagedCreative,
  values: NewCreative,
): Promise<number> {
  const upload = await keepUpload(db, media, staged);
  const creative_id = await insertCreative(db, { ...values, filename, ...upload });
  await queueCreative(db, creative_id);
  return creative_id;
}

/**
 * Copies creatives to another line item. Encoded files are shared and count against no quota twice; unfinished ones are
 * encoded again.
 */
export async function copyCreatives(
  db: Executor,
  creatives: readonly CreativeRow[],
  lineitem_id: number,
): Promise<void> {
  await holdOffSweep(db);
  for (const original of creatives.filter(({ status }) => status !== "ERROR")) {
    const { creative_id: from, weight, filename, upload_key, duration } = original;
    const status = original.status === "READY" ? ("READY" as const) : ("PENDING" as const);
    const sound = original.sound && JSON.stringify(original.sound);
    const values = { lineitem_id, weight, filename, upload_key, duration, sound, status };
    const creative_id = await insertCreative(db, values);
    if (status === "READY") await copyCreativeFiles(db, from, creative_id);
    else await queueCreative(db, creative_id);
  }
}
