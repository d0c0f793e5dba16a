/** Stores the library's records of uploads in the database, with their owners. */
import type { Upload } from "@tus/server";
import type { Deps } from "../../../deps.ts";
import { deleteUpload, findUpload, insertUpload, updateUpload } from "./store.ts";

/** `owners`: the users of uploads that are being created, by upload id. */
export const keptInfo = (
  { db, clock, config }: Pick<Deps, "db" | "clock" | "config">,
  owners: Map<string, number>,
) => ({
  async get(upload_id: string): Promise<Upload | undefined> {
    return (await findUpload(db, upload_id))?.info as Upload | undefined;
  },
  async set(upload_id: string, info: Upload): Promise<void> {
    const user_id = owners.get(upload_id);
    // Without a declared length, the upload may reach the maximum size.
    const bytes = info.size ?? config.maxUploadBytes;
    if (user_id === undefined) return updateUpload(db, upload_id, info, bytes);
    owners.delete(upload_id);
    await insertUpload(db, { upload_id, user_id, info, bytes, created_at: clock() });
  },
  async delete(upload_id: string): Promise<void> {
    await deleteUpload(db, upload_id);
  },
});
