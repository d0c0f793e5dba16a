/** Saves drafts at a revision, and finds what another person has written meanwhile. */
import type { Deps } from "../../../deps.ts";
import { conflict, Failure } from "../../../platform/failure.ts";
import { callerOf, type SessionCaller } from "../../../platform/http/pages.ts";
import { changeEpisode } from "../../publishing/episodes/publishing/actions.ts";
import { requireEpisodeEditableBy } from "../../publishing/episodes/rights.ts";
import { type EpisodeRow, findEpisode } from "../../publishing/episodes/store.ts";
import { draftParams } from "./episode.ts";

/** The episode, if the person may edit it. */
export async function findDraft(
  { db }: Pick<Deps, "db">,
  session: SessionCaller,
  episode_id: number,
): Promise<EpisodeRow> {
  const row = await findEpisode(db, episode_id);
  return (await requireEpisodeEditableBy(db, callerOf(session), row)).episode;
}

/** The saved episode, or the present one of another person, who was faster. */
export type Saved = Readonly<{ isSaved: boolean; episode: EpisodeRow }>;

/** Saves the fields of a draft if the episode still has this revision. */
export async function saveAt(
  deps: Deps,
  session: SessionCaller,
  episode_id: number,
  revision: number,
  draft: Parameters<typeof draftParams>[0],
): Promise<Saved> {
  try {
    const caller = callerOf(session);
    const params = draftParams(draft, await findDraft(deps, session, episode_id));
    const episode = await changeEpisode(deps, caller, episode_id, params, {}, [revision]);
    return { isSaved: true, episode };
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "stale") throw error;
    return { isSaved: false, episode: await findDraft(deps, session, episode_id) };
  }
}

/** Fails with conflict for an episode that is out: listeners would read half a sentence. */
export function requireUnpublished({ published_at }: Pick<EpisodeRow, "published_at">): void {
  if (published_at !== null)
    throw conflict("not-a-draft", "A published episode is saved with the button, not by itself.");
}
