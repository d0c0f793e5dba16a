/** SQL of windows that begin with a first request. */
import { sql } from "kysely";
import type { Executor } from "../../../../../platform/db/database.ts";
import { recordset } from "../../../../../platform/db/recordset.ts";
import type { Entry } from "../../journal/entry.ts";

/** A window; times are ms since 1970, keys hex. */
export type Touch = Readonly<{ listener: string; episode_id: number; window_start: number }>;
/** Starts of the known windows, by listener and episode. */
export type Starts = Map<string, readonly number[]>;

export const keyOf = (listener: string, episode_id: number): string => `${listener} ${episode_id}`;

/** Locks the windows until the transaction ends, so that only one process finds and creates them. */
export async function lockTouches(db: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('longwave touches'))`.execute(db);
}

/** Windows near the entries, of their listeners under both keys. */
export async function findTouches(db: Executor, entries: readonly Entry[]): Promise<Starts> {
  const requests = entries.flatMap(({ listener, former, episode_id, at }) =>
    [listener, ...(former === null ? [] : [former])].map((key) => ({
      listener: key,
      episode_id,
      at,
    })),
  );
  const { rows } = await sql<{ listener: Buffer; episode_id: number; window_start: Date }>`
    select distinct touches.listener, touches.episode_id, touches.window_start
    from ${recordset(requests, {
      listener: "bytea",
      episode_id: "bigint",
      at: "timestamptz",
    })} as request
    join touches on touches.listener = request.listener and touches.episode_id = request.episode_id
      and touches.window_start > request.at - interval '24 hours'
      and touches.window_start < request.at + interval '24 hours'
    order by touches.window_start`.execute(db);
  const starts: Starts = new Map();
  for (const { listener, episode_id, window_start } of rows) {
    const key = keyOf(listener.toString("hex"), episode_id);
    starts.set(key, [...(starts.get(key) ?? []), window_start.getTime()]);
  }
  return starts;
}

export async function insertTouches(db: Executor, touches: readonly Touch[]): Promise<void> {
  if (touches.length === 0) return;
  await sql`
    insert into touches (listener, episode_id, window_start)
    select * from ${recordset(touches, {
      listener: "bytea",
      episode_id: "bigint",
      window_start: "timestamptz",
    })} as row`.execute(db);
}

/** Deletes windows that began before `moment`. */
export async function deleteTouches(db: Executor, moment: Date): Promise<void> {
  await db.deleteFrom("touches").where("window_start", "<", moment).execute();
}
