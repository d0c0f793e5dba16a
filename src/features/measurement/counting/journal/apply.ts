/** Applies journal files to the database, each part once, and removes files that are applied completely. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger } from "pino";
import type { Deps } from "../../../../deps.ts";
import { isDatabaseAway } from "../../../../platform/db/database.ts";
import { type AggregationState, applyEntries } from "../aggregation/apply.ts";
import { findCheckpoint, moveCheckpoint } from "../aggregation/store.ts";
import { entriesOf, type JournalEntry } from "./entry.ts";
import { findSealed, type JournalFile, type Part, readParts, removeJournal } from "./reader.ts";
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

/** Applies one file after the other; returns the errors. */
async function applyShard(
  deps: Needs,
  state: AggregationState,
  journals: readonly JournalFile[],
): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const journal of journals) {
    try {
      await applyJournal(deps, state, journal);
    } catch (error) {
      failures.push(error);
      if (isDatabaseAway(error)) break;
    }
  }
  return failures;
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
  { bytes, lines, from, to }: Part,
): Promise<boolean> {
  const { entries, traced } = await parse(bytes);
  const unread = lines - entries.length - traced.length;
  if (unread > 0)
    deps.log.error(
      { journal_id, lines: unread },
      "the journal of deliveries holds lines that cannot be read",
    );
  const began = Date.now();
  const isNew = await applyEntries(deps, state, entries, (tx) =>
    moveCheckpoint(tx, journal_id, from, to),
  );
  if (isNew && traced.length > 0) deps.onCounted({ traced, from: began, to: Date.now() });
  return isNew;
}

/**
 * Bytes parsed at a time, so that the statements of other shards need not wait for a whole part. Node keeps longer texts
 * than a megabyte outside the heap, which causes collections of all of it.
 */
const TURN = 200_000;
const LINE_FEED = 10;

async function parse(bytes: Buffer): Promise<{ entries: JournalEntry[]; traced: Traced[] }> {
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
  return { entries: entries.flat(), traced: traced.flat() };
}
