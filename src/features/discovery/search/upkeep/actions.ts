/** Keeps levels, ranks and word counts of the index up to date, and rebuilds the index. */
import type { Deps } from "../../../../deps.ts";
import { continueMigrations } from "../../../../platform/jobs/migrations/migration.ts";
import { finishMigration, requestMigration } from "../../../../platform/jobs/migrations/store.ts";
import type { Kind } from "../scope.ts";
import { documentMigration, wordMigration } from "./migrations.ts";
import { areBalanced, levelSizes } from "./rules.ts";
import {
  countLevels,
  countWords,
  dropLevels,
  findFloors,
  listMisplaced,
  listRecords,
  refreshRanks,
  reindex,
  setFloors,
  writeDocuments,
} from "./store.ts";

type Needs = Pick<Deps, "db">;
/** Documents per transaction: this limits how long writers of the same shows wait. */
const BATCH = 500;
const KINDS: readonly Kind[] = ["shows", "episodes"];

/** Updates ranks, levels and word counts, while searches and writes continue. */
export async function refreshSearch({ db }: Needs, signal?: AbortSignal): Promise<void> {
  for (const kind of KINDS) {
    await refreshRanks(db, kind);
    await level({ db }, kind, signal);
  }
  await db.transaction().execute(countWords);
}

/**
 * Divides the documents into new levels if the sizes have drifted too far, and moves documents that are in the wrong
 * level.
 */
async function level({ db }: Needs, kind: Kind, signal?: AbortSignal): Promise<void> {
  const present = await countLevels(db, kind);
  const documents = present.reduce((sum, size) => sum + size, 0);
  const sizes = levelSizes(documents);
  if (!areBalanced(present)) {
    const floors = await findFloors(db, kind, sizes);
    await db.transaction().execute((transaction) => setFloors(transaction, kind, floors));
  }
  const misplaced = await listMisplaced(db, kind);
  for (let start = 0; start < misplaced.length; start += BATCH) {
    signal?.throwIfAborted();
    await writeDocuments(db, kind, misplaced.slice(start, start + BATCH));
  }
  await dropLevels(db, kind, sizes.length);
}

/** Called after each batch with the number of records processed. */
export type Progress = (kind: Kind, done: number) => void;

/**
 * Processes all records, corrects their documents in the index, then compacts the index. Locks nothing for longer than
 * one batch; searches find everything throughout. Returns the number of records processed.
 */
export async function rebuildSearch(
  { db }: Needs,
  progress: Progress = () => {},
): Promise<Record<Kind, number>> {
  const seen = { shows: 0, episodes: 0 };
  for (const kind of KINDS) {
    let after = 0;
    for (;;) {
      const ids = await listRecords(db, kind, after, BATCH);
      const last = ids.at(-1);
      if (last === undefined) break;
      await writeDocuments(db, kind, ids);
      after = last;
      seen[kind] += ids.length;
      progress(kind, seen[kind]);
    }
    await finishMigration(db, documentMigration(kind).name);
  }
  await requestMigration(db, wordMigration.name);
  await continueMigrations(db, [wordMigration]);
  await refreshSearch({ db });
  for (const kind of KINDS) await reindex(db, kind);
  return seen;
}
