/** Applies the SQL functions of `db/functions`, which are kept as source files instead of migrations. */
import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { UnusableDatabaseError } from "./failure.ts";
import { changeSchema, type OnWait } from "./migrations/locks.ts";

type Source = { name: string; revision: number; sql: string; checksum: string };
type Applied = Pick<Source, "name" | "revision" | "checksum">;

export const SCHEMA_FUNCTIONS = `create table if not exists schema_functions (
  name text primary key, revision integer not null, checksum text not null,
  applied_at timestamptz not null default now())`;

/**
 * Runs each file whose revision is higher than the database's, all in one transaction, and returns their names. A file
 * with a lower revision is skipped: a newer Longwave has used this database, and both versions may run side by side.
 * The caller must hold the migration lock. Throws `UnusableDatabaseError` if a file has changed without a higher revision.
 */
export async function applyFunctions(
  client: pg.Client,
  folder: string,
  onWait: OnWait = () => {},
): Promise<string[]> {
  await client.query(SCHEMA_FUNCTIONS);
  const due = await dueFunctions(client, folder);
  if (due.length === 0) return [];
  await changeSchema(
    client,
    async () => {
      // Functions that call each other may be created in any order.
      await client.query("set local check_function_bodies = off");
      for (const source of due) await apply(client, source);
    },
    { name: "db/functions", onWait },
  );
  return due.map(({ name }) => name);
}

/** The files whose revision is higher than the database's. Throws `UnusableDatabaseError` as `applyFunctions` does. */
export async function dueFunctions(client: pg.Client, folder: string): Promise<Source[]> {
  const table = await client.query("select to_regclass('schema_functions') as found");
  const { rows } =
    table.rows[0].found === null
      ? { rows: [] }
      : await client.query<Applied>("select name, revision, checksum from schema_functions");
  const applied = new Map(rows.map((row) => [row.name, row]));
  const sources = await readFunctions(folder);
  return sources.filter(({ name, revision, checksum }) => {
    const present = applied.get(name);
    if (present?.revision === revision && present.checksum !== checksum)
      throw new UnusableDatabaseError(
        `db/functions/${name} was changed after revision ${revision} of it had been applied. Raise the revision in its first line.`,
      );
    return present === undefined || present.revision < revision;
  });
}

const isSql = (name: string): boolean => name.endsWith(".sql");

async function readFunctions(folder: string): Promise<Source[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return []; // test databases may have only migrations
    throw error;
  });
  return Promise.all(
    names
      .filter(isSql)
      .sort()
      .map(async (name) => {
        const sql = (await readFile(path.join(folder, name), "utf8")).replaceAll("\r\n", "\n");
        const revision = Number(/^-- revision: (\d+)\n/.exec(sql)?.[1]);
        if (Number.isNaN(revision))
          throw new UnusableDatabaseError(
            `db/functions/${name} must begin with its revision: “-- revision: 1”.`,
          );
        return { name, revision, sql, checksum: hash("sha256", sql) };
      }),
  );
}

async function apply(client: pg.Client, { name, revision, sql, checksum }: Source): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    const { message } = error as Error;
    const failure = new Error(`db/functions/${name} failed and was undone: ${message}.`, {
      cause: error,
    });
    throw Object.assign(failure, { code: (error as { code?: string }).code });
  }
  await client.query(
    `insert into schema_functions (name, revision, checksum) values ($1, $2, $3)
     on conflict (name) do update set revision = $2, checksum = $3, applied_at = now()`,
    [name, revision, checksum],
  );
}
