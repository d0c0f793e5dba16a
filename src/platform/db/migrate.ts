/** Updates the schema: forward-only migrations, each in one transaction, then SQL functions. */
import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { UnusableDatabaseError } from "./failure.ts";
import { applyFunctions, SCHEMA_FUNCTIONS } from "./functions.ts";
import { openSession } from "./session.ts";

/** The folder with `migrations/` and `functions/`. */
export const SCHEMA_DIR = path.resolve(import.meta.dirname, "../../../db");
const LOCK = 7_160_002;
const OLDEST_POSTGRES = 15;

type Migration = { version: number; name: string; sql: string; checksum: string };

/**
 * Updates the database and returns the names of the migrations and function files it applied. Concurrent processes wait
 * for each other. Throws `UnusableDatabaseError` if the schema is newer than this code, if the text of an applied migration
 * has changed, or if the database is only partly restored.
 */
export async function migrate(target: pg.ClientConfig, folder = SCHEMA_DIR): Promise<string[]> {
  const known = await readMigrations(path.join(folder, "migrations"));
  const { client } = await openSession(target);
  try {
    await requireVersion(client);
    await requireRestored(client);
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await client.query(SCHEMA_MIGRATIONS);
    const pending = await pendingMigrations(client, known);
    for (const migration of pending) await apply(client, migration);
    const replaced = await applyFunctions(client, path.join(folder, "functions"));
    return [...pending.map(({ name }) => name), ...replaced.map((name) => `functions/${name}`)];
  } finally {
    await client.end();
  }
}

/**
 * Creates the tables of an earlier version in a database that is being restored: applies the first `count` migrations,
 * and no function files, because functions belong to the dump. Throws `UnusableDatabaseError` if there are fewer.
 */
export async function migrateTo(
  target: pg.ClientConfig,
  count: number,
  folder = SCHEMA_DIR,
): Promise<void> {
  const known = await readMigrations(path.join(folder, "migrations"));
  if (count > known.length)
    throw new UnusableDatabaseError(
      `The backup was made by a newer Longwave (migration ${count}; this version has ${known.length}). Install that version or newer.`,
    );
  const { client } = await openSession(target);
  try {
    await requireVersion(client);
    await client.query(SCHEMA_MIGRATIONS);
    await client.query(SCHEMA_FUNCTIONS);
    for (const migration of await pendingMigrations(client, known.slice(0, count)))
      await apply(client, migration);
  } finally {
    await client.end();
  }
}

const SCHEMA_MIGRATIONS = `create table if not exists schema_migrations (
  version integer primary key, name text not null, checksum text not null,
  applied_at timestamptz not null default now())`;

/** A restore creates this table first, and drops it in the transaction that loads the data. */
export const UNFINISHED_RESTORE = "unfinished_restore";

async function requireRestored(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select to_regclass($1) as found", [UNFINISHED_RESTORE]);
  if (rows[0].found !== null)
    throw new UnusableDatabaseError(
      "The database holds an unfinished restore. Run longwave restore again to finish it.",
    );
}

/**
 * Reports the database's version and pending migrations, without changing it. Throws `UnusableDatabaseError` as `migrate` does.
 */
export async function inspectSchema(
  target: pg.ClientConfig,
  folder = SCHEMA_DIR,
): Promise<{ postgres: string; applied: number; pending: string[] }> {
  const known = await readMigrations(path.join(folder, "migrations"));
  const { client } = await openSession(target);
  try {
    const postgres = await requireVersion(client);
    await requireRestored(client);
    const { rows } = await client.query("select to_regclass('schema_migrations') as found");
    const pending = rows[0].found === null ? known : await pendingMigrations(client, known);
    return {
      postgres,
      applied: known.length - pending.length,
      pending: pending.map(({ name }) => name),
    };
  } finally {
    await client.end();
  }
}

/** The server's version, such as "18.4". */
async function requireVersion(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ number: string }>(
    "select current_setting('server_version_num') as number",
  );
  const number = Number(rows[0]?.number);
  const major = Math.floor(number / 10_000);
  if (major >= OLDEST_POSTGRES) return `${major}.${number % 10_000}`;
  throw new UnusableDatabaseError(
    `The database runs PostgreSQL ${major}; Longwave needs ${OLDEST_POSTGRES} or newer.`,
  );
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const version = Number(/^(\d{4})_\w+\.sql$/.exec(name)?.[1]);
      if (version !== index + 1)
        throw new UnusableDatabaseError(`The migration ${name} is out of order.`);
      const sql = await readFile(path.join(folder, name), "utf8");
      return { version, name, sql, checksum: hash("sha256", sql.replaceAll("\r\n", "\n")) };
    }),
  );
}

async function pendingMigrations(client: pg.Client, known: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<Migration>(
    "select version, name, checksum from schema_migrations order by version",
  );
  for (const applied of rows) {
    const migration = known[applied.version - 1];
    if (!migration)
      throw new UnusableDatabaseError(
        `The database was written by a newer Longwave (migration ${applied.name}). Install that version or newer.`,
      );
    if (migration.checksum !== applied.checksum)
      throw new UnusableDatabaseError(
        `The migration ${applied.name} was changed after it had been applied. Restore its original text.`,
      );
  }
  return known.slice(rows.length);
}

async function apply(
  client: pg.Client,
  { version, name, sql, checksum }: Migration,
): Promise<void> {
  try {
    await client.query("begin");
    await client.query(sql);
    await client.query(
      "insert into schema_migrations (version, name, checksum) values ($1, $2, $3)",
      [version, name, checksum],
    );
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {}); // a lost connection is rolled back by PostgreSQL
    const { message } = error as Error;
    throw new Error(`The migration ${name} failed and was undone: ${message}.`, { cause: error });
  }
}
