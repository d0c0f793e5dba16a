/** Decides where an episode can have cuepoints; pure. */
import { invalid } from "../../../platform/failure.ts";
import { isWithin, type Timed } from "../episodes/rules.ts";
import type { Cuepoint } from "./schema.ts";

/** Fails on `cuepoints` if one is beyond the end of the episode. */
export function requireWithin(episode: Timed, cuepoints: readonly Cuepoint[]): void {
  // A cuepoint exactly at the end is allowed: that is the post-roll.
  const beyond = cuepoints.find(({ timecode }) => !isWithin(episode, timecode - 1));
  if (beyond !== undefined)
    throw invalid({
      cuepoints: `has the timecode ${beyond.timecode}, beyond the duration, ${episode.duration}`,
    });
}
