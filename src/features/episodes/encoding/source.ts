/** Brings what is to be encoded into a folder: out of the media store, or from its address. */
import { createWriteStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Deps } from "../../../deps.ts";
import { AudioError } from "../../../platform/audio/failure.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { MissingFile } from "../../../platform/media/store.ts";
import { fetchFile } from "../../../platform/net/fetch.ts";
import { quotaExceeded } from "../../../platform/storage/full.ts";
import { findQuota } from "../../storage/store.ts";
import type { Work } from "./store.ts";

/** For the whole file: 300 MB in this are 85 kB a second. */
const FETCH_MS = 3_600_000;

type How = { signal: AbortSignal; allowPrivate: boolean };

/** Returns the path of the file. Fails with `FetchError`, `AudioError` or what the store says. */
export async function obtain(
  { db, media, config }: Pick<Deps, "db" | "media" | "config">,
  { upload_key, source_url, author_id }: Work,
  folder: string,
  { signal, allowPrivate }: How,
): Promise<string> {
  const file = path.join(folder, "upload");
  if (upload_key !== null) {
    const stored = await media.read(upload_key).catch(explainMissing);
    await pipeline(stored, createWriteStream(file, { flags: "wx" }), { signal });
  } else if (source_url !== null) {
    const maxBytes = Math.min(config.maxUploadBytes, await quotaLeft(db, author_id));
    await fetchFile(source_url, file, { maxBytes, maxMs: FETCH_MS, allowPrivate, signal });
  }
  return file;
}

/** What the author may still store, in bytes. Throws `quota-exceeded` where that is nothing. */
async function quotaLeft(db: Executor, author_id: number): Promise<number> {
  const { used, limit } = await findQuota(db, author_id);
  if (limit === null) return Number.POSITIVE_INFINITY;
  if (used >= limit) throw quotaExceeded(limit);
  return limit - used;
}

function explainMissing(error: unknown): never {
  if (error instanceof MissingFile)
    throw new AudioError("The upload is gone. Upload it again.", { cause: error });
  throw error;
}
