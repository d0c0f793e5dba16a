/** Stores uploaded creatives: the file first, then a row and its job in the write's transaction. */
import type { Executor } from "../../../../platform/db/database.ts";
import { invalid } from "../../../../platform/failure.ts";
import type { UploadedFile } from "../../../../platform/http/route.ts";
import type { MediaKey } from "../../../../platform/media/key.ts";
import type { MediaStore } from "../../../../platform/media/store.ts";
import { clean, singleLine, truncate } from "../../../../platform/text/plain.ts";
import { keepFiles } from "../../../publishing/media/actions.ts";
import { holdOffSweep } from "../../../publishing/media/store.ts";
import { queueCreative } from "./queue.ts";
import { type CreativeRow, copyCreativeFiles, insertCreative } from "./store.ts";

/** An upload that is already in the media store. */
export type ReceivedCreative = Readonly<{ file: UploadedFile; upload_key: MediaKey }>;

/**
 * Puts a file into the media store outside of any transaction, because large files take long. If the write fails
 * afterwards, the sweep deletes the file.
 */
export async function receiveCreative(
  media: MediaStore,
  file: UploadedFile,
): Promise<ReceivedCreative> {
  if (file.bytes === 0) throw invalid({ audio_ad_file: "is empty" });
  return { file, upload_key: await media.put(file.path, KIND, EXTENSION) };
}

const KIND = "uploads";
const EXTENSION = "bin";
const MOST_NAME = 255;

/** `user_id`: the uploader, whose storage quota the files count against. */
type Place = {
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
  { file, upload_key }: ReceivedCreative,
  place: Place,
): Promise<number> {
  await holdOffSweep(db);
  // A sweep may have deleted the file before the lock; from here on none can.
  if ((await media.find(upload_key)) === null) {
    const upload = { path: file.path, kind: KIND, extension: EXTENSION };
    await keepFiles(db, media, { upload });
  }
  const filename = truncate(singleLine(clean(file.filename)), MOST_NAME) || "audio";
  const values = { ...place, filename, upload_key, upload_bytes: file.bytes };
  const creative_id = await insertCreative(db, values);
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
    const values = { lineitem_id, weight, filename, upload_key, duration, status };
    const creative_id = await insertCreative(db, values);
    if (status === "READY") await copyCreativeFiles(db, from, creative_id);
    else await queueCreative(db, creative_id);
  }
}
