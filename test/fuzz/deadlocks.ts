/** Deadlocks that PostgreSQL broke, with what each of the transactions was waiting for. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";

/**
 * Makes connections that are opened from now on write errors to the server's log: of a deadlock it
 * tells nobody else both sides.
 */
export async function logDatabaseErrors(pool: pg.Pool): Promise<void> {
  await pool.query("alter role all set log_min_messages = 'error'");
}

/** From “deadlock detected” to the statement that was broken off. */
const DEADLOCK = /deadlock detected\n(?:.*\n)*?.*(?:STATEMENT|CONTEXT): {2}.*/g;

/** The entries of the log of the embedded PostgreSQL in `dataDir`, oldest first. */
export async function readDeadlocks(dataDir: string): Promise<string[]> {
  const folder = path.join(dataDir, "postgres/log");
  const files = await readdir(folder);
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), "utf8")));
  return texts.flatMap((text) => text.match(DEADLOCK) ?? []);
}
