/** SQL of the journal segments kept for recounts. */
import { sql } from "kysely";
import {
  bytesColumn,
  integerColumn,
  smallintColumn,
  timeColumn,
} from "../../../../platform/db/columns.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import type { JournalSegment } from "./packing.ts";

export async function insertSegments(
  db: Executor,
  parcels: readonly JournalSegment[],
): Promise<void> {
  if (parcels.length === 0) return;
  await sql`
    insert into media_parcels (day, slice, records, lines)
    select unnest(${timeColumn(parcels.map(({ day }) => day))}::timestamptz[]),
      unnest(${smallintColumn(parcels.map(({ slice }) => slice))}::smallint[]),
      unnest(${integerColumn(parcels.map(({ records }) => records))}::integer[]),
      unnest(${bytesColumn(parcels.map(({ lines }) => lines))}::bytea[])`.execute(db);
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
