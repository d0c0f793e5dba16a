/** Checks who may listen to an episode, and who may download it (contract §9). */
import type { Executor } from "../../../platform/db/database.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { denial, requireFound, requireRight } from "../../../platform/rights.ts";
import { isEpisodeOpenTo } from "../../publishing/episodes/rules.ts";
import { editorRole } from "../../publishing/shows/rights.ts";
import type { Purpose } from "./rules.ts";
import { findPlayable, type Playable } from "./store.ts";

const DISABLED = denial(
  "episode",
  "download-disabled",
  "Downloads are disabled for this episode; it can only be played.",
);

/**
 * The episode, and whether the caller is an editor, who may listen before everyone else may. Fails with 404 if the
 * caller may not see the episode, and with 403 if this purpose is not allowed.
 */
export async function requirePlayable(
  db: Executor,
  caller: Caller | null,
  episode_id: number,
  { purpose, key }: Readonly<{ purpose: Purpose; key: string | undefined }>,
): Promise<Readonly<{ episode: Playable; editor: boolean }>> {
  const episode = requireFound(await findPlayable(db, episode_id), DISABLED);
  const editor = (await editorRole(db, caller, episode)) !== null;
  requireRight(editor || isEpisodeOpenTo(episode, key), DISABLED, { sees: false });
  // Applies to editors as well, so that they experience what their listeners do.
  requireRight(purpose !== "download" || episode.download_enabled, DISABLED);
  return { episode, editor };
}
