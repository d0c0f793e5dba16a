/** SQL of the page of airchecks: the episodes to choose from. */
import type { Executor } from "../../../platform/db/database.ts";

const MOST = 50;

/** The newest episodes with audio that ads of the team can run in and everyone may hear, of `show_ids` if given. */
export function listAirable(db: Executor, team_id: number, show_ids: readonly number[] | null) {
  return db
    .selectFrom("episodes as e")
    .innerJoin("shows as s", "s.show_id", "e.show_id")
    .innerJoin("organization_networks as n", "n.user_id", "s.author_id")
    .innerJoin("teams as t", "t.organization_id", "n.organization_id")
    .select(["e.episode_id", "e.title", "s.title as show_title"])
    .where("t.team_id", "=", team_id)
    .where("e.listenable", "=", true)
    .where("e.media_frames", "is not", null)
    .where("s.deleted_at", "is", null)
    .where("s.visibility", "=", "PUBLIC")
    .$if(show_ids !== null, (query) => query.where("e.show_id", "in", [0, ...(show_ids ?? [])]))
    .orderBy("e.published_at", "desc")
    .orderBy("e.episode_id", "desc")
    .limit(MOST)
    .execute();
}

export type Airable = Awaited<ReturnType<typeof listAirable>>[number];
