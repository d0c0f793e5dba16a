/** SQL of requests to advertisers' own URLs. */
import { sql } from "kysely";
import type { Executor } from "../../../../../platform/db/database.ts";
import { recordset } from "../../../../../platform/db/recordset.ts";

export type Pixel = Readonly<{ lineitem_id: number; url: string }>;

export async function insertPixels(db: Executor, pixels: readonly Pixel[]): Promise<void> {
  await sql`
    insert into pixels (lineitem_id, url)
    select * from ${recordset(pixels, { lineitem_id: "bigint", url: "text" })} as row`.execute(db);
}

type Due = Readonly<{
  now: Date;
  again: Date;
  limit: number;
  /** Hosts to skip, and the most pixels of one host. */
  busyHosts: readonly string[];
  perHost: number;
}>;

/** How many due pixels are examined; later ones follow when these are done. */
const WINDOW = 20_000;

/** The host of `url`, in the same form as `URL` returns it. */
const HOST = sql`coalesce(lower(substring(url from '^[^:]*://([^/?#]*)')), '')`;

/**
 * Takes due pixels: no other process takes them until `again`. After that they are tried again, unless their outcome
 * was recorded. Hosts take turns.
 */
export async function takePixels(db: Executor, { now, again, limit, busyHosts, perHost }: Due) {
  const { rows } = await sql<{
    pixel_id: number;
    lineitem_id: number;
    url: string;
    attempts: number;
  }>`
    update pixels set attempts = attempts + 1, next_at = ${again}
    where pixel_id in (
      select pixel_id from pixels where pixel_id in (
        select pixel_id from (
          select pixel_id, next_at,
            row_number() over (partition by host order by next_at, pixel_id) as place
          from (
            select pixel_id, next_at, ${HOST} as host from pixels
            where next_at <= ${now} and ${HOST} <> all (${busyHosts}::text[])
            order by next_at limit ${WINDOW}
          ) due
        ) placed
        where place <= ${perHost} order by place, next_at limit ${limit}
      ) and next_at <= ${now}
      for update skip locked
    )
    returning pixel_id, lineitem_id, url, attempts`.execute(db);
  return rows;
}

export type TakenPixel = Awaited<ReturnType<typeof takePixels>>[number];

/** Records the outcome: sent, or given up. */
export async function recordPixelOutcome(
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

/** Postpones a pixel that could not be sent. */
export async function delayPixel(db: Executor, pixel_id: number, next_at: Date): Promise<void> {
  await db.updateTable("pixels").set({ next_at }).where("pixel_id", "=", pixel_id).execute();
}
