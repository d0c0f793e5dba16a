/** Favorites: the shows a user follows. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { forbidden, invalid, notFound } from "../../platform/failure.ts";
import { lastIdPage, lastIdPaging, pageOf } from "../../platform/http/paging.ts";
import { boolean, id, verbatim } from "../../platform/http/params.ts";
import { anyone, nothing, route, self, type Viewer } from "../../platform/http/route.ts";
import { requireUnblocked } from "../follows/actions.ts";
import { editorRole, isOpenTo } from "../shows/rights.ts";
import { showListItem } from "../shows/schema.ts";
import { findShow } from "../shows/store.ts";
import { showListView } from "../shows/views.ts";
import { resolveUser } from "../users/actions.ts";
import { userKey } from "../users/schema.ts";
import {
  areFavoritesPublic,
  favoritePosition,
  listFavorites,
  putFavorite,
  removeFavorite,
} from "./store.ts";

const tag = "Favorites";
const path = "/v2/users/:user_id/favorites/:show_id";
const params = z.object({ user_id: userKey, show_id: id() });

/** The caller's own id; anybody else's favorites are not theirs to change. */
async function ownId(deps: Deps, key: number | string, viewer: Viewer): Promise<number> {
  const user_id = await resolveUser(deps, key, viewer);
  if (user_id !== viewer.user_id) throw forbidden("These are not your favorites.", "not-yourself");
  return user_id;
}

/** The show must be one that the caller can see, of an author who has not blocked the caller. */
async function requireVisible(
  deps: Deps,
  viewer: Viewer,
  show_id: number,
  key: string | undefined,
) {
  const show = await findShow(deps.db, show_id);
  const visible =
    show && (isOpenTo(show, key) || (await editorRole(deps.db, viewer, show)) !== null);
  if (!visible) throw notFound("show");
  await requireUnblocked(deps.db, viewer.user_id, show.author_id);
}

export const libraryRoutes = (deps: Deps) => [
  route({
    method: "PUT",
    scope: "basic",
    path,
    tag,
    summary: "Make a show a favorite",
    description: "Again changes `notifications_enabled`.",
    access: self,
    params,
    body: z.object({
      notifications_enabled: boolean().default(true),
      key: verbatim({ max: 200 }).optional(),
    }),
    response: nothing,
    async handle({ params: { user_id: key, show_id }, body, viewer }) {
      const user_id = await ownId(deps, key, viewer);
      await requireVisible(deps, viewer, show_id, body.key);
      const { notifications_enabled } = body;
      await putFavorite(deps.db, { user_id, show_id, notifications_enabled });
      return [];
    },
  }),
  route({
    method: "DELETE",
    scope: "basic",
    path,
    tag,
    summary: "Take a show out of the favorites",
    access: self,
    params,
    response: nothing,
    async handle({ params: { user_id: key, show_id }, viewer }) {
      await removeFavorite(deps.db, { user_id: await ownId(deps, key, viewer), show_id });
      return [];
    },
  }),
  route({
    method: "GET",
    path: "/v2/users/:user_id/favorites",
    tag,
    summary: "Favorite shows of a user, newest favorite first",
    access: anyone,
    params: z.object({ user_id: userKey }),
    query: z.object(lastIdPaging()),
    response: pageOf(showListItem),
    localised: true,
    async handle(call) {
      const { limit, last_id: show_id } = call.query;
      const user_id = await resolveUser(deps, call.params.user_id, call.viewer);
      const own = call.viewer?.user_id === user_id || call.viewer?.is_admin === true;
      if (!own && !(await areFavoritesPublic(deps.db, user_id)))
        throw forbidden("This user keeps the favorites private.", "favorites-private");
      const before =
        show_id === undefined ? null : await favoritePosition(deps.db, { user_id, show_id });
      if (before === undefined) throw invalid({ last_id: "is not an item of this list" });
      const rows = await listFavorites(deps.db, { user_id, before, limit });
      return lastIdPage(
        call,
        rows,
        (row) => row.show_id,
        (row) => showListView(row, call),
      );
    },
  }),
];
