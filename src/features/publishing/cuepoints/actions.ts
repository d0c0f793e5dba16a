/** Replaces an episode's set of cuepoints. */
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { notFound } from "../../../platform/failure.ts";
import { requireRevision } from "../../../platform/http/caching.ts";
import type { Caller, IfMatch } from "../../../platform/http/route.ts";
import { requireEditableEpisode } from "../episodes/rights.ts";
import type { Timed } from "../episodes/rules.ts";
import { lockEpisode } from "../episodes/store.ts";
import { requireWithin } from "./rules.ts";
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
    await arrangeCuepoints(transaction, episode, cuepoints);
    return findCuepoints(transaction, episode_id);
  });
}

/** Replaces the cuepoints of `episode`, which the caller has locked; fails on `cuepoints` if one is beyond its end. */
export async function arrangeCuepoints(
  db: Executor,
  episode: Timed,
  cuepoints: readonly Cuepoint[],
): Promise<void> {
  requireWithin(episode, cuepoints);
  await replaceCuepoints(db, episode.episode_id, cuepoints);
}
