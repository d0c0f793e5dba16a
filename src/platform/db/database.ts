/** Opens the connection pool with Kysely on top of it, and classifies the driver's errors. */
import {
  type DatabaseConnection,
  Kysely,
  type LogEvent,
  PostgresDialect,
  type Transaction,
  type TransactionBuilder,
} from "kysely";
import pg from "pg";
import type { Logger } from "pino";
import { createMeasures } from "../metrics/measures.ts";
import { announceActors } from "./actor.ts";
import { measureWaits } from "./poolmetrics.ts";
import { isStalePlan, prepareStatements } from "./prepared.ts";
import type { DB } from "./rows.ts";
import { endSilentConnections } from "./silence.ts";

export type Database = Kysely<DB>;
/** A transaction, or the database itself if no transaction is needed. */
export type Executor = Database | Transaction<DB>;

/** int8 is returned as a number (ids and counts stay far below 2^53), numeric and date as strings. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.DATE, String);

/** Idle time after which the kernel asks whether the server is still there; it asks ten times, once a second. */
export const KEEP_ALIVE_MS = 10_000;

/** A pool for `target`: a connection string or the embedded server's socket. */
export function openPool(
  target: pg.PoolConfig,
  log: Pick<Logger, "debug">,
  max = 10,
  measures = createMeasures(),
): pg.Pool {
  const pool = new pg.Pool({
    options: "-c timezone=UTC",
    connectionTimeoutMillis: 10_000,
    ...target,
    max,
    types,
    application_name: "longwave",
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: 3600,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
  measureWaits(pool, max, measures);
  const prepare = prepareStatements();
  const endSilent = endSilentConnections(target, log);
  pool.on("error", (error) => log.debug(error, "an idle database connection was lost"));
  pool.on("connect", (client) => {
    // The pool does not listen on connections in use: without this listener, losing one would end the process.
    client.on("error", (error) => log.debug(error, "a database connection was lost"));
    endSilent(client);
    prepare(client);
  });
  return pool;
}

/**
 * `log` is called with every statement after it has run. `isReplicated`: there is a replica, whose readers must know who
 * has just written.
 */
export function openDatabase(
  pool: pg.Pool,
  log?: (event: LogEvent) => void,
  isReplicated = false,
): Database {
  const onCreateConnection = async (connection: DatabaseConnection) =>
    announceActors(connection, isReplicated);
  return new RetryingDatabase({
    dialect: new PostgresDialect({ pool, onCreateConnection }),
    ...(log !== undefined && { log }),
  });
}

/** PostgreSQL, appendix A: `deadlock_detected`; this transaction was rolled back. */
const DEADLOCK = "40P01";
const ATTEMPTS = 4;

/**
 * Retries transactions that PostgreSQL rolled back to end a deadlock, or because a newer version has just changed the
 * schema. Triggers lock a show's counters, feeds and search documents, so no lock order works for all writers (chapter
 * 13.3.4). Side effects of a transaction outside SQL must be safe to repeat. A transaction with an explicit isolation
 * level runs only once.
 */
class RetryingDatabase extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction();
    const runOnce = builder.execute.bind(builder);
    builder.execute = async (work) => {
      for (let attempt = 1; attempt < ATTEMPTS; attempt++)
        try {
          return await runOnce(work);
        } catch (error) {
          if ((error as { code?: unknown }).code !== DEADLOCK && !isStalePlan(error)) throw error;
        }
      return runOnce(work);
    };
    return builder;
  }
}

/** Resolves when the database answers. */
export async function pingDatabase(pool: pg.Pool): Promise<void> {
  await pool.query("select 1");
}

/**
 * Codes of the network, of a server that starts, stops or is full, and of a standby that is not promoted yet (25006,
 * `read_only_sql_transaction`).
 */
const AWAY =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|EAI_AGAIN|ENOTFOUND|57P0[1-5]|53300|25006|08\w{3})$/;

/**
 * Whether `error` means that PostgreSQL cannot respond now, rather than that a query is wrong: it is unreachable,
 * starting or full, a standby, or its schema has just been replaced.
 */
export function isDatabaseAway(error: unknown): boolean {
  const { code = "", message = "", syscall } = error as NodeJS.ErrnoException;
  return (
    (code === "ENOENT" && syscall === "connect") ||
    AWAY.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered|Client was closed/.test(
      message,
    ) ||
    isStalePlan(error)
  );
}

/**
 * Whether `error` means that a text contains a character that PostgreSQL cannot store, such as U+0000 (SQLSTATE 22021
 * `character_not_in_repertoire`, 22P05 `untranslatable_character`).
 */
export const isUnstorableText = (error: unknown): boolean =>
  /^(22021|22P05)$/.test((error as { code?: string }).code ?? "");

/** Whether `error` is a unique violation of `constraint`, whichever library threw it. */
export function violates(error: unknown, constraint: string): boolean {
  const { code, constraint: name } = error as { code?: string; constraint?: string };
  return code === "23505" && name === constraint;
}
