/** SQL of logs of edges: how far each has been counted, which requests were, and what was requested. */
import { sql } from "kysely";
import { bytesColumn } from "../../../platform/db/columns.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { recordset } from "../../../platform/db/recordset.ts";
import type { Known } from "./rules.ts";

/** How far an object has been counted; `object`: its identity. */
export type Mark = Readonly<{ bytes: number; last_length: number; last_line: Buffer }>;

export const findMark = (db: Executor, object: Buffer): Promise<Mark | undefined> =>
  db
    .selectFrom("edge_log_objects")
    .select(["bytes", "last_length", "last_line"])
    .where("object", "=", object)
    .executeTakeFirst();

/** Moves the mark of an object from `before` (undefined: none); false if another process has moved it. */
export async function moveMark(
  db: Executor,
  { object, name }: Readonly<{ object: Buffer; name: string }>,
  before: Mark | undefined,
  mark: Mark,
): Promise<boolean> {
  const result =
    before === undefined
      ? await db
          .insertInto("edge_log_objects")
          .values({ object, name, ...mark })
          .onConflict((conflict) => conflict.column("object").doNothing())
          .executeTakeFirst()
      : await db
          .updateTable("edge_log_objects")
          .set({ name, ...mark, updated_at: sql`now()` })
          .where("object", "=", object)
          .where("bytes", "=", before.bytes)
          .where("last_line", "=", before.last_line)
          .executeTakeFirst();
  const rows = "numUpdatedRows" in result ? result.numUpdatedRows : result.numInsertedOrUpdatedRows;
  return rows === 1n;
}

/** A request by its fingerprint, and the day on which it ended (whole days since 1970). */
export type Seen = Readonly<{ day: number; request: Buffer }>;

const rowsOf = (requests: readonly Seen[]) =>
  recordset(requests, { day: "date", request: "bytea" });

/** The fingerprints, in hex, of those of `requests` that were counted. */
export async function findSeen(db: Executor, requests: readonly Seen[]): Promise<Set<string>> {
  const { rows } = await sql<{ request: Buffer }>`
    select seen.request from ${rowsOf(requests)} as row
      join edge_requests as seen on seen.day = row.day and seen.request = row.request`.execute(db);
  return new Set(rows.map(({ request }) => request.toString("hex")));
}

/** Remembers requests; false if one of them was counted meanwhile. */
export async function insertSeen(db: Executor, requests: readonly Seen[]): Promise<boolean> {
  if (requests.length === 0) return true;
  const { numAffectedRows } = await sql`
    insert into edge_requests (day, request)
    select row.day, row.request from ${rowsOf(requests)} as row
    on conflict do nothing`.execute(db);
  return numAffectedRows === BigInt(requests.length);
}

/** The renditions with those of `digests` (hex) that exist. */
export async function findRenditions(
  db: Executor,
  digests: readonly string[],
): Promise<Map<string, Known>> {
  const rows = await db
    .selectFrom("renditions")
    .select(["digest", "episode_id", "bytes"])
    .where("digest", "=", sql<Buffer>`any(${bytesColumn(digests)}::bytea[])`)
    .execute();
  return new Map(rows.map(({ digest, ...known }) => [digest.toString("hex"), known]));
}

/** Forgets what can no longer arrive again. */
export async function forgetSeen(db: Executor, before: Date): Promise<void> {
  await sql`delete from edge_requests where day < (${before}::timestamptz at time zone 'UTC')::date`.execute(
    db,
  );
}

/** `finished`: marks of objects that are finished are not needed for longer than what is in them. */
export async function forgetMarks(
  db: Executor,
  { before, finished }: Readonly<{ before: Date; finished: Date }>,
): Promise<void> {
  await db
    .deleteFrom("edge_log_objects")
    .where((row) => row.or([row("updated_at", "<", before), row("finished_at", "<", finished)]))
    .execute();
}
