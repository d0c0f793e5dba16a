/** SQL of pins: which rendition of an episode's audio a listener keeps. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import { recordset } from "../../../../platform/db/recordset.ts";

/** A version of an episode's audio, of which a listener has one pin. */
export type PinPlace = Readonly<{ episode_id: number; media_digest: Buffer }>;

/** The valid pins of these listeners whose renditions still exist. */
export function findPins(db: Executor, place: PinPlace, listeners: readonly Buffer[], at: Date) {
  return db
    .selectFrom("pins")
    .innerJoin("renditions", "renditions.digest", "pins.digest")
    .select(["pins.listener", "pins.digest", "pins.expires_at"])
    .where("pins.listener", "in", [...listeners])
    .where("pins.episode_id", "=", place.episode_id)
    .where("pins.media_digest", "=", place.media_digest)
    .where("pins.expires_at", ">", at)
    .execute();
}

type Pin = PinPlace & Readonly<{ listener: Buffer; digest: Buffer; expires_at: Date }>;

/**
 * Pins a rendition, or prolongs the pin that was there first. Returns the digest that is now pinned; concurrent calls
 * for the same pin wait and return the same digest.
 */
export async function upsertPin(db: Executor, pin: Pin, at: Date): Promise<Buffer> {
  const { digest } = await db
    .insertInto("pins")
    .values(pin)
    .onConflict((conflict) =>
      conflict.columns(["listener", "episode_id", "media_digest"]).doUpdateSet({
        digest: sql`case when pins.expires_at > ${at} then pins.digest else excluded.digest end`,
        expires_at: sql`excluded.expires_at`,
      }),
    )
    .returning("digest")
    .executeTakeFirstOrThrow();
  return digest;
}

/** A rendition sent to a listener: keys and digests in hex, `at` in ms since 1970. */
export type Sent = Readonly<{ listener: string; episode_id: number; digest: string; at: number }>;

/** Those of `sent` whose listener was pinned to the rendition at that time. */
export async function findPinned<S extends Sent>(db: Executor, sent: readonly S[]): Promise<S[]> {
  if (sent.length === 0) return [];
  const numbered = sent.map((one, n) => ({ ...one, n }));
  const { rows } = await sql<{ n: number }>`
    select n from ${recordset(numbered, {
      listener: "bytea",
      episode_id: "bigint",
      digest: "bytea",
      at: "timestamptz",
      n: "integer",
    })} as row
    where exists (
      select from pins where pins.listener = row.listener and pins.episode_id = row.episode_id
        and pins.digest = row.digest and pins.expires_at > row.at)`.execute(db);
  return rows.flatMap(({ n }) => sent[n] ?? []);
}

export async function forgetPins(db: Executor, now: Date): Promise<void> {
  await db.deleteFrom("pins").where("expires_at", "<=", now).execute();
}
