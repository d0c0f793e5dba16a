/** Access to audience statistics: owners, editors who act for them, and their organization (contract §10). */
import type { Executor } from "../../../platform/db/database.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { denial, requireFound, requireRight } from "../../../platform/rights.ts";
import { episodeRole } from "../../publishing/episodes/rights.ts";
import { isEpisodeOpenTo } from "../../publishing/episodes/rules.ts";
import { findEpisodeAccess } from "../../publishing/episodes/store.ts";
import { editorRole, isOpenTo, mayCreateFor } from "../../publishing/shows/rights.ts";
import { findShow } from "../../publishing/shows/store.ts";
import { isColleague } from "./store.ts";

const readersOf = (noun: "user" | "show" | "episode") =>
  denial(
    noun,
    "not-your-statistics",
    "Only the owner, their editors and members of their organization may see these statistics.",
  );

/** Fails with 403 for callers who may not see the user's statistics. */
export async function requireUserReader(
  db: Executor,
  caller: Caller,
  user_id: number,
): Promise<void> {
  const may =
    (await mayCreateFor(db, caller, user_id)) || (await isColleague(db, caller.user_id, user_id));
  requireRight(may, readersOf("user"));
}

/** Fails with 403 for callers who may not see the show's statistics, and with 404 if they may not see the show. */
export async function requireShowReader(
  db: Executor,
  caller: Caller,
  show_id: number,
): Promise<void> {
  const denied = readersOf("show");
  const show = requireFound(await findShow(db, show_id), denied);
  const may =
    (await editorRole(db, caller, show)) !== null ||
    (await isColleague(db, caller.user_id, show.author_id));
  requireRight(may, denied, { sees: isOpenTo(show, undefined) });
}

/** The same check for an episode, by its show. */
export async function requireEpisodeReader(
  db: Executor,
  caller: Caller,
  episode_id: number,
): Promise<void> {
  const denied = readersOf("episode");
  const episode = requireFound(await findEpisodeAccess(db, episode_id), denied);
  const may =
    (await episodeRole(db, caller, episode)) !== null ||
    (await isColleague(db, caller.user_id, episode.show_author_id));
  requireRight(may, denied, { sees: isEpisodeOpenTo(episode, undefined) });
}
