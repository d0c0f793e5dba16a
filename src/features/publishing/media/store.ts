/** All SQL about which files of the media store are referenced. */
import { type RawBuilder, sql, type Transaction } from "kysely";
import pg from "pg";
import type { Database, Executor } from "../../../platform/db/database.ts";
import type { DB } from "../../../platform/db/rows.ts";
import type { LockKey } from "../../../platform/db/session.ts";
import type { MediaKey } from "../../../platform/media/key.ts";

/** The key of the advisory lock that writers of references share and that the sweep holds exclusively. */
const SWEEP_LOCK = 4_711_031;

/**
 * Prevents the sweep from deleting files until this transaction ends. Call it before the files are stored, or before a
 * row gets a key that another row has; without it a file could be deleted between being found and being referenced.
 * Throws outside a transaction.
 */
export async function holdOffSweep(db: Executor): Promise<void> {
  if (!db.isTransaction) throw new Error("only a transaction can hold the sweep off");
  await sql`select pg_advisory_xact_lock_shared(${SWEEP_LOCK})`.execute(db);
}

/** Held by a backup from before it reads the database until it has copied the files that the database refers to. */
export const KEEP_LOCK: LockKey = [4_711_031, 1];

/** Whether a backup needs all files to stay. Until the transaction ends, none begins. */
export async function isKept(db: Transaction<DB>): Promise<boolean> {
  const [a, b] = KEEP_LOCK;
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(${a}::integer, ${b}::integer) as free`.execute(db);
  return rows[0]?.free !== true;
}

/**
 * Runs `work` in a transaction while no writer holds the sweep off: waits for current writers and blocks new ones.
 * Gives up after two seconds, because writers are waiting, and returns null.
 */
export async function whileWritersWait<T>(
  db: Database,
  work: (db: Transaction<DB>) => Promise<T>,
): Promise<T | null> {
  try {
    return await db.transaction().execute(async (transaction) => {
      await sql`select set_config('lock_timeout', '2s', true)`.execute(transaction);
      await sql`select pg_advisory_xact_lock(${SWEEP_LOCK})`.execute(transaction);
      return work(transaction);
    });
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return null;
    throw error;
  }
}

/** PostgreSQL, appendix A. */
const LOCK_NOT_AVAILABLE = "55P03";

type Column = { table: string; column: string };

/** Columns with keys: every text column whose name ends in `_key`, so that no list can become outdated. */
async function findKeyColumns(db: Executor): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select relname as table, attname as column
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and atttypid = 'text'::regtype and attname like '%\\_key' and not attisdropped`.execute(db);
  if (rows.length === 0) throw new Error("no column holds media keys: this is another database");
  return rows;
}

/** The keys of `keys` that no row refers to. */
export async function findUnusedKeys(db: Executor, keys: MediaKey[]): Promise<MediaKey[]> {
  const columns = await findKeyColumns(db);
  const uses = columns.map(({ table, column }): RawBuilder<unknown> => {
    const used = sql.ref(`${table}.${column}`);
    return sql`except select ${used} from ${sql.table(table)} join given on key = ${used}`;
  });
  const { rows } = await sql<{ key: MediaKey }>`
    with given as materialized (select unnest(${keys}::text[]) as key)
    select key from given ${sql.join(uses, sql` `)}`.execute(db);
  return rows.map(({ key }) => key);
}

/** Other columns whose names end in `_key` hold other texts. */
const KEY_PATTERN = "^[a-z-]+/[0-9a-f]{64}[.][a-z0-9]+$";

/** A query for all keys that rows refer to, for connections outside the pool. */
export async function usedKeysQuery(db: Executor): Promise<string> {
  const columns = await findKeyColumns(db);
  const selects = columns.map(
    ({ table, column }) =>
      `select ${pg.escapeIdentifier(column)} as key from ${pg.escapeIdentifier(table)} where ${pg.escapeIdentifier(column)} ~ '${KEY_PATTERN}'`,
  );
  return selects.join(" union ");
}
