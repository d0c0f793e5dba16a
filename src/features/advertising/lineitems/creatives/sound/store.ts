/** SQL of the sound of creatives. */
import { sql } from "kysely";
import type { Executor } from "../../../../../platform/db/database.ts";
import type { StoredSound } from "../../../../../platform/db/rows.ts";
import type { LineitemRow } from "../../store.ts";
import { findCreatives } from "../store.ts";
import type { Programme } from "./rules.ts";

/** A creative that can be measured and has not been; undefined if there is no such. */
export async function findUnmeasured(db: Executor, creative_id: number) {
  const row = await db
    .selectFrom("creatives")
    .select(["lineitem_id", "upload_key"])
    .where("creative_id", "=", creative_id)
    .where("sound", "is", null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const own = (await findCreatives(db, [row.lineitem_id])).get(row.lineitem_id) ?? [];
  const found = own.find((one) => one.creative_id === creative_id);
  if (found?.media_key == null || found.upload_key === null) return undefined;
  return { upload_key: found.upload_key, media_key: found.media_key };
}

export async function setSound(
  db: Executor,
  creative_id: number,
  sound: StoredSound,
): Promise<void> {
  await db
    .updateTable("creatives")
    .set({ sound: JSON.stringify(sound) })
    .where("creative_id", "=", creative_id)
    .execute();
}

const unmeasured = (db: Executor) =>
  db
    .selectFrom("creatives")
    .innerJoin("lineitems", "lineitems.lineitem_id", "creatives.lineitem_id")
    .where("creatives.status", "=", "READY")
    .where("creatives.deleted_at", "is", null)
    .where("creatives.sound", "is", null);

export async function countUnmeasured(db: Executor): Promise<number> {
  const { count } = await unmeasured(db)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The next ones in the order of their ids. */
export function listUnmeasured(db: Executor, after: number, limit: number) {
  return unmeasured(db)
    .select(["creatives.creative_id", "lineitems.team_id"])
    .where("creatives.creative_id", ">", after)
    .orderBy("creatives.creative_id")
    .limit(limit)
    .execute();
}

const MOST_EPISODES = 200;

/** The newest episodes that the line item's shows and episodes allow, in the networks of its team. */
export async function listProgrammes(
  db: Executor,
  { team_id, target_shows, target_episodes }: LineitemRow,
): Promise<Programme[]> {
  const ids = (values: readonly (string | number)[]) => values.map(Number);
  const allows = (column: "e.show_id" | "e.episode_id", filter: typeof target_shows) =>
    filter === null
      ? sql<boolean>`true`
      : filter.type === "INCLUDE"
        ? sql<boolean>`${sql.ref(column)} = any(${ids(filter.values)}::bigint[])`
        : sql<boolean>`${sql.ref(column)} <> all(${ids(filter.values)}::bigint[])`;
  const rows = await db
    .selectFrom("episodes as e")
    .innerJoin("shows as s", "s.show_id", "e.show_id")
    .innerJoin("organization_networks as n", "n.user_id", "s.author_id")
    .innerJoin("teams as t", "t.organization_id", "n.organization_id")
    .select(["e.loudness_lufs", "s.loudness_normalisation as normalised"])
    .where("t.team_id", "=", team_id)
    .where("e.listenable", "=", true)
    .where("e.loudness_lufs", "is not", null)
    .where("s.deleted_at", "is", null)
    .where(allows("e.show_id", target_shows))
    .where(allows("e.episode_id", target_episodes))
    .orderBy("e.published_at", "desc")
    .orderBy("e.episode_id", "desc")
    .limit(MOST_EPISODES)
    .execute();
  return rows.map(({ loudness_lufs, normalised }) => ({
    loudness_lufs: loudness_lufs ?? 0,
    normalised,
  }));
}
