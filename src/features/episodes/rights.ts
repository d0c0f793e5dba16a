/** Who may see and who may edit an episode (contract §3, §5). */
import type { Executor } from "../../platform/db/database.ts";
import { forbidden, notFound } from "../../platform/failure.ts";
import type { Viewer } from "../../platform/http/route.ts";
import { type EditorRole, editorRole } from "../shows/rights.ts";
import { isEpisodeOpenTo } from "./rules.ts";
import { type EpisodeAccess, findEpisodeAccess } from "./store.ts";

/** What belongs to an episode hangs on this: the episode, as far as rights go. */
export type VisibleEpisode = EpisodeAccess & Readonly<{ editor: boolean }>;

/** What lets the caller edit the episode; null when nothing does. */
export const episodeRole = (
  db: Executor,
  viewer: Viewer | null,
  { show_id, show_author_id: author_id }: Pick<EpisodeAccess, "show_id" | "show_author_id">,
): Promise<EditorRole> => editorRole(db, viewer, { show_id, author_id });

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
  return { ...row, editor: await requireSight(db, viewer, row, key) };
}

/** The episode, when the caller may edit it; 403, or 404 where they may not even know of it. */
export async function requireEpisodeEditor(
  db: Executor,
  viewer: Viewer | null,
  episode_id: number,
  key?: string,
): Promise<VisibleEpisode> {
  const episode = await findVisibleEpisode(db, viewer, episode_id, key);
  if (!episode.editor) throw notYours();
  return episode;
}

/** The same of an episode that is at hand. */
export async function requireEditorOf(
  db: Executor,
  viewer: Viewer,
  episode: EpisodeAccess,
): Promise<void> {
  if (!(await requireSight(db, viewer, episode))) throw notYours();
}

/** Whether the caller is an editor; fails for those who may not even see the episode. */
async function requireSight(
  db: Executor,
  viewer: Viewer | null,
  episode: EpisodeAccess,
  key?: string,
): Promise<boolean> {
  const editor = (await episodeRole(db, viewer, episode)) !== null;
  if (!editor && !isEpisodeOpenTo(episode, key)) throw notFound("episode");
  return editor;
}

const notYours = () =>
  forbidden(
    "Only the episode's author and those who act for them may do this.",
    "not-your-episode",
  );

/** Who pays for files that `viewer` sends to an episode: its author, if the viewer may edit it. */
export async function findEpisodePayer(
  db: Executor,
  viewer: Viewer,
  episode_id: number,
): Promise<number | undefined> {
  const row = await findEpisodeAccess(db, episode_id);
  const role = row && (await episodeRole(db, viewer, row));
  return role ? row.author_id : undefined;
}
