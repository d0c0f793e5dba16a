/** Counts the requests in logs of edges: each once, however often and in whatever order its line arrives. */
import path from "node:path";
import type { Deps } from "../../../deps.ts";
import { openTickets } from "../../listening/renditions/tickets/actions.ts";
import { openOutsideCounting } from "../counting/outside.ts";
import { sortOut, type Tally } from "./batches.ts";
import { fileBytes } from "./bytes.ts";
import { type Batch, readBatches } from "./lines.ts";
import type { LineReader } from "./schema.ts";
import { findSource, markOf, type Source } from "./sources.ts";
import { insertSeen, moveMark } from "./store.ts";

/** Another process counts the same log. The message is a complete sentence. */
class CountedElsewhere extends Error {
  override name = "CountedElsewhere";
}

/** Another log with one of the same requests was counted at the same moment; rolls a batch back. */
class Overlap extends Error {}

/** A file to count. `name`: its path, or the one that it had before it was rotated. */
type LogFile = Readonly<{ file: string; name: string; openReader(): LineReader }>;

export type LogImporter = Readonly<{
  /**
   * Counts what of a log has not been counted, and adds to `tally`. Throws `CountedElsewhere`, and errors of the file
   * after its last good line.
   */
  count(log: LogFile, tally: Tally): Promise<void>;
  /** The same for a log that was found; `signal` ends it between two batches. */
  countSource(source: Source, read: LineReader, tally: Tally, signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}>;

/** Opens the import of logs for a process; it counts as a server on the same database would. */
export async function openLogImporter(deps: Omit<Deps, "media" | "gates">): Promise<LogImporter> {
  const { db, clock } = deps;
  const counting = await openOutsideCounting(deps);
  const tickets = openTickets(deps);

  /** One transaction for the counts, the mark of the log, and the requests to recognise. */
  const tryBatch = async (source: Source, read: LineReader, batch: Batch): Promise<Tally> => {
    const told: Tally = { counted: 0 };
    const { records, seen } = await sortOut(db, batch.lines, { read, now: clock(), tickets }, told);
    const mark = markOf(batch);
    const isNew = await counting.count(records, async (tx) => {
      if (!(await moveMark(tx, source, source.mark, mark))) return false;
      if (!(await insertSeen(tx, seen))) throw new Overlap();
      return true;
    });
    if (!isNew) throw new CountedElsewhere(`Another process is counting ${source.name}.`);
    source.mark = mark;
    return told;
  };
  const countBatch = async (source: Source, read: LineReader, batch: Batch): Promise<Tally> => {
    for (;;) {
      try {
        return await tryBatch(source, read, batch);
      } catch (error) {
        if (!(error instanceof Overlap)) throw error;
      }
    }
  };
  const countSource: LogImporter["countSource"] = async (source, read, tally, signal) => {
    for (const line of source.header) read(line);
    for await (const batch of readBatches(source.bytes, source.mark?.bytes ?? 0)) {
      signal?.throwIfAborted();
      add(tally, await countBatch(source, read, batch));
    }
  };
  return {
    async count({ file, name, openReader }, tally) {
      const source = await findSource(db, fileBytes(file), path.resolve(name));
      if (source !== null) await countSource(source, openReader(), tally);
    },
    countSource,
    close: () => counting.close(),
  };
}

function add(tally: Tally, told: Tally): void {
  for (const [reason, lines] of Object.entries(told) as [keyof Tally, number][])
    tally[reason] = (tally[reason] ?? 0) + lines;
}
