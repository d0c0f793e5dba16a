/** Who may see and who may edit an episode, settled by one look into the database (contract §3, §5). */
import type { Executor } from "../../platform/db/database.ts";
import { forbidden, notFound } from "../../platform/failure.ts";
import type { Viewer } from "../../platform/http/route.ts";
import { editorRole } from "../shows/rights.ts";
import { isEpisodeOpenTo } from "./rules.ts";
import { type EpisodeAccess, findEpisodeAccess } from "./store.ts";

/** What belongs to an episode hangs on this: the episode, as far as rights go. */
export type VisibleEpisode = EpisodeAccess & Readonly<{ editor: boolean }>;

/**
 * The episode, when the caller may see it: as an editor, or because it is open to strangers, or to
 * those with `key`. 404 otherwise.
 */
export async function findVisibleEpisode(
  db: Executor,
  viewer: Viewer | null,
  episode_id: number,
  key?: string,
): Promise<VisibleEpisode> {
  const row = await findEpisodeAccess(db, episode_id);
  if (row === undefined) throw notFound("episode");
  const show = { show_id: row.show_id, author_id: row.show_author_id };
  const editor = (await editorRole(db, viewer, show)) !== null;
  if (!editor && !isEpisodeOpenTo(row, key)) throw notFound("episode");
  return { ...row, editor };
}

/** The episode, when the caller may edit it; 403, or 404 where they may not even know of it. */
export async function requireEpisodeEditor(
  db: Executor,
  viewer: Viewer | null,
  episode_id: number,
  key?: string,
): Promise<VisibleEpisode> {
  const episode = await findVisibleEpisode(db, viewer, episode_id, key);
  if (!episode.editor)
    throw forbidden(
      "Only the episode's author and those who act for them may do this.",
      "not-your-episode",
    );
  return episode;
}
