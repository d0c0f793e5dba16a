/** Restores a dump into an empty database: repeatable after a kill, and refused to servers until it is complete. */
import type pg from "pg";
import { UnusableDatabaseError } from "../failure.ts";
import { migrateTo, UNFINISHED_RESTORE } from "../migrate.ts";
import { openSession } from "../session.ts";
import type { Structure } from "./catalog.ts";
import { loadDump, type Source } from "./load.ts";

export type Restore = Readonly<{
  /** Names this restore: it is continued only under the same name. */
  name: string;
  structure: Structure;
  read: Source;
  /** Creates the tables that other parts of the platform own, such as the queue's. */
  prepare(): Promise<void>;
  /** The folder with migrations and functions, if it is not Longwave's own. */
  schemaDir?: string;
}>;

/**
 * Restores a dump, unless the database holds all of it already. Throws `UnusableDatabaseError` if it holds anything
 * else.
 */
export async function restoreDump(
  target: pg.ClientConfig,
  { name, structure, read, prepare, schemaDir }: Restore,
): Promise<void> {
  const { client } = await openSession(target);
  try {
    if (!(await begin(client, name))) return;
    await migrateTo(target, structure.migrations, schemaDir);
    await prepare();
    await client.query("begin");
    await loadDump(client, structure, read);
    await client.query(`comment on table schema_migrations is ${client.escapeLiteral(name)}`);
    await client.query(`drop table ${UNFINISHED_RESTORE}`);
    await client.query("commit");
    await client.query("analyze");
  } finally {
    await client.end();
  }
}

/** Marks the database long before it is loaded. Throws `UnusableDatabaseError` as `restoreDump` does. */
export async function claimDatabase(target: pg.ClientConfig, name: string): Promise<void> {
  const { client } = await openSession(target);
  await begin(client, name).finally(() => client.end());
}

/** Marks the database as being restored; false if this restore has been completed. */
async function begin(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ unfinished: string | null; tables: number }>(
    `select to_regclass($1)::text as unfinished, (select count(*)::integer from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) as tables`,
    [UNFINISHED_RESTORE],
  );
  const { unfinished = null, tables = 0 } = rows[0] ?? {};
  if (unfinished !== null) {
    const found = await client.query(`select name from ${UNFINISHED_RESTORE}`);
    if (found.rows[0]?.name === name) return true;
    throw new UnusableDatabaseError(
      "The database holds the beginning of another restore. Finish that one, or empty the database.",
    );
  }
  if (tables > 0 && (await readComment(client)) === name) return false;
  if (tables > 0)
    throw new UnusableDatabaseError(
      "The database is not empty. Restore into an empty one: a backup is never merged with other data.",
    );
  await client.query(
    `create table ${UNFINISHED_RESTORE} as select ${client.escapeLiteral(name)}::text as name`,
  );
  return true;
}

async function readComment(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query(
    "select obj_description(to_regclass('schema_migrations')) as text",
  );
  return rows[0].text;
}
