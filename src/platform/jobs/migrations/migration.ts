/** Migrations of rows that are too many for a start: carried out in batches, while requests are served. */
import type { Database, Executor } from "../../db/database.ts";
import { finishMigration, lockUnfinished, saveProgress } from "./store.ts";

/** How far a batch came: the last row it visited, and how many it visited. */
export type Batch = Readonly<{ after: string; done: number }>;

export type BackgroundMigration = Readonly<{
  /** As in the table `background_migrations`, in which a migration asks for it. */
  name: string;
  /** The number of rows to visit, for the progress; an estimate will do. */
  count(db: Executor): Promise<number>;
  /**
   * Visits up to `most` rows that follow `after` ("" at first) in the order of a key; null if there are none. Runs in a
   * transaction of its own; processes of the previous release may write the same rows before and after.
   */
  batch(db: Executor, after: string, most: number): Promise<Batch | null>;
}>;

/** Rows per transaction: this limits how long writers of the same rows wait. */
const BATCH = 500;

/**
 * Continues those of `migrations` that the database asks for, one after the other, from where they stopped. Each batch
 * stores its position in the same transaction, so that each row is visited by one process, and an interrupted migration
 * goes on with the next batch. Stops after a batch when `signal` aborts, and throws its reason.
 */
export async function continueMigrations(
  db: Database,
  migrations: readonly BackgroundMigration[],
  signal?: AbortSignal,
): Promise<void> {
  for (const migration of migrations)
    while (await visitBatch(db, migration)) signal?.throwIfAborted();
}

/** Returns whether rows are left for this process. */
const visitBatch = (db: Database, { name, count, batch }: BackgroundMigration): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const present = await lockUnfinished(transaction, name);
    if (present === undefined) return false;
    const total = present.total ?? (await count(transaction));
    const visited = await batch(transaction, present.after, BATCH);
    if (visited === null) {
      await finishMigration(transaction, name);
      return false;
    }
    const done = present.done + visited.done;
    await saveProgress(transaction, name, { after: visited.after, done, total });
    return true;
  });
