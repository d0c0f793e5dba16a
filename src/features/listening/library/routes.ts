/** Routes for favorites: the shows that a user follows. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { forbidden, invalid, notFound } from "../../../platform/failure.ts";
import { lastIdPage, lastIdPaging, pageOf } from "../../../platform/http/paging.ts";
import { boolean, id, verbatim } from "../../../platform/http/params.ts";
import { anyone, type Caller, nothing, route, self } from "../../../platform/http/route.ts";
import { requireUnblocked } from "../../people/follows/actions.ts";
import { resolveUser } from "../../people/users/actions.ts";
import { userKey } from "../../people/users/schema.ts";
import { editorRole, isOpenTo } from "../../publishing/shows/rights.ts";
import { showListItem } from "../../publishing/shows/schema.ts";
import { findShow } from "../../publishing/shows/store.ts";
import { showListView } from "../../publishing/shows/views.ts";
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

/** The caller's own id: only the owner can change favorites. */
async function ownId(deps: Deps, key: number | string, caller: Caller): Promise<number> {
  const user_id = await resolveUser(deps, key, caller);
  if (user_id !== caller.user_id)
    throw forbidden("You can only change your own favorites.", "not-yourself");
  return user_id;
}

/** Checks that the caller can see the show and is not blocked by its author. */
async function requireVisible(
  deps: Deps,
  caller: Caller,
  show_id: number,
  key: string | undefined,
) {
  const show = await findShow(deps.db, show_id);
  const visible =
    show && (isOpenTo(show, key) || (await editorRole(deps.db, caller, show)) !== null);
  if (!visible) throw notFound("show");
  await requireUnblocked(deps.db, caller.user_id, show.author_id);
}

export const libraryRoutes = [
  route({
    method: "PUT",
    scope: "basic",
    path,
    tag,
    operationId: "addFavorite",
    summary: "Add a show to your favorites",
    description: "Idempotent. Repeat it to change `notifications_enabled`.",
    access: self,
    params,
    body: z.object({
      notifications_enabled: boolean().default(true),
      key: verbatim({ max: 200 }).optional(),
    }),
    response: nothing,
    async handle({ params: { user_id: key, show_id }, body, caller }, deps: Deps) {
      const user_id = await ownId(deps, key, caller);
      await requireVisible(deps, caller, show_id, body.key);
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
    operationId: "removeFavorite",
    summary: "Remove a show from your favorites",
    access: self,
    params,
    response: nothing,
    async handle({ params: { user_id: key, show_id }, caller }, deps: Deps) {
      await removeFavorite(deps.db, { user_id: await ownId(deps, key, caller), show_id });
      return [];
    },
  }),
  route({
    method: "GET",
    path: "/v2/users/:user_id/favorites",
    tag,
    operationId: "listUserFavorites",
    summary: "List a user's favorite shows",
    description: "The latest favorite first.",
    access: anyone,
    params: z.object({ user_id: userKey }),
    query: z.object(lastIdPaging()),
    refusals: { 403: "`favorites-private`: the user shows their favorites to nobody." },
    response: pageOf(showListItem),
    localised: true,
    async handle(call, deps: Deps) {
      const { limit, last_id: show_id } = call.query;
      const user_id = await resolveUser(deps, call.params.user_id, call.caller);
      const own = call.caller?.user_id === user_id || call.caller?.is_admin === true;
      if (!own && !(await areFavoritesPublic(deps.db, user_id)))
        throw forbidden("This user's favorites are private.", "favorites-private");
      const before =
        show_id === undefined ? null : await favoritePosition(deps.db, { user_id, show_id });
      if (before === undefined)
        throw invalid({ last_id: "must be the id of an item in this list" });
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
