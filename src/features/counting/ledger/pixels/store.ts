/** All SQL of requests to advertisers' own addresses. */
import { sql } from "kysely";
import { bigintColumn, textColumn } from "../../../../platform/db/columns.ts";
import type { Executor } from "../../../../platform/db/database.ts";

export type Pixel = Readonly<{ lineitem_id: number; url: string }>;

export async function insertPixels(db: Executor, pixels: readonly Pixel[]): Promise<void> {
  await sql`
    insert into pixels (lineitem_id, url)
    select unnest(${bigintColumn(pixels.map(({ lineitem_id }) => lineitem_id))}::bigint[]),
      unnest(${textColumn(pixels.map(({ url }) => url))}::text[])`.execute(db);
}

/**
 * Takes pixels that are due: until `again` no other process does, and then somebody tries once
 * more, unless the outcome was noted.
 */
export async function takePixels(db: Executor, now: Date, again: Date, limit: number) {
  const { rows } = await sql<{
    pixel_id: number;
    lineitem_id: number;
    url: string;
    attempts: number;
  }>`
    update pixels set attempts = attempts + 1, next_at = ${again}
    where pixel_id in (
      select pixel_id from pixels where next_at <= ${now} order by next_at limit ${limit}
      for update skip locked
    )
    returning pixel_id, lineitem_id, url, attempts`.execute(db);
  return rows;
}

export type TakenPixel = Awaited<ReturnType<typeof takePixels>>[number];

/** Notes how it ended: told, or given up. */
export async function endPixel(
  db: Executor,
  { pixel_id, lineitem_id }: TakenPixel,
  outcome: "sent" | "failed",
): Promise<void> {
  const [sent, failed] = outcome === "sent" ? [1, 0] : [0, 1];
  await sql`
    with ended as (delete from pixels where pixel_id = ${pixel_id} returning pixel_id)
    insert into pixel_counts as known (lineitem_id, day, sent, failed)
    select ${lineitem_id}::bigint, now()::date, ${sent}::bigint, ${failed}::bigint from ended
    on conflict (lineitem_id, day) do update
      set sent = known.sent + excluded.sent, failed = known.failed + excluded.failed`.execute(db);
}

/** Puts one off that was not told. */
export async function delayPixel(db: Executor, pixel_id: number, next_at: Date): Promise<void> {
  await db.updateTable("pixels").set({ next_at }).where("pixel_id", "=", pixel_id).execute();
}
