/** All SQL about cuepoints. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { Cuepoint } from "./schema.ts";

/** The cuepoints of an episode in order of time, and the revision of the set; 0 for an empty set. */
export async function findCuepoints(
  db: Executor,
  episode_id: number,
): Promise<{ cuepoints: Cuepoint[]; revision: number }> {
  const rows = await db
    .selectFrom("cuepoints")
    .select(["timecode", "ads_max_count", "revision"])
    .where("episode_id", "=", episode_id)
    .orderBy("timecode")
    .execute();
  return {
    cuepoints: rows.map(({ timecode, ads_max_count }) => ({ timecode, ads_max_count })),
    revision: rows[0]?.revision ?? 0,
  };
}

/** The cuepoints of several episodes in order of time; those of an episode without any are missing. */
export async function findCuepointsOf(
  db: Executor,
  ids: readonly number[],
): Promise<Map<number, Cuepoint[]>> {
  const rows = await db
    .selectFrom("cuepoints")
    .select(["episode_id", "timecode", "ads_max_count"])
    .where("episode_id", "=", sql<number>`any(${ids}::bigint[])`)
    .orderBy("timecode")
    .execute();
  const groups = Map.groupBy(rows, ({ episode_id }) => episode_id);
  return new Map(
    [...groups].map(([id, all]) => [id, all.map(({ episode_id: _, ...cuepoint }) => cuepoint)]),
  );
}

/** Replaces the stored set. The caller must have locked the episode. */
export async function replaceCuepoints(
  db: Executor,
  episode_id: number,
  cuepoints: readonly Cuepoint[],
): Promise<void> {
  await db.deleteFrom("cuepoints").where("episode_id", "=", episode_id).execute();
  if (cuepoints.length === 0) return;
  const { revision } = await db
    .selectNoFrom(sql<number>`nextval('revisions')`.as("revision"))
    .executeTakeFirstOrThrow();
  await db
    .insertInto("cuepoints")
    .values(cuepoints.map((cuepoint) => ({ ...cuepoint, episode_id, revision })))
    .execute();
}
