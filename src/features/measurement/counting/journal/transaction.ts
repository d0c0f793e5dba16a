/** Parses parts of journals, and applies what they contain in one transaction. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger } from "pino";
import type { Deps } from "../../../../deps.ts";
import { type AggregationState, applyEntries, type Claim } from "../aggregation/apply.ts";
import { entriesOf, type JournalEntry } from "./entry.ts";
import type { Part } from "./reader.ts";
import { type CountedTraces, type Traced, tracedIn } from "./traces.ts";

/** What applying journals needs. */
export type Needs = Pick<Deps, "db"> &
  Readonly<{
    log: Pick<Logger, "error">;
    /** Called with the traced deliveries of a transaction that has been committed. */
    onCounted(counted: CountedTraces): void;
  }>;

/**
 * Bytes parsed at a time, so that the statements of other shards need not wait for a whole part. Node keeps longer texts
 * than a megabyte outside the heap, which causes collections of all of it.
 */
const TURN = 200_000;
const LINE_FEED = 10;

/** The records of parts, and the traced deliveries among them. */
export type Parsed = Readonly<{ entries: readonly JournalEntry[]; traced: readonly Traced[] }>;

/** Parses a part of a journal; lines that cannot be read are logged and skipped. */
export async function parse(
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

/** Applies parsed parts; false if another process has applied them. */
export async function applyParsed(
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
