/** Finds the episode of a page, and turns a choice of when to publish into the API's parameters. */
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import { callerOf, type SessionCaller } from "../../../platform/http/pages.ts";
import { localTime, momentIn } from "../../../platform/text/localtimes.ts";
import { requireEpisodeEditableBy } from "../../publishing/episodes/rights.ts";
import { isEpisodeOpenTo } from "../../publishing/episodes/rules.ts";
import { findEpisode } from "../../publishing/episodes/store.ts";
import type { Publication } from "./schema.ts";

/** The episode, if the person may edit it, and whether everybody may hear it. */
export async function findOwnEpisode({ db }: Deps, session: SessionCaller, episode_id: number) {
  const row = await findEpisode(db, episode_id);
  const { episode } = await requireEpisodeEditableBy(db, callerOf(session), row);
  return { episode, isOpen: isEpisodeOpenTo(episode, undefined) };
}

/** For a time that clocks skip when they go forward. */
export const SKIPPED = "is skipped by the clocks that day";

/** The parameter that publishes an episode as chosen. Fails on `at`. */
export function publicationOf(
  { when, at }: Publication,
  timezone: string,
): { auto_published_at?: Date | null } {
  if (when === "now") return {};
  if (when === "draft") return { auto_published_at: null };
  if (!at) throw invalid({ at: "is required to publish at a date" });
  const moment = momentIn(timezone, at);
  if (moment === null) throw invalid({ at: "must be a date and a time" });
  // Clocks that go forward skip an hour.
  if (localTime(timezone, moment) !== at) throw invalid({ at: SKIPPED });
  return { auto_published_at: moment };
}
