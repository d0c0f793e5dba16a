/** All SQL about how far users have listened. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import { selectListenable } from "../../publishing/episodes/lists/store.ts";

type Key = Readonly<{ user_id: number; episode_id: number }>;

/** `position_ms`: where to go on, 0 at the start. */
export type Progress = Readonly<{ position_ms: number; is_played: boolean }>;

export async function putProgress(
  db: Executor,
  progress: Key & Progress & { updated_at: Date },
): Promise<void> {
  const { position_ms, is_played, updated_at } = progress;
  await db
    .insertInto("listening_progress")
    .values(progress)
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "episode_id"])
        .doUpdateSet({ position_ms, is_played, updated_at }),
    )
    .execute();
}

/** What the user listened to last, for other browsers. */
export function listLatestProgress(db: Executor, user_id: number, limit: number) {
  return db
    .selectFrom("listening_progress")
    .select(["episode_id", "position_ms", "is_played", "updated_at"])
    .where("user_id", "=", user_id)
    .orderBy("updated_at", "desc")
    .limit(limit)
    .execute();
}

/** How far the user has listened to some episodes; those that they never played are not in it. */
export async function findProgress(
  db: Executor,
  user_id: number,
  episodes: readonly number[],
): Promise<Map<number, Progress>> {
  const rows = await db
    .selectFrom("listening_progress")
    .select(["episode_id", "position_ms", "is_played"])
    .where("user_id", "=", user_id)
    .where("episode_id", "=", sql<number>`any(${episodes}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.episode_id, row]));
}

/** "started": what the user can go on with; "heard": all that they have played. */
export type ProgressKind = "started" | "heard";

/** The last item of the previous page; PostgreSQL's text, exact to the microsecond. */
export type ProgressPosition = Readonly<{ updated_at: string; episode_id: number }>;

export function findProgressPosition(
  db: Executor,
  { user_id, episode_id }: Key,
): Promise<ProgressPosition | undefined> {
  return db
    .selectFrom("listening_progress")
    .select(["episode_id", sql<string>`updated_at::text`.as("updated_at")])
    .where("user_id", "=", user_id)
    .where("episode_id", "=", episode_id)
    .executeTakeFirst();
}

/** Episodes that the user has played and that strangers may hear, the last first; one extra row shows that there are more. */
export function listProgressEpisodes(
  db: Executor,
  kind: ProgressKind,
  user_id: number,
  { before, limit }: Readonly<{ before: ProgressPosition | null; limit: number }>,
) {
  return selectListenable(db)
    .innerJoin("listening_progress as heard", "heard.episode_id", "episodes.episode_id")
    .where("heard.user_id", "=", user_id)
    .$if(kind === "started", (query) =>
      query.where("heard.is_played", "=", false).where("heard.position_ms", ">", 0),
    )
    .$if(before !== null, (query) =>
      query.where(
        sql<boolean>`(heard.updated_at, heard.episode_id) < (${before?.updated_at}::timestamptz, ${before?.episode_id}::bigint)`,
      ),
    )
    .orderBy("heard.updated_at", "desc")
    .orderBy("heard.episode_id", "desc")
    .limit(limit + 1)
    .execute();
}
