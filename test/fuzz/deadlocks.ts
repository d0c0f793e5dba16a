/** Reads the deadlocks that PostgreSQL resolved, with the statements of both transactions. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";

/**
 * Makes new connections write errors to the server's log, the only place where PostgreSQL reports both sides of a
 * deadlock.
 */
export async function logDatabaseErrors(pool: pg.Pool): Promise<void> {
  await pool.query("alter role all set log_min_messages = 'error'");
}

/** From “deadlock detected” to the cancelled statement. */
const DEADLOCK = /deadlock detected\n(?:.*\n)*?.*(?:STATEMENT|CONTEXT): {2}.*/g;

/** Deadlock entries in the log of the embedded PostgreSQL in `dataDir`, oldest first. */
export async function readDeadlocks(dataDir: string): Promise<string[]> {
  const folder = path.join(dataDir, "postgres/log");
  const files = await readdir(folder);
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), "utf8")));
  return texts.flatMap((text) => text.match(DEADLOCK) ?? []);
}
