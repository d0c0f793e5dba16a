/** Replaces an episode's set of cuepoints. */
import type { Deps } from "../../../deps.ts";
import { invalid, notFound } from "../../../platform/failure.ts";
import { requireRevision } from "../../../platform/http/caching.ts";
import type { Caller, IfMatch } from "../../../platform/http/route.ts";
import { requireEditableEpisode } from "../episodes/rights.ts";
import { isWithin } from "../episodes/rules.ts";
import { lockEpisode } from "../episodes/store.ts";
import type { Cuepoint } from "./schema.ts";
import { findCuepoints, replaceCuepoints } from "./store.ts";

/** Replaces all cuepoints of an episode; fails on `cuepoints` if one is beyond its end. */
export async function setCuepoints(
  { db }: Pick<Deps, "db">,
  caller: Caller,
  episode_id: number,
  cuepoints: readonly Cuepoint[],
  ifMatch: IfMatch,
) {
  await requireEditableEpisode(db, caller, episode_id);
  return db.transaction().execute(async (transaction) => {
    const episode = await lockEpisode(transaction, episode_id);
    if (episode === undefined) throw notFound("episode");
    const { revision } = await findCuepoints(transaction, episode_id);
    requireRevision(ifMatch, revision);
    // A cuepoint exactly at the end is allowed: that is the post-roll.
    const beyond = cuepoints.find(({ timecode }) => !isWithin(episode, timecode - 1));
    if (beyond !== undefined)
      throw invalid({
        cuepoints: `has the timecode ${beyond.timecode}, beyond the duration, ${episode.duration}`,
      });
    await replaceCuepoints(transaction, episode_id, cuepoints);
    return findCuepoints(transaction, episode_id);
  });
}
