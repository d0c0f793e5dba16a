/** Checks who may see and who may edit an episode (contract §3, §5). */
import type { Executor } from "../../../platform/db/database.ts";
import { forbidden, notFound } from "../../../platform/failure.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { type EditorRole, editorRole } from "../shows/rights.ts";
import { isEpisodeOpenTo } from "./rules.ts";
import { type EpisodeAccess, findEpisodeAccess } from "./store.ts";

/** The episode's access columns, for routes of things that belong to an episode. */
export type VisibleEpisode = EpisodeAccess & Readonly<{ editor: boolean }>;

/** The role in which the caller may edit the episode, or null. */
export const episodeRole = (
  db: Executor,
  caller: Caller | null,
  { show_id, show_author_id: author_id }: Pick<EpisodeAccess, "show_id" | "show_author_id">,
): Promise<EditorRole> => editorRole(db, caller, { show_id, author_id });

/**
 * The episode, if the caller may see it: as an editor, or because it is public or opened by `key`. Fails with 404
 * otherwise.
 */
export async function findVisibleEpisode(
  db: Executor,
  caller: Caller | null,
  episode_id: number,
  key?: string,
): Promise<VisibleEpisode> {
  const row = await findEpisodeAccess(db, episode_id);
  if (row === undefined) throw notFound("episode");
  return { ...row, editor: await requireSight(db, caller, row, key) };
}

/** The episode, if the caller may edit it. Fails with 403, or with 404 if the caller may not see it. */
export async function requireEpisodeEditor(
  db: Executor,
  caller: Caller | null,
  episode_id: number,
  key?: string,
): Promise<VisibleEpisode> {
  const episode = await findVisibleEpisode(db, caller, episode_id, key);
  if (!episode.editor) throw notYours();
  return episode;
}

/** The same for an episode that has been read already. */
export async function requireEditorOf(
  db: Executor,
  caller: Caller,
  episode: EpisodeAccess,
): Promise<void> {
  if (!(await requireSight(db, caller, episode))) throw notYours();
}

/** Whether the caller is an editor. Fails if the caller may not see the episode. */
async function requireSight(
  db: Executor,
  caller: Caller | null,
  episode: EpisodeAccess,
  key?: string,
): Promise<boolean> {
  const editor = (await episodeRole(db, caller, episode)) !== null;
  if (!editor && !isEpisodeOpenTo(episode, key)) throw notFound("episode");
  return editor;
}

const notYours = () =>
  forbidden("Only the episode's author and collaborators can do this.", "not-your-episode");

/** The user whose quota holds files that `caller` sends to an episode: its author, if the caller may edit it. */
export async function findEpisodePayer(
  db: Executor,
  caller: Caller,
  episode_id: number,
): Promise<number | undefined> {
  const row = await findEpisodeAccess(db, episode_id);
  const role = row && (await episodeRole(db, caller, row));
  return role ? row.author_id : undefined;
}
