/** Finds out how far a log has been counted, even if it has grown, was rotated, or was replaced by another. */
import { createHash } from "node:crypto";
import path from "node:path";
import type { Executor } from "../../../platform/db/database.ts";
import { type Batch, readBatches } from "./lines.ts";
import { findMark, type Mark } from "./store.ts";

/** A log that is being counted; `mark` moves with each batch. */
export type Source = {
  /** Identity: of its path and its first line, because a rotated log is another one. */
  object: Buffer;
  name: string;
  /** Lines from its beginning that say how the others are read. */
  header: readonly string[];
  mark: Mark | undefined;
};

/** What is known of `file`; null if it has no complete line. `name`: its path, or the one before it was rotated. */
export async function findSource(db: Executor, file: string, name: string): Promise<Source | null> {
  const beginning = await firstOf(readBatches(file, 0));
  if (beginning === null) return null;
  const header = headerOf(beginning.lines);
  const first = beginning.lines[header.length] ?? "";
  const object = hashOf(`${path.resolve(name)}\n${first}`);
  const mark = await findMark(db, object);
  if (mark === undefined || (await isSame(file, mark))) return { object, name, header, mark };
  // Other content under the same name: counted from its beginning, without the requests that were counted.
  const other = hashOf(Buffer.concat([object, mark.last_line]));
  return { object: other, name, header, mark: await findMark(db, other) };
}

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
async function isSame(file: string, { bytes, last_length, last_line }: Mark): Promise<boolean> {
  const batch = await firstOf(readBatches(file, bytes - last_length - 1));
  if (batch === null) return false;
  return batch.first.length === last_length && hashOf(batch.first).equals(last_line);
}

async function firstOf(batches: AsyncGenerator<Batch, void>) {
  try {
    for await (const batch of batches) return batch;
  } catch (error) {
    // A damaged file says so where it is counted.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw error;
  }
  return null;
}

const hashOf = (bytes: Buffer | string): Buffer => createHash("sha256").update(bytes).digest();
