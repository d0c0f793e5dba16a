/** All SQL about the records of backups. */
import type { Executor } from "../../../platform/db/database.ts";

/** Returns the id of the record. */
export async function beginBackup(
  db: Executor,
  backup: { name: string; place: string; began_at: Date },
): Promise<number> {
  const { backup_id } = await db
    .insertInto("backups")
    .values(backup)
    .returning("backup_id")
    .executeTakeFirstOrThrow();
  return backup_id;
}

export async function endBackup(
  db: Executor,
  backup_id: number,
  outcome: {
    ended_at: Date;
    failure: string | null;
    missing_files?: number;
    added_bytes?: number;
  },
): Promise<void> {
  await db.updateTable("backups").set(outcome).where("backup_id", "=", backup_id).execute();
}

/** The newest backup that has ended, and the newest that succeeded. */
export async function findLastBackups(db: Executor) {
  const ended = db
    .selectFrom("backups")
    .select(["name", "place", "began_at", "ended_at", "failure", "missing_files", "added_bytes"])
    .where("ended_at", "is not", null)
    .orderBy("began_at", "desc")
    .limit(1);
  return {
    last: (await ended.executeTakeFirst()) ?? null,
    good: (await ended.where("failure", "is", null).executeTakeFirst()) ?? null,
  };
}
