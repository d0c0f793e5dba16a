/** Loads the tables of a dump into a database that has their schema, in one transaction. */
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from } from "pg-copy-streams";
import { UnusableDatabaseError } from "../failure.ts";
import { readStructure, type Structure, type Table } from "./catalog.ts";
import { copyStatement, nameOf, PLAIN_SESSION } from "./snapshot.ts";

/** The rows of a table in PostgreSQL's text format, and how many there are; null if there are none. */
export type Source = (table: Table) => Promise<{ rows: number; text: Readable } | null>;

/**
 * Replaces the content of the database by that of a dump, within the transaction that `client` is in. `read` is called
 * for one table at a time. Triggers do not run, and foreign keys are checked at the end. Throws
 * `UnusableDatabaseError` if a table or a column does not exist, or if a table does not get the rows that it should.
 */
export async function loadDump(
  client: pg.ClientBase,
  dumped: Structure,
  read: Source,
): Promise<void> {
  await client.query(PLAIN_SESSION);
  await client.query("set local check_function_bodies = off");
  await createFunctions(client, dumped.functions);
  await alignPartitions(client, dumped);
  const present = await readStructure(client);
  requireColumns(dumped, present);
  const all = present.tables.map((table) => nameOf(client, table));
  const keys = await dropForeignKeys(client);
  for (const name of all) await client.query(`alter table ${name} disable trigger user`);
  if (all.length > 0) await client.query(`truncate table ${all.join(", ")}`);
  for (const table of dumped.tables) await loadTable(client, table, read);
  for (const { value, called, ...sequence } of dumped.sequences)
    await client.query("select setval($1::regclass, $2, $3)", [
      nameOf(client, sequence),
      value,
      called,
    ]);
  for (const name of all) await client.query(`alter table ${name} enable trigger user`);
  for (const { table, name, definition } of keys)
    await client.query(
      `alter table ${table} add constraint ${client.escapeIdentifier(name)} ${definition}`,
    );
}

/**
 * Creates functions, which may call each other. PostgreSQL looks up the names in an SQL-standard body (`return …`) at
 * once, so one that fails is tried again after the others.
 */
async function createFunctions(client: pg.ClientBase, texts: readonly string[]): Promise<void> {
  for (let waiting = texts; waiting.length > 0; ) {
    const failed: string[] = [];
    let failure: unknown;
    for (const text of waiting)
      try {
        await client.query("savepoint one");
        await client.query(text);
        await client.query("release savepoint one");
      } catch (error) {
        failure = error;
        await client.query("rollback to savepoint one");
        failed.push(text);
      }
    if (failed.length === waiting.length) throw failure;
    waiting = failed;
  }
}

async function loadTable(client: pg.ClientBase, table: Table, read: Source): Promise<void> {
  const source = await read(table);
  if (source === null) return;
  const into = client.query(from(copyStatement(client, table, "from stdin")));
  await pipeline(source.text, into);
  if (into.rowCount !== source.rows)
    throw new UnusableDatabaseError(
      `The table ${table.name} has ${into.rowCount} rows; ${source.rows} were dumped.`,
    );
}

/** Creates the partitions that the dump has, and drops those that it lacks. */
async function alignPartitions(client: pg.ClientBase, dumped: Structure): Promise<void> {
  const { partitions: present } = await readStructure(client);
  const quoted = (name: string) => nameOf(client, { schema: "public", name });
  const wanted = new Map(dumped.partitions.map((one) => [one.name, one]));
  for (const { name, bound } of present)
    if (wanted.get(name)?.bound === bound) wanted.delete(name);
    else await client.query(`drop table ${quoted(name)}`);
  for (const { name, parent, bound, options } of wanted.values()) {
    const storage = options.length === 0 ? "" : ` with (${options.join(", ")})`;
    await client.query(
      `create table ${quoted(name)} partition of ${quoted(parent)} ${bound}${storage}`,
    );
  }
}

function requireColumns(dumped: Structure, present: Structure): void {
  const known = new Map(present.tables.map((table) => [`${table.schema}.${table.name}`, table]));
  for (const { schema, name, columns } of dumped.tables) {
    const missing = columns.filter(
      (column) => !known.get(`${schema}.${name}`)?.columns.includes(column),
    );
    if (missing.length > 0)
      throw new UnusableDatabaseError(
        `The dump has columns that this version of Longwave does not know (${schema}.${name}: ${missing.join(", ")}). Restore with the version that made it, then upgrade.`,
      );
  }
}

type ForeignKey = { table: string; name: string; definition: string };

/** Foreign keys would check each row as it is copied, in an order in which the other table may still be empty. */
async function dropForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0
       and connamespace in (select oid from pg_namespace where nspname in ('public', 'graphile_worker'))`,
  );
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${client.escapeIdentifier(name)}`);
  return rows;
}
