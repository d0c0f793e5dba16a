/** All SQL on background migrations. */
import { sql } from "kysely";
import type { Executor } from "../../db/database.ts";

export type MigrationProgress = Readonly<{ name: string; done: number; total: number | null }>;

/** The background migrations that are not finished, with how many rows are done and how many there are. */
export const listUnfinished = (db: Executor): Promise<MigrationProgress[]> =>
  db
    .selectFrom("background_migrations")
    .select(["name", "done", "total"])
    .where("finished_at", "is", null)
    .orderBy("name")
    .execute();

/** Locks an unfinished migration until the transaction ends; undefined if it is finished, or another process has it. */
export const lockUnfinished = (db: Executor, name: string) =>
  db
    .selectFrom("background_migrations")
    .select(["after", "done", "total"])
    .where("name", "=", name)
    .where("finished_at", "is", null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

type Position = { after: string; done: number; total: number };

export async function saveProgress(db: Executor, name: string, position: Position): Promise<void> {
  await db
    .updateTable("background_migrations")
    .set({ ...position, updated_at: sql`now()` })
    .where("name", "=", name)
    .execute();
}

/** Ends a migration, also one that nobody has asked for. */
export async function finishMigration(db: Executor, name: string): Promise<void> {
  await db
    .updateTable("background_migrations")
    .set({ finished_at: sql`now()`, updated_at: sql`now()` })
    .where("name", "=", name)
    .where("finished_at", "is", null)
    .execute();
}

/** Asks for a migration from the beginning. */
export async function requestMigration(db: Executor, name: string): Promise<void> {
  await db
    .insertInto("background_migrations")
    .values({ name })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet({ after: "", done: 0, total: null, finished_at: null }),
    )
    .execute();
}
