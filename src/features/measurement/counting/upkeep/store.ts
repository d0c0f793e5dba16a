/** SQL of counting's retention. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";

/** Partitions of `parent` by day, oldest first, each with its day (YYYYMMDD). */
export async function findPartitions(db: Executor, parent: string) {
  const { rows } = await sql<{ name: string; day: string }>`
    select inhrelid::regclass::text as name, substring(inhrelid::regclass::text from '\\d{8}$') as day
    from pg_inherits where inhparent = ${parent}::regclass order by 2`.execute(db);
  return rows;
}

/** `name` must come from `findPartitions`. */
export async function dropPartition(db: Executor, name: string): Promise<void> {
  await sql`drop table if exists ${sql.id(name)}`.execute(db);
}

/** Deletes checkpoints of journals that were applied and removed long ago. */
export async function deleteCheckpoints(db: Executor, before: Date): Promise<void> {
  await db.deleteFrom("journal_marks").where("updated_at", "<", before).execute();
}
