/** All SQL about resumable uploads. */
import type { Executor } from "../../../platform/db/database.ts";

/** `bytes`: its maximum size, which counts towards the user's quota at once. */
export async function insertUpload(
  db: Executor,
  upload: { upload_id: string; user_id: number; info: object; bytes: number; created_at: Date },
): Promise<void> {
  const info = JSON.stringify(upload.info);
  await db
    .insertInto("uploads")
    .values({ ...upload, info })
    .execute();
}

export function findUpload(db: Executor, upload_id: string) {
  return db
    .selectFrom("uploads")
    .select(["user_id", "info", "bytes", "created_at"])
    .where("upload_id", "=", upload_id)
    .executeTakeFirst();
}

export async function updateUpload(
  db: Executor,
  upload_id: string,
  info: object,
  bytes: number,
): Promise<void> {
  await db
    .updateTable("uploads")
    .set({ info: JSON.stringify(info), bytes })
    .where("upload_id", "=", upload_id)
    .execute();
}

/** Sets how many bytes the disk has to hold for the upload, as of `held_at`. */
export async function holdSpace(
  db: Executor,
  upload_id: string,
  held_bytes: number,
  held_at: Date,
): Promise<void> {
  await db
    .updateTable("uploads")
    .set({ held_bytes, held_at })
    .where("upload_id", "=", upload_id)
    .execute();
}

export async function countUploads(db: Executor, user_id: number): Promise<number> {
  const { count } = await db
    .selectFrom("uploads")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", user_id)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns false if the upload was already used or deleted, so that it is used only once. */
export async function deleteUpload(db: Executor, upload_id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("uploads")
    .where("upload_id", "=", upload_id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function deleteOldUploads(db: Executor, before: Date): Promise<void> {
  await db.deleteFrom("uploads").where("created_at", "<", before).execute();
}

/** The `names` that are ids of uploads. */
export async function listKnownUploads(db: Executor, names: string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await db
    .selectFrom("uploads")
    .select("upload_id")
    .where("upload_id", "in", names)
    .execute();
  return new Set(rows.map(({ upload_id }) => upload_id));
}
