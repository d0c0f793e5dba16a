/** Sets and removes likes and bookmarks of the caller. */
import type { Deps } from "../../../deps.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { requireUnblocked } from "../../people/follows/rights.ts";
import { requireVisibleEpisode } from "../../publishing/episodes/rights.ts";
import { type Mark, putMark, removeMark } from "./store.ts";

type Place = Readonly<{ episode_id: number; key?: string | undefined }>;

/** Marks an episode that the caller can see; idempotent. Its author may have blocked them from liking it. */
export async function markEpisode(
  { db }: Pick<Deps, "db">,
  caller: Caller,
  mark: Mark,
  { episode_id, key }: Place,
): Promise<void> {
  const { user_id } = caller;
  const { episode } = await requireVisibleEpisode(db, caller, episode_id, key);
  if (mark === "likes") await requireUnblocked(db, user_id, episode.author_id);
  await putMark(db, mark, { user_id, episode_id });
}

/** Removes a mark; nothing happens if there is none. */
export const unmarkEpisode = (
  { db }: Pick<Deps, "db">,
  { user_id }: Caller,
  mark: Mark,
  episode_id: number,
): Promise<void> => removeMark(db, mark, { user_id, episode_id });
