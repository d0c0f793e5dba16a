/** Applies journal files to the database, each part once, and removes what is applied whole. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger } from "pino";
import type { Deps } from "../../../deps.ts";
import { isDatabaseAway } from "../../../platform/db/database.ts";
import { applyEntries, type Folding } from "../folding/apply.ts";
import { findMark } from "../folding/store.ts";
import { entriesOf, type Noted } from "./entry.ts";
import { findSealed, type JournalFile, type Part, readParts, removeJournal } from "./reader.ts";

type Needs = Pick<Deps, "db"> & Readonly<{ log: Pick<Logger, "error"> }>;

/** Most records in one transaction. */
const BATCH = 20_000;

/** Applies every sealed file below `folder`. Throws where one cannot be, after trying the others. */
export async function applyJournals(deps: Needs, folding: Folding, folder: string): Promise<void> {
  const shards = Map.groupBy(await findSealed(folder), ({ shard }) => shard);
  const failures = await Promise.all(
    [...shards.values()].map((journals) => applyShard(deps, folding, journals)),
  );
  const all = failures.flat();
  if (all.length > 0) throw all.find(isDatabaseAway) ?? all[0];
}

/** One file after the other; returns what went wrong. */
async function applyShard(
  deps: Needs,
  folding: Folding,
  journals: readonly JournalFile[],
): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const journal of journals) {
    try {
      await applyJournal(deps, folding, journal);
    } catch (error) {
      failures.push(error);
      if (isDatabaseAway(error)) break;
    }
  }
  return failures;
}

/** Where another process is at this very file, they do it together. */
async function applyJournal(deps: Needs, folding: Folding, journal: JournalFile): Promise<void> {
  let from = -1;
  let mark = await findMark(deps.db, journal.journal_id);
  while (mark > from) {
    from = mark;
    if (await applyFrom(deps, folding, journal, from)) return removeJournal(journal);
    mark = await findMark(deps.db, journal.journal_id);
  }
}

/** True when all from byte `from` on has been applied; false when somebody else was there before. */
async function applyFrom(
  deps: Needs,
  folding: Folding,
  { journal_id, file }: JournalFile,
  from: number,
): Promise<boolean> {
  for await (const part of readParts(file, from, BATCH))
    if (!(await applyPart(deps, folding, journal_id, part))) return false;
  return true;
}

/** False when somebody else has applied it, or a part before it is not applied. */
async function applyPart(
  deps: Needs,
  folding: Folding,
  journal_id: string,
  { text, lines, from, to }: Part,
): Promise<boolean> {
  const entries = await parse(text);
  const unread = lines - entries.length;
  if (unread > 0)
    deps.log.error(
      { journal_id, lines: unread },
      "the journal of deliveries holds lines that cannot be read",
    );
  return applyEntries(deps, folding, entries, { journal_id, from, to });
}

/** Characters parsed in one turn: the other shards' statements are not to wait for all of a part. */
const TURN = 200_000;

async function parse(text: string): Promise<Noted[]> {
  const parsed: Noted[][] = [];
  for (let at = 0; at < text.length; ) {
    const feed = text.indexOf("\n", at + TURN);
    const end = feed === -1 ? text.length : feed;
    parsed.push(entriesOf(text.slice(at, end)));
    at = end + 1;
    await nextTurn();
  }
  return parsed.flat();
}
