/** Tells which records have changed, whichever process changed them; the rows are written by triggers. */
import { sql } from "kysely";
import type pg from "pg";
import { z } from "zod";
import { type Job, job } from "../jobs/job.ts";
import type { Database } from "./database.ts";

/** Subjects as `db/functions/record_changes.sql` writes them, such as `show:12`; null: everything may have changed. */
export type Changed = readonly string[] | null;

/** Where the primary's write-ahead log is: bytes from its beginning, and the timeline, which changes with a failover. */
export type Position = Readonly<{ timeline: number; lsn: number }>;

/** More changes at once are taken as a change of everything. */
const MOST_CHANGES = 5000;

const STATEMENT = {
  name: "record_changes",
  // One row at least, for the snapshot. What the last snapshot did not see was committed since. The position is read after
  // the snapshot was taken, so all that it sees is before the position.
  text: `select p.snapshot, p.is_purged, p.lsn, p.timeline, c.subject
    from (select pg_current_snapshot()::text as snapshot, xid >= pg_snapshot_xmin($1::pg_snapshot) as is_purged,
        case when not pg_is_in_recovery() then (pg_current_wal_insert_lsn() - '0/0')::bigint end as lsn,
        case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end as timeline
      from purged_changes) p
    left join record_changes c on c.xid >= pg_snapshot_xmin($1::pg_snapshot)
      and not pg_visible_in_snapshot(c.xid, $1::pg_snapshot)
    limit ${MOST_CHANGES + 1}`,
};
type Row = Readonly<{
  snapshot: string;
  is_purged: boolean | null;
  /** null on a standby that is not promoted yet. */
  lsn: number | null;
  /** Eight hexadecimal digits. */
  timeline: string | null;
  subject: string | null;
}>;

/**
 * Returns a function that resolves when `onChange` has been called with all changes that were committed before it was
 * called, with a position of the write-ahead log behind all of them; null if the database is a standby. Calls at the same
 * time share a statement. It rejects when the database is away; then, and after a long pause or a failover, everything may
 * have changed.
 */
export function followChanges(
  pool: pg.Pool,
  onChange: (changed: Changed, position: Position | null) => void,
): () => Promise<Position | null> {
  let seen: string | null = null;
  const look = async () => {
    const since = seen;
    // Until this is answered, and if it is not.
    seen = null;
    try {
      const { rows } = await pool.query<Row>({ ...STATEMENT, values: [since] });
      const { snapshot = "", is_purged = true, subject = null } = rows[0] ?? {};
      const position = positionOf(rows[0]);
      seen = snapshot;
      const isKnown = since !== null && is_purged === false && xminOf(snapshot) >= xminOf(since);
      if (!isKnown || rows.length > MOST_CHANGES) onChange(null, position);
      else if (subject !== null)
        onChange(
          rows.map((row) => row.subject ?? ""),
          position,
        );
      return position;
    } catch (error) {
      onChange(null, null);
      throw error;
    }
  };
  return sharedTurns(look);
}

/** The changes of a process, for all that keep something until it changes. */
export type Changes = Readonly<{
  /** Resolves when all listeners know of all changes that were committed before it was called. */
  catchUp(): Promise<unknown>;
  listen(listener: (changed: Changed) => void): void;
}>;

export function openChanges(pool: pg.Pool): Changes {
  const listeners: ((changed: Changed) => void)[] = [];
  const catchUp = followChanges(pool, (changed) => {
    for (const listener of listeners) listener(changed);
  });
  return { catchUp, listen: (listener) => void listeners.push(listener) };
}

function positionOf(row: Row | undefined): Position | null {
  const { lsn = null, timeline = null } = row ?? {};
  return lsn === null || timeline === null
    ? null
    : { lsn, timeline: Number.parseInt(timeline, 16) };
}

/** The oldest transaction that runs, of `xmin:xmax:list`. It only goes back when another server has taken over. */
const xminOf = (snapshot: string): number => Number.parseInt(snapshot, 10);

/** Runs `work` once for all callers that come before it starts, and never twice at the same time. */
function sharedTurns<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  const start = () => {
    next = null;
    const turn = work();
    running = turn.catch(() => {});
    return turn;
  };
  return () => {
    // Once all sockets of this turn of the event loop have been read.
    next ??= running.then(() => new Promise(setImmediate)).then(start);
    return next;
  };
}

/** Deletes changes that most processes have seen, every minute. */
export const changeJobs = ({ db }: { db: Database }): Job[] => [
  job({ name: "changes.purge", payload: z.object({}) }, () => purgeChanges(db), "* * * * *"),
];

/**
 * Deletes changes of more than five minutes ago, and those of transactions that this server has not had: a restored database
 * brings them along.
 */
async function purgeChanges(db: Database): Promise<void> {
  await sql`
    with here as (select pg_snapshot_xmax(pg_current_snapshot()) as next),
    gone as (
      delete from record_changes using here
      where at < now() - interval '5 minutes' or xid >= next
      returning xid, xid < next as is_ours),
    last as (select xid from gone where is_ours order by xid desc limit 1)
    update purged_changes set xid = coalesce(last.xid, '0')
    from here left join last on true
    where purged_changes.xid >= here.next or last.xid > purged_changes.xid`.execute(db);
}
