/** Routes for admins to create and fill curated lists. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { offsetPage, pageOf } from "../../../../platform/http/paging.ts";
import { id } from "../../../../platform/http/params.ts";
import { atRevision, nothing, route } from "../../../../platform/http/route.ts";
import {
  changeList,
  createList,
  deleteList,
  fillList,
  handPickedShows,
  requireList,
} from "../actions.ts";
import { admins, requireAdmin } from "../rights.ts";
import {
  adminList,
  adminListsQuery,
  curatedList,
  fillingParams,
  listParams,
  listSettings,
  newListParams,
} from "../schema.ts";
import { type ListRow, listAllLists } from "../store.ts";
import { adminListView, listSettingsView, listView } from "../views.ts";

const params = z.object({ list_id: id() });
const response = z.object({ list: curatedList, settings: listSettings });
const common = { tag: "Explore", scope: "basic", access: admins, response } as const;

async function answer({ db }: Deps, list: ListRow) {
  const settings = listSettingsView(list, await handPickedShows(db, list));
  return atRevision({ list: listView(list), settings }, list.revision);
}

export const listRoutes = [
  route({
    ...common,
    method: "POST",
    path: "/v2/explore/lists",
    operationId: "createCuratedList",
    summary: "Create a curated list",
    description: "The list is empty until you set its shows.",
    body: newListParams,
    async handle({ caller, body }, deps: Deps) {
      requireAdmin(caller);
      return answer(deps, await createList(deps, body));
    },
  }),
  route({
    ...common,
    method: "PUT",
    path: "/v2/explore/lists/:list_id",
    operationId: "updateCuratedList",
    summary: "Update a curated list's name, subtitle or countries, hide or publish it",
    description: "Send only the fields you want to change. An empty subtitle clears it.",
    params,
    body: listParams,
    async handle({ caller, params: { list_id }, body, ifMatch }, deps: Deps) {
      requireAdmin(caller);
      return answer(deps, await changeList(deps, list_id, body, ifMatch));
    },
  }),
  route({
    ...common,
    method: "PUT",
    path: "/v2/explore/lists/:list_id/items",
    operationId: "setCuratedListShows",
    summary: "Set a list's shows",
    description:
      "Send `shows` in their order, or a rule of `category_id`, `language` and `max_age_days`, whose shows are ranked. Replaces the list's present shows.",
    params,
    body: fillingParams,
    async handle({ caller, params: { list_id }, body, ifMatch }, deps: Deps) {
      requireAdmin(caller);
      return answer(deps, await fillList(deps, list_id, body, ifMatch));
    },
  }),
  route({
    ...common,
    method: "DELETE",
    path: "/v2/explore/lists/:list_id",
    operationId: "deleteCuratedList",
    summary: "Delete a curated list",
    params,
    response: nothing,
    async handle({ caller, params: { list_id }, ifMatch }, deps: Deps) {
      requireAdmin(caller);
      await deleteList(deps, list_id, ifMatch);
      return [];
    },
  }),
  route({
    ...common,
    method: "GET",
    path: "/v2/admin/lists",
    operationId: "listAllCuratedLists",
    summary: "List all curated lists, hidden ones too",
    description: "Newest first.",
    query: adminListsQuery,
    response: pageOf(adminList),
    async handle(call, deps: Deps) {
      requireAdmin(call.caller);
      const { q = "", limit, offset } = call.query;
      const rows = await listAllLists(deps.db, { q: q.trim(), limit: limit + 1, offset });
      return offsetPage(call, rows, adminListView);
    },
  }),
  route({
    ...common,
    method: "GET",
    path: "/v2/admin/lists/:list_id",
    operationId: "getCuratedListSettings",
    summary: "Get a curated list with its settings and the ids of its shows",
    params,
    async handle({ caller, params: { list_id } }, deps: Deps) {
      requireAdmin(caller);
      return answer(deps, await requireList(deps.db, list_id));
    },
  }),
];
