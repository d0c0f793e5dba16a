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

/** Records in one transaction. */
const BATCH = 10_000;
/** Parts at a time: some are read, parsed and folded while PostgreSQL works at another. */
const LANES = 3;

/** A part of a journal; null: all its parts have been handed out, up to this byte. */
type Step = Readonly<{ journal: JournalFile; part: Part | null; end: number }>;

/** Applies every sealed file below `folder`. Throws where one cannot be, after trying the others. */
export async function applyJournals(deps: Needs, folding: Folding, folder: string): Promise<void> {
  const failures: unknown[] = [];
  const steps = stepsOf(deps, await findSealed(folder));
  const lane = async () => {
    // Turns are taken in the order of the steps: parts of a file are applied one after the other.
    for (let next = await steps.next(); !next.done; next = await steps.next()) {
      const turn = folding.enter();
      try {
        await take(deps, folding, next.value, turn);
      } catch (error) {
        failures.push(error);
        if (isDatabaseAway(error)) return;
      } finally {
        (await turn)();
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: LANES }, lane));
  } finally {
    await steps.return();
  }
  if (failures.length > 0) throw failures.find(isDatabaseAway) ?? failures[0];
}

async function* stepsOf(deps: Needs, journals: JournalFile[]): AsyncGenerator<Step, void, void> {
  for (const journal of journals) {
    let end = await findMark(deps.db, journal.journal_id);
    for await (const part of readParts(journal.file, end, BATCH)) {
      end = part.to;
      yield { journal, part, end };
    }
    yield { journal, part: null, end };
  }
}

async function take(
  deps: Needs,
  folding: Folding,
  { journal, part, end }: Step,
  turn: Promise<() => void>,
): Promise<void> {
  if (part !== null) {
    await applyPart(deps, folding, journal, part, turn);
    return;
  }
  (await turn)();
  let from = -1;
  let mark = await findMark(deps.db, journal.journal_id);
  // Where another process is at this very file, what it has not reached yet is done together.
  while (mark < end && mark > from) {
    from = mark;
    for await (const left of readParts(journal.file, from, BATCH))
      if (!(await applyPart(deps, folding, journal, left, folding.enter()))) break;
    mark = await findMark(deps.db, journal.journal_id);
  }
  if (mark >= end) await removeJournal(journal);
}

/** False when somebody else has applied it, or a part before it is not applied. */
async function applyPart(
  deps: Needs,
  folding: Folding,
  { journal_id }: JournalFile,
  { text, lines, from, to }: Part,
  turn: Promise<() => void>,
): Promise<boolean> {
  const entries = await parse(text);
  const unread = lines - entries.length;
  if (unread > 0)
    deps.log.error(
      { journal_id, lines: unread },
      "the journal of deliveries holds lines that cannot be read",
    );
  return applyEntries(deps, folding, entries, { journal_id, from, to }, turn);
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
