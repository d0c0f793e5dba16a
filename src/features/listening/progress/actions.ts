/** Keeps how far a person has listened to an episode that they may hear. */
import type { Deps } from "../../../deps.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { requireEpisodeVisibleTo } from "../../publishing/episodes/rights.ts";
import { findEpisode } from "../../publishing/episodes/store.ts";
import { type Progress, putProgress } from "./store.ts";

/** What is played has no position: it starts anew. */
export async function keepProgress(
  { db, clock }: Pick<Deps, "db" | "clock">,
  caller: Caller,
  episode_id: number,
  { position_ms, is_played, key }: Progress & { key?: string | undefined },
): Promise<void> {
  await requireEpisodeVisibleTo(db, caller, await findEpisode(db, episode_id), key);
  const { user_id } = caller;
  const at = is_played ? 0 : position_ms;
  await putProgress(db, { user_id, episode_id, position_ms: at, is_played, updated_at: clock() });
}
