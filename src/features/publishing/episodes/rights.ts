/** Checks who may see and who may edit an episode (contract §3, §5). */
import type { Executor } from "../../../platform/db/database.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { denial, requireFound, requireRight } from "../../../platform/rights.ts";
import { type EditorRole, editorRole, type Role } from "../shows/rights.ts";
import { isEpisodeOpenTo } from "./rules.ts";
import { type EpisodeAccess, findEpisodeAccess } from "./store.ts";

type Placed = Pick<EpisodeAccess, "show_id" | "show_author_id">;
type Shown = Placed & Parameters<typeof isEpisodeOpenTo>[0];

/** The role in which the caller may edit the episode, or null. */
export const episodeRole = (
  db: Executor,
  caller: Caller | null,
  { show_id, show_author_id: author_id }: Placed,
): Promise<EditorRole> => editorRole(db, caller, { show_id, author_id });

const EDITORS = denial(
  "episode",
  "not-your-episode",
  "Only the episode's author and collaborators can do this.",
);
/** For `filter=editable` of episodes. */
export const EDITORS_ONLY = denial(
  "episode",
  "not-your-episodes",
  "Only editors can use filter=editable.",
);

/** An episode, and the caller's role in its show. */
type Seen<T> = Readonly<{ episode: T; role: EditorRole }>;
type Edited<T> = Readonly<{ episode: T; role: Role }>;

/** The episode, if the caller may see it: as an editor, or because it is public or `key` opens it. Fails with 404. */
export async function requireEpisodeVisibleTo<T extends Shown>(
  db: Executor,
  caller: Caller | null,
  row: T | undefined,
  key: string | undefined,
): Promise<Seen<T>> {
  const episode = requireFound(row, EDITORS);
  const role = await episodeRole(db, caller, episode);
  requireRight(role !== null || isEpisodeOpenTo(episode, key), EDITORS, { sees: false });
  return { episode, role };
}

/** The episode, if the caller may edit it. Fails with 403, or with 404 if the caller may not see it. */
export async function requireEpisodeEditableBy<T extends Shown>(
  db: Executor,
  caller: Caller,
  row: T | undefined,
): Promise<Edited<T>> {
  const episode = requireFound(row, EDITORS);
  const role = await episodeRole(db, caller, episode);
  requireRight(role !== null, EDITORS, { sees: isEpisodeOpenTo(episode, undefined) });
  return { episode, role };
}

/** `requireEpisodeVisibleTo` by id, for what belongs to an episode. */
export const requireVisibleEpisode = async (
  db: Executor,
  caller: Caller | null,
  episode_id: number,
  key?: string,
): Promise<Seen<EpisodeAccess>> =>
  requireEpisodeVisibleTo(db, caller, await findEpisodeAccess(db, episode_id), key);

/** `requireEpisodeEditableBy` by id, for what belongs to an episode. */
export const requireEditableEpisode = async (
  db: Executor,
  caller: Caller,
  episode_id: number,
): Promise<Edited<EpisodeAccess>> =>
  requireEpisodeEditableBy(db, caller, await findEpisodeAccess(db, episode_id));

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
