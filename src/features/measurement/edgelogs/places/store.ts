/** SQL of the places that are looked at: which versions of objects are finished, and how far behind counting is. */
import { sql } from "kysely";
import type { Database, Executor } from "../../../../platform/db/database.ts";
import { recordset } from "../../../../platform/db/recordset.ts";
import type { LogObject, Look } from "./schema.ts";

const LOOKING_LOCK = 7_160_173;

/** Runs `work` unless another process does; it is held by a connection, so it ends with its process. */
export const asOnlyLooker = (db: Database, work: () => Promise<void>): Promise<void> =>
  db.connection().execute(async (one) => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_lock(${LOOKING_LOCK}::bigint) as taken`.execute(one);
    if (rows[0]?.taken !== true) return;
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${LOOKING_LOCK}::bigint)`.execute(one);
    }
  });

/** Those of `objects` (at `label`) that are not finished in their version. */
export async function findUnfinished(
  db: Executor,
  label: string,
  objects: readonly LogObject[],
): Promise<LogObject[]> {
  const wanted = objects.map(({ name, version }) => ({ name: label + name, version }));
  const { rows } = await sql<{ name: string }>`
    select row.name from ${recordset(wanted, { name: "text", version: "text" })} as row
      join edge_log_objects as known on known.name = row.name and known.version = row.version
        and known.finished_at is not null`.execute(db);
  const finished = new Set(rows.map(({ name }) => name));
  return objects.filter(({ name }) => !finished.has(label + name));
}

type Finished = Readonly<{ object: Buffer; name: string; version: string; failure: string | null }>;

/** Notes that nothing is left to count of a version; `failure`: why the rest of it cannot be read. */
export async function finishObject(
  db: Executor,
  { object, name, version, failure }: Finished,
): Promise<void> {
  const state = { name, version, failure, finished_at: sql<Date>`now()` };
  await db
    .insertInto("edge_log_objects")
    .values({ object, bytes: 0, last_length: 0, last_line: Buffer.alloc(0), ...state })
    .onConflict((conflict) => conflict.column("object").doUpdateSet(state))
    .execute();
}

/** Notes a look that began at `looked_at`, after which nothing of that time waits. */
export async function noteLook(
  db: Executor,
  label: string,
  { looked_at, newest }: Readonly<{ looked_at: Date; newest: Look["newest"] }>,
): Promise<void> {
  await db
    .insertInto("edge_log_places")
    .values({ name: label, looked_at, newest_at: newest })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet({
        looked_at,
        newest_at: sql`greatest(edge_log_places.newest_at, excluded.newest_at)`,
      }),
    )
    .execute();
}

/** How far counting is behind a place. */
export type LogLag = Readonly<{
  /** Since when everything that was there has been counted. */
  lag_seconds: number;
  /** Age of the newest object; null: there was none. */
  newest_seconds: number | null;
  /** Objects that could not be read to their ends in the last three days. */
  damaged: number;
}>;

/** Null: nobody has looked there. */
export async function measureLogLag(db: Executor, label: string): Promise<LogLag | null> {
  const { rows } = await sql<LogLag>`
    select extract(epoch from now() - looked_at)::float8 as lag_seconds,
      extract(epoch from now() - newest_at)::float8 as newest_seconds,
      (select count(*)::int from edge_log_objects
        where failure is not null and finished_at > now() - interval '3 days'
          and starts_with(edge_log_objects.name, ${label})) as damaged
    from edge_log_places where name = ${label}`.execute(db);
  return rows[0] ?? null;
}
