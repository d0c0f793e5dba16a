/** Applies several journals that wait in one transaction: sums, episodes and listeners are then written once. */
import { isDatabaseAway } from "../../../../platform/db/database.ts";
import type { AggregationState } from "../aggregation/apply.ts";
import { beginJournals, type Checkpoint } from "../aggregation/store.ts";
import { type JournalFile, READ_BYTES, readParts, removeJournal } from "./reader.ts";
import { applyParsed, type Needs, type Parsed, parse } from "./transaction.ts";

/** The most bytes of files that are applied in one transaction. */
const BATCH_BYTES = READ_BYTES;

/** The files in their order, those that can be applied together in one list. */
export function batchesOf(journals: readonly JournalFile[]): JournalFile[][] {
  const batches: JournalFile[][] = [];
  let bytes = Infinity;
  for (const journal of journals) {
    bytes += journal.size;
    if (bytes <= BATCH_BYTES) batches.at(-1)?.push(journal);
    else {
      batches.push([journal]);
      bytes = journal.size;
    }
  }
  return batches;
}

/** False if nothing was applied, because a part of them has been, or because one of them cannot be. */
export async function applyTogether(
  deps: Needs,
  state: AggregationState,
  journals: readonly JournalFile[],
): Promise<boolean> {
  try {
    const read: Parsed[] = [];
    const marks: Checkpoint[] = [];
    for (const { journal_id, file } of journals)
      for await (const part of readParts(file, 0, Infinity)) {
        read.push(await parse(deps, journal_id, part));
        marks.push({ journal_id, applied_bytes: part.to });
      }
    const parsed = {
      entries: read.flatMap(({ entries }) => entries),
      traced: read.flatMap(({ traced }) => traced),
    };
    await applyParsed(deps, state, parsed, async (tx) => {
      if (!(await beginJournals(tx, marks))) throw new Begun();
      return true;
    });
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    // Whatever it is: applied one by one, the journal that it concerns fails alone, and its error is thrown.
    return false;
  }
  for (const journal of journals) await removeJournal(journal);
  return true;
}

/** Rolls back a transaction whose journals have been begun before. */
class Begun extends Error {}
