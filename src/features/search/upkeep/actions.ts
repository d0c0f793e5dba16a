/** Keeps levels, ranks and counts of the index fresh, and makes the whole of it anew. */
import type { Deps } from "../../../deps.ts";
import type { Kind } from "../rules.ts";
import { areFair, levelSizes } from "./rules.ts";
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
/** Documents a transaction: writers of the same shows wait no longer than that takes. */
const BATCH = 500;
const KINDS: readonly Kind[] = ["shows", "episodes"];

/** Brings ranks, levels and the counts of words up to date. Searches and writes go on meanwhile. */
export async function refreshSearch({ db }: Needs, signal?: AbortSignal): Promise<void> {
  for (const kind of KINDS) {
    await refreshRanks(db, kind);
    await level({ db }, kind, signal);
  }
  await db.transaction().execute(countWords);
}

/** Cuts the levels anew when they have grown out of shape, and moves what stands in the wrong one. */
async function level({ db }: Needs, kind: Kind, signal?: AbortSignal): Promise<void> {
  const present = await countLevels(db, kind);
  const documents = present.reduce((sum, size) => sum + size, 0);
  const sizes = levelSizes(documents);
  if (!areFair(present)) {
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

/** Told after each batch: how many records have been gone through. */
export type Progress = (kind: Kind, done: number) => void;

/**
 * Goes through all records and mends what the index has of them, then packs it. Nothing is locked
 * for longer than a batch takes; searches find everything throughout. Returns the records seen.
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
  }
  await refreshSearch({ db });
  for (const kind of KINDS) await reindex(db, kind);
  return seen;
}
