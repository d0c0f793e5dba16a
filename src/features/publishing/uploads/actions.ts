/** Uses finished resumable uploads: once, and only by the user who sent them. */
import { rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { invalid } from "../../../platform/failure.ts";
import type { Caller, UploadedFile } from "../../../platform/http/route.ts";
import { UPLOAD_ID, uploadsFolder } from "./rules.ts";
import { deleteUpload, findUpload } from "./store.ts";

type Needs = Pick<Deps, "db" | "config">;

/** The file of the caller's finished upload. Fails on `upload_id`. */
export async function findFinished(
  { db, config }: Needs,
  caller: Caller,
  upload_id: string,
): Promise<UploadedFile> {
  const upload = UPLOAD_ID.test(upload_id) ? await findUpload(db, upload_id) : undefined;
  if (upload === undefined || upload.user_id !== caller.user_id) throw unknown();
  const file = fileOf(config.dataDir, upload_id);
  const bytes = (await stat(file).catch(() => null))?.size ?? 0;
  const { size, metadata } = upload.info as Info;
  if (bytes === 0 || bytes !== size)
    throw invalid({
      upload_id: `is not finished: ${bytes} of ${size ?? "unknown"} bytes received`,
    });
  return { path: file, bytes, filename: metadata?.filename ?? "" };
}

type Info = { size?: number; metadata?: Record<string, string | null> };

/** Deletes the upload's record in the transaction that uses it; its file is deleted afterwards. */
export async function useUp(db: Executor, upload_id: string): Promise<void> {
  if (!(await deleteUpload(db, upload_id))) throw unknown();
}

/** Deletes the file of a used upload. */
export async function removeFile({ config }: Pick<Deps, "config">, upload_id: string) {
  await rm(fileOf(config.dataDir, upload_id), { force: true });
}

export const fileOf = (dataDir: string, upload_id: string): string =>
  path.join(uploadsFolder(dataDir), upload_id);

const unknown = () =>
  invalid({ upload_id: "must be one of your uploads that has not been used yet" });
