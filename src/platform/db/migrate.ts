/** Updates the schema: forward-only migrations, then SQL functions, beside processes that serve. */
import path from "node:path";
import type pg from "pg";
import { UnusableDatabaseError } from "./failure.ts";
import { applyFunctions, dueFunctions, SCHEMA_FUNCTIONS } from "./functions.ts";
import { type Migration, readMigrations } from "./migrations/files.ts";
import { changeSchema, type OnWait, takeMigrationLock } from "./migrations/locks.ts";
import { openSession } from "./session.ts";

/** The folder with `migrations/` and `functions/`. */
export const SCHEMA_DIR = path.resolve(import.meta.dirname, "../../../db");
const OLDEST_POSTGRES = 15;

/**
 * Updates the database and returns the names of the migrations and function files it applied. Concurrent processes wait
 * for each other. A schema that is newer than this code is left as it is if all that is newer only expands it; throws
 * `UnusableDatabaseError` if not, if the text of an applied migration has changed, or if the database is only partly
 * restored.
 */
export async function migrate(
  target: pg.ClientConfig,
  folder = SCHEMA_DIR,
  onWait: OnWait = () => {},
): Promise<string[]> {
  const known = await readMigrations(path.join(folder, "migrations"));
  const { client } = await openSession(target);
  try {
    await requireVersion(client);
    await requireRestored(client);
    await takeMigrationLock(client);
    await createSchemaMigrations(client);
    const { pending } = await compareMigrations(client, known);
    for (const migration of pending) await apply(client, migration, onWait);
    const replaced = await applyFunctions(client, path.join(folder, "functions"), onWait);
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
    await createSchemaMigrations(client);
    await client.query(SCHEMA_FUNCTIONS);
    const { pending } = await compareMigrations(client, known.slice(0, count));
    for (const migration of pending) await apply(client, migration, () => {});
  } finally {
    await client.end();
  }
}

async function createSchemaMigrations(client: pg.Client): Promise<void> {
  await client.query(`create table if not exists schema_migrations (
    version integer primary key, name text not null, checksum text not null,
    applied_at timestamptz not null default now())`);
  // Releases before 0.2.0 do not know the column, and write the others.
  await client.query("alter table schema_migrations add column if not exists kind text");
}

/** A restore creates this table first, and drops it in the transaction that loads the data. */
export const UNFINISHED_RESTORE = "unfinished_restore";

async function requireRestored(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select to_regclass($1) as found", [UNFINISHED_RESTORE]);
  if (rows[0].found !== null)
    throw new UnusableDatabaseError(
      "The database holds an unfinished restore. Run longwave restore again to finish it.",
    );
}

export type SchemaState = Readonly<{
  /** The server's version, such as "18.4". */
  postgres: string;
  applied: number;
  pending: readonly Migration[];
  /** Migrations that a newer release has applied, which this one can live with. */
  newer: readonly string[];
  /** Function files that a migration would apply. */
  functions: readonly string[];
}>;

/** Compares the database with this code, without changing it. Throws `UnusableDatabaseError` as `migrate` does. */
export async function inspectSchema(
  target: pg.ClientConfig,
  folder = SCHEMA_DIR,
): Promise<SchemaState> {
  const known = await readMigrations(path.join(folder, "migrations"));
  const { client } = await openSession(target);
  try {
    const postgres = await requireVersion(client);
    await requireRestored(client);
    const { rows } = await client.query("select to_regclass('schema_migrations') as found");
    const { pending, newer } =
      rows[0].found === null
        ? { pending: known, newer: [] }
        : await compareMigrations(client, known);
    const functions = await dueFunctions(client, path.join(folder, "functions"));
    return {
      postgres,
      applied: known.length - pending.length,
      pending,
      newer,
      functions: functions.map(({ name }) => name),
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

type Applied = { version: number; name: string; checksum: string; kind: string | null };

async function compareMigrations(
  client: pg.Client,
  known: readonly Migration[],
): Promise<{ pending: Migration[]; newer: string[] }> {
  // By way of JSON, because the column `kind` may not exist yet.
  const { rows } = await client.query<Applied>(
    `select version, name, checksum, to_jsonb(m)->>'kind' as kind from schema_migrations m order by version`,
  );
  const byVersion = new Map(known.map((migration) => [migration.version, migration]));
  const newer: string[] = [];
  for (const { version, name, checksum, kind } of rows) {
    const migration = byVersion.get(version);
    byVersion.delete(version);
    if (migration === undefined && kind === "expand") newer.push(name);
    else if (migration === undefined)
      throw new UnusableDatabaseError(
        `The database was written by a newer Longwave (migration ${name}). Install that version or newer.`,
      );
    else if (migration.checksum !== checksum)
      throw new UnusableDatabaseError(
        `The migration ${name} was changed after it had been applied. Restore its original text.`,
      );
  }
  return { pending: [...byVersion.values()], newer };
}

async function apply(client: pg.Client, migration: Migration, onWait: OnWait): Promise<void> {
  const { name, sql, concurrently } = migration;
  try {
    if (concurrently !== null) await createIndex(client, sql, concurrently);
    await changeSchema(
      client,
      async () => {
        if (concurrently === null) await client.query(sql);
        await note(client, migration);
      },
      { name, onWait },
    );
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`The migration ${name} failed and was undone: ${message}.`, { cause: error });
  }
}

/** An attempt that was interrupted leaves an invalid index, which `if not exists` would accept. */
async function createIndex(client: pg.Client, sql: string, index: string): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_index where indexrelid = to_regclass($1) and not indisvalid",
    [index],
  );
  if (rowCount) await client.query(`drop index concurrently ${client.escapeIdentifier(index)}`);
  await client.query(sql);
}

async function note(client: pg.Client, { version, name, checksum, declared }: Migration) {
  await client.query(
    "insert into schema_migrations (version, name, checksum, kind) values ($1, $2, $3, $4)",
    [version, name, checksum, declared.kind === "undeclared" ? null : declared.kind],
  );
}
