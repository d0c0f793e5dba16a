/** Applies journal files to the database, each part once, and removes files that are applied completely. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger } from "pino";
import type { Deps } from "../../../../deps.ts";
import { isDatabaseAway } from "../../../../platform/db/database.ts";
import { type AggregationState, applyEntries, type Claim } from "../aggregation/apply.ts";
import {
  beginJournals,
  type Checkpoint,
  findCheckpoint,
  moveCheckpoint,
} from "../aggregation/store.ts";
import { entriesOf, type JournalEntry } from "./entry.ts";
import {
  findSealed,
  type JournalFile,
  type Part,
  READ_BYTES,
  readParts,
  removeJournal,
} from "./reader.ts";
import { type CountedTraces, type Traced, tracedIn } from "./traces.ts";

type Needs = Pick<Deps, "db"> &
  Readonly<{
    log: Pick<Logger, "error">;
    /** Called with the traced deliveries of a transaction that has been committed. */
    onCounted(counted: CountedTraces): void;
  }>;

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

/** The most bytes of files that are applied in one transaction. */
const BATCH_BYTES = READ_BYTES;

function batchesOf(journals: readonly JournalFile[]): JournalFile[][] {
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

/** False if nothing was applied, because a part of them has been, or because one of them cannot be. */
async function applyTogether(
  deps: Needs,
  state: AggregationState,
  journals: readonly JournalFile[],
): Promise<boolean> {
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
  try {
    await applyParsed(deps, state, parsed, async (tx) => {
      if (!(await beginJournals(tx, marks))) throw new Begun();
      return true;
    });
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    return false;
  }
  for (const journal of journals) await removeJournal(journal);
  return true;
}

/** Rolls back a transaction whose journals have been begun before. */
class Begun extends Error {}

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

async function applyParsed(
  deps: Needs,
  state: AggregationState,
  { entries, traced }: Parsed,
  claim: Claim,
): Promise<boolean> {
  const began = Date.now();
  const isNew = await applyEntries(deps, state, entries, claim);
  if (isNew && traced.length > 0) deps.onCounted({ traced, from: began, to: Date.now() });
  return isNew;
}

/**
 * Bytes parsed at a time, so that the statements of other shards need not wait for a whole part. Node keeps longer texts
 * than a megabyte outside the heap, which causes collections of all of it.
 */
const TURN = 200_000;
const LINE_FEED = 10;

type Parsed = Readonly<{ entries: readonly JournalEntry[]; traced: readonly Traced[] }>;

async function parse(
  { log }: Pick<Needs, "log">,
  journal_id: string,
  { bytes, lines }: Part,
): Promise<Parsed> {
  const entries: JournalEntry[][] = [];
  const traced: Traced[][] = [];
  for (let at = 0; at < bytes.length; ) {
    const feed = bytes.indexOf(LINE_FEED, at + TURN);
    const end = feed === -1 ? bytes.length : feed;
    const text = bytes.toString("utf8", at, end);
    entries.push(entriesOf(text));
    traced.push(tracedIn(text));
    at = end + 1;
    await nextTurn();
  }
  const parsed = { entries: entries.flat(), traced: traced.flat() };
  const unread = lines - parsed.entries.length - parsed.traced.length;
  if (unread > 0)
    log.error(
      { journal_id, lines: unread },
      "the journal of deliveries holds lines that cannot be read",
    );
  return parsed;
}
