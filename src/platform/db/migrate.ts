/** Applies the forward-only SQL migrations of `db/migrations`, each in one transaction. */
import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";

export const MIGRATIONS_DIR = path.resolve(import.meta.dirname, "../../../db/migrations");
const LOCK = 7_160_002;

type Migration = { version: number; name: string; sql: string; checksum: string };

/** A schema this Longwave must not touch. The message says what to do. */
export class SchemaError extends Error {
  override name = "SchemaError";
}

/**
 * Brings the database up to date and returns the names of the migrations applied now. Two
 * processes at once wait for each other. Throws `SchemaError` when the schema is newer than this
 * code, or when an applied migration's text has changed since.
 */
export async function migrate(target: pg.ClientConfig, folder = MIGRATIONS_DIR): Promise<string[]> {
  const client = new pg.Client(target);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await requireVersion(client);
    await client.query(`create table if not exists schema_migrations (
      version integer primary key, name text not null, checksum text not null,
      applied_at timestamptz not null default now())`);
    const pending = await pendingMigrations(client, await readMigrations(folder));
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "select current_setting('server_version_num')::int as number",
  );
  if (rows[0].number < 150000)
    throw new SchemaError("PostgreSQL is too old: Longwave needs version 15 or newer.");
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const version = Number(/^(\d{4})_\w+\.sql$/.exec(name)?.[1]);
      if (version !== index + 1) throw new SchemaError(`The migration ${name} is out of order.`);
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
      throw new SchemaError(
        `The database was written by a newer Longwave (migration ${applied.name}). Install that version or newer.`,
      );
    if (migration.checksum !== applied.checksum)
      throw new SchemaError(
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
    await client.query("rollback");
    throw new Error(`The migration ${name} failed and was undone.`, { cause: error });
  }
}
