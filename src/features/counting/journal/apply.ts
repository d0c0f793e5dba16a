/** Applies journal files to the database, each part once, and removes what is applied whole. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger } from "pino";
import type { Deps } from "../../../deps.ts";
import { isDatabaseAway } from "../../../platform/db/database.ts";
import { applyEntries, type Folding } from "../folding/apply.ts";
import { findMark } from "../folding/store.ts";
import { entriesOf, type Noted } from "./entry.ts";
import { findSealed, type JournalFile, readParts, removeJournal } from "./reader.ts";

type Needs = Pick<Deps, "db"> & Readonly<{ log: Pick<Logger, "error"> }>;

/** Records in one transaction. */
const BATCH = 10_000;
/** Journals at a time: one is read and parsed while PostgreSQL works at the other. */
const LANES = 2;

/** Applies every sealed file below `folder`. Throws where one cannot be, after trying the others. */
export async function applyJournals(deps: Needs, folding: Folding, folder: string): Promise<void> {
  const failures: unknown[] = [];
  const waiting = await findSealed(folder);
  const lane = async () => {
    for (let journal = waiting.shift(); journal !== undefined; journal = waiting.shift()) {
      try {
        await applyJournal(deps, folding, journal);
      } catch (error) {
        failures.push(error);
        if (isDatabaseAway(error)) waiting.length = 0;
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  if (failures.length > 0) throw failures.find(isDatabaseAway) ?? failures[0];
}

async function applyJournal(deps: Needs, folding: Folding, journal: JournalFile): Promise<void> {
  let from = -1;
  let mark = await findMark(deps.db, journal.journal_id);
  // Where another process is at this very file, what it has not reached yet is done together.
  while (mark > from) {
    from = mark;
    if (await applyFrom(deps, folding, journal, from)) return removeJournal(journal);
    mark = await findMark(deps.db, journal.journal_id);
  }
}

/** Applies a journal from a byte on; false when somebody else has done a part of that meanwhile. */
async function applyFrom(
  deps: Needs,
  folding: Folding,
  { journal_id, file }: JournalFile,
  start: number,
): Promise<boolean> {
  for await (const { text, lines, from, to } of readParts(file, start, BATCH)) {
    const entries = await parse(text);
    const unread = lines - entries.length;
    if (unread > 0)
      deps.log.error(
        { journal_id, lines: unread },
        "the journal of deliveries holds lines that cannot be read",
      );
    if (!(await applyEntries(deps, folding, entries, { journal_id, from, to }))) return false;
  }
  return true;
}

/** Characters parsed in one turn: the other lane's statements are not to wait for all of a part. */
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
