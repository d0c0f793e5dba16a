/** SQL of the journal segments kept for recounts. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import { recordset } from "../../../../platform/db/recordset.ts";
import type { JournalSegment } from "./packing.ts";

export async function insertSegments(
  db: Executor,
  parcels: readonly JournalSegment[],
): Promise<void> {
  if (parcels.length === 0) return;
  await sql`
    insert into media_parcels (day, slice, records, lines)
    select * from ${recordset(parcels, {
      day: "timestamptz",
      slice: "smallint",
      records: "integer",
      lines: "bytea",
    })} as row`.execute(db);
}

/** Packed lines of the days of [from, to). */
export async function findSegments(
  db: Executor,
  from: Date,
  to: Date,
  slice: number,
): Promise<Buffer[]> {
  const rows = await db
    .selectFrom("media_parcels")
    .select("lines")
    .where("day", ">=", from)
    .where("day", "<", to)
    .where("slice", "=", slice)
    .execute();
  return rows.map(({ lines }) => lines);
}
