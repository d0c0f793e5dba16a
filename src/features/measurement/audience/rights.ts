/** Access to audience statistics: owners, editors who act for them, and their organization (contract §10). */
import type { Executor } from "../../../platform/db/database.ts";
import { forbidden, notFound } from "../../../platform/failure.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { isEpisodeOpenTo } from "../../publishing/episodes/rules.ts";
import { findEpisodeAccess } from "../../publishing/episodes/store.ts";
import { editorRole, isOpenTo, mayCreateFor } from "../../publishing/shows/rights.ts";
import { findShow, type ShowRow } from "../../publishing/shows/store.ts";
import { isColleague } from "./store.ts";

const refused = () =>
  forbidden(
    "Only the owner, their editors and members of their organization may see these statistics.",
    "not-your-statistics",
  );

export async function requireUserReader(
  db: Executor,
  caller: Caller,
  user_id: number,
): Promise<void> {
  if (await mayCreateFor(db, caller, user_id)) return;
  if (!(await isColleague(db, caller.user_id, user_id))) throw refused();
}

/** The show, if the caller may see its statistics; 404 if the show is hidden from the caller. */
export async function requireShowReader(
  db: Executor,
  caller: Caller,
  show_id: number,
): Promise<ShowRow> {
  const show = await findShow(db, show_id);
  if (show === undefined) throw notFound("show");
  if ((await editorRole(db, caller, show)) !== null) return show;
  if (await isColleague(db, caller.user_id, show.author_id)) return show;
  if (!isOpenTo(show, undefined)) throw notFound("show");
  throw refused();
}

/** The same check for an episode, by its show. */
export async function requireEpisodeReader(
  db: Executor,
  caller: Caller,
  episode_id: number,
): Promise<void> {
  const access = await findEpisodeAccess(db, episode_id);
  if (access === undefined) throw notFound("episode");
  const show = { show_id: access.show_id, author_id: access.show_author_id };
  if ((await editorRole(db, caller, show)) !== null) return;
  if (await isColleague(db, caller.user_id, access.show_author_id)) return;
  if (!isEpisodeOpenTo(access, undefined)) throw notFound("episode");
  throw refused();
}
