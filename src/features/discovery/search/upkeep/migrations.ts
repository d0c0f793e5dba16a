/** Writes documents and words again for a new version of the index. */
import type { BackgroundMigration } from "../../../../platform/jobs/migrations/migration.ts";
import type { Kind } from "../scope.ts";
import { countRecords, countWordsToRepair, repairRecords, repairWords } from "./store.ts";

/** The background migration that writes the documents of a kind again. */
export const documentMigration = (kind: Kind): BackgroundMigration => ({
  name: `search.${kind}`,
  count: (db) => countRecords(db, kind),
  batch: (db, after, most) => repairRecords(db, kind, after, most),
});

/** Writes the words again that corrections come from. */
export const wordMigration: BackgroundMigration = {
  name: "search.words",
  count: countWordsToRepair,
  batch: repairWords,
};

/** Words last, because writing documents adds words. */
export const searchMigrations: readonly BackgroundMigration[] = [
  documentMigration("shows"),
  documentMigration("episodes"),
  wordMigration,
];
