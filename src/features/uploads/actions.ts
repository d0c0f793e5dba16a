/** Uses what arrived by resumable upload: once, by who sent it, when all of it is there. */
import { rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Deps } from "../../deps.ts";
import type { Executor } from "../../platform/db/database.ts";
import { invalid } from "../../platform/failure.ts";
import type { UploadedFile, Viewer } from "../../platform/http/route.ts";
import { UPLOAD_ID, uploadsFolder } from "./rules.ts";
import { deleteUpload, findUpload } from "./store.ts";

type Needs = Pick<Deps, "db" | "config">;

/** The file of a finished upload of the caller's. Fails naming `upload_id`. */
export async function findFinished(
  { db, config }: Needs,
  viewer: Viewer,
  upload_id: string,
): Promise<UploadedFile> {
  const upload = UPLOAD_ID.test(upload_id) ? await findUpload(db, upload_id) : undefined;
  if (upload === undefined || upload.user_id !== viewer.user_id) throw unknown();
  const file = fileOf(config.dataDir, upload_id);
  const bytes = (await stat(file).catch(() => null))?.size ?? 0;
  const { size, metadata } = upload.info as Info;
  if (bytes === 0 || bytes !== size)
    throw invalid({ upload_id: `is not finished: ${bytes} of ${size ?? "unknown"} bytes came` });
  return { path: file, bytes, filename: metadata?.filename ?? "" };
}

type Info = { size?: number; metadata?: Record<string, string | null> };

/** Takes it off the list, in the transaction that uses it; then its file is the sweep's. */
export async function useUp(db: Executor, upload_id: string): Promise<void> {
  if (!(await deleteUpload(db, upload_id))) throw unknown();
}

/** Takes the file of an upload that was used up. */
export async function removeFile({ config }: Pick<Deps, "config">, upload_id: string) {
  await rm(fileOf(config.dataDir, upload_id), { force: true });
}

export const fileOf = (dataDir: string, upload_id: string): string =>
  path.join(uploadsFolder(dataDir), upload_id);

const unknown = () => invalid({ upload_id: "is not an upload of yours, or was used already" });
