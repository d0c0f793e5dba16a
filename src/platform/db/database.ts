/** Opens the connection pool and Kysely over it; gives repeated statements their prepared plan. */
import { hash } from "node:crypto";
import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import type { Logger } from "pino";
import type { DB } from "./rows.ts";

export type Database = Kysely<DB>;
/** A transaction, or the database itself where none is needed. */
export type Executor = Database | Transaction<DB>;

/** int8 arrives as a number (ids and counts stay far below 2^53), numeric and date as strings. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.DATE, String);

/** A pool on `target`: a connection string or the embedded server's socket. */
export function openPool(target: pg.PoolConfig, log: Logger, max = 10): pg.Pool {
  const pool = new pg.Pool({
    ...target,
    max,
    types,
    application_name: "longwave",
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
  });
  pool.on("error", (error) => log.debug(error, "an idle database connection was lost"));
  return pool;
}

export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
}

/** Beyond this many different statements, new ones go unprepared: memory of a session is bounded. */
const MAX_PREPARED = 500;

/**
 * A view of `pool` whose clients name each statement by its text, so PostgreSQL parses and plans
 * it once a session instead of at every request.
 */
function preparing(pool: pg.Pool) {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_PREPARED) return known;
    const name = hash("sha1", text);
    names.set(text, name);
    return name;
  };
  const wrapped = new WeakMap<pg.PoolClient, { query: unknown; release(): void }>();
  const wrap = (client: pg.PoolClient) => {
    const view = {
      query(text: unknown, values?: unknown[]) {
        if (typeof text !== "string" || !values?.length)
          return client.query(text as string, values);
        const name = nameOf(text);
        return client.query(name === undefined ? { text, values } : { name, text, values });
      },
      release: () => client.release(),
    };
    wrapped.set(client, view);
    return view;
  };
  return {
    async connect() {
      const client = await pool.connect();
      return (wrapped.get(client) ?? wrap(client)) as unknown as pg.PoolClient;
    },
    end: () => pool.end(),
  } as unknown as pg.Pool;
}

/** Whether `error` means that PostgreSQL cannot be reached now, rather than that a query is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  return (
    /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|57P0[1-3]|53300|08\w{3})$/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered/.test(
      message,
    )
  );
}

/** The SQLSTATE of a unique violation on `constraint`, whoever threw it. */
export function violates(error: unknown, constraint: string): boolean {
  const { code, constraint: name } = error as { code?: string; constraint?: string };
  return code === "23505" && name === constraint;
}
