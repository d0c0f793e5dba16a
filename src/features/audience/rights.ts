/** Who may see audience statistics: owners, who acts for them, and their organization (contract §10). */
import type { Executor } from "../../platform/db/database.ts";
import { forbidden, notFound } from "../../platform/failure.ts";
import type { Viewer } from "../../platform/http/route.ts";
import { isEpisodeOpenTo } from "../episodes/rules.ts";
import { findEpisodeAccess } from "../episodes/store.ts";
import { editorRole, isOpenTo, mayCreateFor } from "../shows/rights.ts";
import { findShow, type ShowRow } from "../shows/store.ts";
import { isFellow } from "./store.ts";

const refused = () =>
  forbidden(
    "Only the owner, who acts for them, and members of their organization may see these statistics.",
    "not-your-statistics",
  );

export async function requireUserReader(
  db: Executor,
  viewer: Viewer,
  user_id: number,
): Promise<void> {
  if (await mayCreateFor(db, viewer, user_id)) return;
  if (!(await isFellow(db, viewer.user_id, user_id))) throw refused();
}

/** The show, for who may see its statistics; 404 where others may not even know of it. */
export async function requireShowReader(
  db: Executor,
  viewer: Viewer,
  show_id: number,
): Promise<ShowRow> {
  const show = await findShow(db, show_id);
  if (show === undefined) throw notFound("show");
  if ((await editorRole(db, viewer, show)) !== null) return show;
  if (await isFellow(db, viewer.user_id, show.author_id)) return show;
  if (!isOpenTo(show, undefined)) throw notFound("show");
  throw refused();
}

/** The same of an episode, by its show. */
export async function requireEpisodeReader(
  db: Executor,
  viewer: Viewer,
  episode_id: number,
): Promise<void> {
  const access = await findEpisodeAccess(db, episode_id);
  if (access === undefined) throw notFound("episode");
  const show = { show_id: access.show_id, author_id: access.show_author_id };
  if ((await editorRole(db, viewer, show)) !== null) return;
  if (await isFellow(db, viewer.user_id, access.show_author_id)) return;
  if (!isEpisodeOpenTo(access, undefined)) throw notFound("episode");
  throw refused();
}
