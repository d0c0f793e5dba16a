/** Takes uploaded creatives in: the file first, then a row and its job in the write's transaction. */
import type { Executor } from "../../../platform/db/database.ts";
import { invalid } from "../../../platform/failure.ts";
import type { UploadedFile } from "../../../platform/http/route.ts";
import type { MediaKey } from "../../../platform/media/key.ts";
import type { MediaStore } from "../../../platform/media/store.ts";
import { clean, singleLine, truncate } from "../../../platform/text/plain.ts";
import { keepFiles } from "../../media/actions.ts";
import { holdOffSweep } from "../../media/store.ts";
import { queueCreative } from "./queue.ts";
import { type CreativeRow, copyCreativeFiles, insertCreative } from "./store.ts";

/** An upload that is in the media store already. */
export type Arrived = Readonly<{ file: UploadedFile; upload_key: MediaKey }>;

/**
 * Puts a file into the media store, outside of any transaction: large ones take their time. When
 * the write fails after this, the sweep takes the file away.
 */
export async function receiveCreative(media: MediaStore, file: UploadedFile): Promise<Arrived> {
  if (file.bytes === 0) throw invalid({ audio_ad_file: "is empty" });
  return { file, upload_key: await media.put(file.path, KIND, EXTENSION) };
}

const KIND = "uploads";
const EXTENSION = "bin";
const MOST_NAME = 255;

/** `user_id`: who uploaded it, and pays for its files. */
type Place = {
  lineitem_id: number;
  user_id: number;
  version: number;
  weight?: number;
  replaces?: number[];
};

/** Makes a creative of it, to be encoded; returns its id. */
export async function addCreative(
  db: Executor,
  media: MediaStore,
  { file, upload_key }: Arrived,
  place: Place,
): Promise<number> {
  await holdOffSweep(db);
  // A sweep may have been faster; from here on none can be.
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

/** Gives another line item the creatives, whose files they share and nobody pays for twice; what is still being made is made twice. */
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
