/** Reads all tables of a database as of one moment, while others write to it. */
import type { Readable } from "node:stream";
import type pg from "pg";
import { to } from "pg-copy-streams";
import { openSession } from "../session.ts";
import { readStructure, type Structure, type Table } from "./catalog.ts";

export type Snapshot = Readonly<{
  /** The moment that the database is read as of, by its own clock. */
  takenAt: Date;
  /** Version of PostgreSQL, such as "18.4". */
  postgres: string;
  structure: Structure;
  /** Rows of `text`, a query without parameters. */
  query<T extends pg.QueryResultRow>(text: string): Promise<T[]>;
  /**
   * The rows of a table in PostgreSQL's text format (COPY), and after the end their number. Read one table at a time, and to its end.
   */
  copy(table: Table): Readable & { readonly rowCount: number };
  close(): Promise<void>;
}>;

/** Texts of values must not depend on the settings of a role or a database, and a dump may take any time. */
export const PLAIN_SESSION = `
  set datestyle = 'iso'; set intervalstyle = 'postgres'; set timezone = 'utc'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set client_encoding = 'utf8'; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0; set standard_conforming_strings = on`;

/** Opens a connection and begins a transaction that sees the database as it is now. */
export async function openSnapshot(target: pg.ClientConfig): Promise<Snapshot> {
  const { client } = await openSession(target);
  try {
    await client.query(PLAIN_SESSION);
    await client.query("begin isolation level repeatable read, read only");
    // The first query of the transaction takes the snapshot.
    const { rows } = await client.query(
      "select clock_timestamp() as at, current_setting('server_version') as version",
    );
    const structure = await readStructure(client);
    await lockTables(client, structure);
    return {
      takenAt: rows[0].at,
      postgres: String(rows[0].version).split(" ")[0] ?? "",
      structure,
      query: async (text) => (await client.query(text)).rows,
      copy: (table) => client.query(to(copyStatement(client, table, "to stdout"))),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Old partitions must not be dropped before they are copied. Reads and writes go on. */
async function lockTables(client: pg.ClientBase, { tables }: Structure): Promise<void> {
  const names = tables.map((table) => nameOf(client, table));
  if (names.length > 0) await client.query(`lock table ${names.join(", ")} in access share mode`);
}

export const nameOf = (client: pg.ClientBase, { schema, name }: { schema: string; name: string }) =>
  `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;

/** A COPY of all stored columns of `table`; `direction` is `to stdout` or `from stdin`. */
export const copyStatement = (client: pg.ClientBase, table: Table, direction: string): string =>
  `copy ${nameOf(client, table)} (${table.columns.map((name) => client.escapeIdentifier(name)).join(", ")}) ${direction}`;
