/** Finds out how far a log has been counted, even if it has grown, was rotated, or was replaced by another. */
import { createHash } from "node:crypto";
import type { Executor } from "../../../platform/db/database.ts";
import { DamagedLog, type LogBytes } from "./bytes.ts";
import { type Batch, readBatches } from "./lines.ts";
import { findMark, type Mark } from "./store.ts";

/** A log that is being counted; `mark` moves with each batch. */
export type Source = {
  /** Identity: of its path and its first line, because a rotated log is another one; or of its name and version. */
  object: Buffer;
  name: string;
  bytes: LogBytes;
  /** Lines from its beginning that say how the others are read. */
  header: readonly string[];
  mark: Mark | undefined;
};

/**
 * What is known of a log that may grow; null if it has no complete line. `name`: its path, or the one that it had before it
 * was rotated.
 */
export async function findSource(
  db: Executor,
  bytes: LogBytes,
  name: string,
): Promise<Source | null> {
  const beginning = await firstOf(readBatches(bytes, 0));
  if (beginning === null) return null;
  const header = headerOf(beginning.lines);
  const first = beginning.lines[header.length] ?? "";
  const object = hashOf(`${name}\n${first}`);
  const mark = await findMark(db, object);
  if (mark === undefined || (await isSame(bytes, mark)))
    return { object, name, bytes, header, mark };
  // Other content under the same name: counted from its beginning, without the requests that were counted.
  const other = hashOf(Buffer.concat([object, mark.last_line]));
  return { object: other, name, bytes, header, mark: await findMark(db, other) };
}

/** What is known of an object that another version replaces instead of growing. */
export async function findVersion(
  db: Executor,
  bytes: LogBytes,
  { name, version }: Readonly<{ name: string; version: string }>,
): Promise<Source> {
  const object = hashOf(`${name}\n${version}`);
  const mark = await findMark(db, object);
  // An object that is read from its beginning says by itself how to read it.
  const beginning = mark === undefined ? null : await firstOf(readBatches(bytes, 0));
  return { object, name, bytes, header: headerOf(beginning?.lines ?? []), mark };
}

/** The identity of a log without a readable line. */
export const emptyObject = (name: string): Buffer => hashOf(`${name}\n`);

export const markOf = ({ to, last }: Batch): Mark => ({
  bytes: to,
  last_length: last.length,
  last_line: hashOf(last),
});

function headerOf(lines: readonly (string | null)[]): string[] {
  const end = lines.findIndex((line) => line?.startsWith("#") !== true);
  return lines.slice(0, end === -1 ? lines.length : end).map(String);
}

/** Whether the line that ends at the mark is the one that was counted last. */
async function isSame(log: LogBytes, { bytes, last_length, last_line }: Mark): Promise<boolean> {
  const batch = await firstOf(readBatches(log, bytes - last_length - 1));
  if (batch === null) return false;
  return batch.first.length === last_length && hashOf(batch.first).equals(last_line);
}

async function firstOf(batches: AsyncGenerator<Batch, void>) {
  try {
    for await (const batch of batches) return batch;
  } catch (error) {
    // A damaged log says so where it is counted.
    if (!(error instanceof DamagedLog)) throw error;
  }
  return null;
}

const hashOf = (bytes: Buffer | string): Buffer => createHash("sha256").update(bytes).digest();
