/** Applies journal files to the database, each part once, and removes files that are applied completely. */
import { isDatabaseAway } from "../../../../platform/db/database.ts";
import type { AggregationState } from "../aggregation/apply.ts";
import { findCheckpoint, moveCheckpoint } from "../aggregation/store.ts";
import { findSealed, type JournalFile, type Part, readParts, removeJournal } from "./reader.ts";
import { applyParsed, type Needs, parse } from "./transaction.ts";
import { applyTogether, batchesOf } from "./waiting.ts";

/** The most records in one transaction. */
const BATCH = 20_000;

/**
 * Applies every sealed file in `folder`. If some fail, throws after trying the others. `state` is called if there are
 * any: it takes 40 MB.
 */
export async function applyJournals(
  deps: Needs,
  state: () => AggregationState,
  folder: string,
): Promise<void> {
  const shards = Map.groupBy(await findSealed(folder), ({ shard }) => shard);
  const failures = await Promise.all(
    [...shards.values()].map((journals) => applyShard(deps, state(), journals)),
  );
  const all = failures.flat();
  if (all.length > 0) throw all.find(isDatabaseAway) ?? all[0];
}

/** Applies files in their order, those that wait in few transactions; returns the errors. */
async function applyShard(
  deps: Needs,
  state: AggregationState,
  journals: readonly JournalFile[],
): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const batch of batchesOf(journals)) {
    try {
      await applyBatch(deps, state, batch);
    } catch (error) {
      failures.push(error);
      if (isDatabaseAway(error)) break;
    }
  }
  return failures;
}

/** If not all can be applied together, applies one after the other; throws the first error after trying the others. */
async function applyBatch(
  deps: Needs,
  state: AggregationState,
  journals: readonly JournalFile[],
): Promise<void> {
  if (journals.length > 1 && (await applyTogether(deps, state, journals))) return;
  const failures: unknown[] = [];
  for (const journal of journals) {
    try {
      await applyJournal(deps, state, journal);
    } catch (error) {
      failures.push(error);
      if (isDatabaseAway(error)) break;
    }
  }
  if (failures.length > 0) throw failures.find(isDatabaseAway) ?? failures[0];
}

/** If another process applies the same file, both continue from the checkpoint. */
async function applyJournal(
  deps: Needs,
  state: AggregationState,
  journal: JournalFile,
): Promise<void> {
  let from = -1;
  let mark = await findCheckpoint(deps.db, journal.journal_id);
  while (mark > from) {
    from = mark;
    if (await applyFrom(deps, state, journal, from)) return removeJournal(journal);
    mark = await findCheckpoint(deps.db, journal.journal_id);
  }
}

/** True if everything from byte `from` on has been applied; false if another process was faster. */
async function applyFrom(
  deps: Needs,
  state: AggregationState,
  { journal_id, file }: JournalFile,
  from: number,
): Promise<boolean> {
  for await (const part of readParts(file, from, BATCH))
    if (!(await applyPart(deps, state, journal_id, part))) return false;
  return true;
}

/** False if another process has applied the part, or if an earlier part is not applied yet. */
async function applyPart(
  deps: Needs,
  state: AggregationState,
  journal_id: string,
  part: Part,
): Promise<boolean> {
  return applyParsed(deps, state, await parse(deps, journal_id, part), (tx) =>
    moveCheckpoint(tx, journal_id, part.from, part.to),
  );
}
