/** Routes for favorites: the shows that a user follows. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import { lastIdPage, lastIdPaging, pageOf } from "../../../platform/http/paging.ts";
import { boolean, id, verbatim } from "../../../platform/http/params.ts";
import { anyone, nothing, route, self } from "../../../platform/http/route.ts";
import { requireSelf, resolveUser } from "../../people/users/rights.ts";
import { userKey } from "../../people/users/schema.ts";
import { showListItem } from "../../publishing/shows/schema.ts";
import { showListView } from "../../publishing/shows/views.ts";
import { addFavorite } from "./actions.ts";
import { requireVisibleFavorites } from "./rights.ts";
import { favoritePosition, listFavorites, removeFavorite } from "./store.ts";

const tag = "Favorites";
const path = "/v2/users/:user_id/favorites/:show_id";
const params = z.object({ user_id: userKey, show_id: id() });

/** Only the owner can change favorites. */
const ONLY_OWN = "You can only change your own favorites.";

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
      await requireSelf(deps.db, caller, key, ONLY_OWN);
      await addFavorite(deps, caller, show_id, body);
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
      const user_id = await requireSelf(deps.db, caller, key, ONLY_OWN);
      await removeFavorite(deps.db, { user_id, show_id });
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
      const user_id = await resolveUser(deps.db, call.caller, call.params.user_id);
      await requireVisibleFavorites(deps.db, call.caller, user_id);
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
