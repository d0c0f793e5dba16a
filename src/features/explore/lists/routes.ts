/** Making and filling curated lists, for admins. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { id } from "../../../platform/http/params.ts";
import { atRevision, nothing, route } from "../../../platform/http/route.ts";
import { changeList, createList, deleteList, fillList, shownByHand } from "../actions.ts";
import { admins, requireAdmin } from "../rights.ts";
import { curatedList, fillingParams, listParams, listSettings, newListParams } from "../schema.ts";
import type { ListRow } from "../store.ts";
import { listSettingsView, listView } from "../views.ts";

const params = z.object({ list_id: id() });
const response = z.object({ list: curatedList, settings: listSettings });
const common = { tag: "Explore", scope: "basic", access: admins, response } as const;

export function listRoutes(deps: Deps) {
  const answer = async (list: ListRow) => {
    const settings = listSettingsView(list, await shownByHand(deps.db, list));
    return atRevision({ list: listView(list), settings }, list.revision);
  };
  return [
    route({
      ...common,
      method: "POST",
      path: "/v2/explore/lists",
      summary: "Make a curated list",
      description: "It is empty until its items are set.",
      body: newListParams,
      async handle({ viewer, body }) {
        requireAdmin(viewer);
        return answer(await createList(deps, body));
      },
    }),
    route({
      ...common,
      method: "PUT",
      path: "/v2/explore/lists/:list_id",
      summary: "Change a list's name, subtitle or countries",
      description: "Send only what is to change. An empty subtitle clears it.",
      params,
      body: listParams,
      async handle({ viewer, params: { list_id }, body, ifMatch }) {
        requireAdmin(viewer);
        return answer(await changeList(deps, list_id, body, ifMatch));
      },
    }),
    route({
      ...common,
      method: "PUT",
      path: "/v2/explore/lists/:list_id/items",
      summary: "Say what a list holds",
      description:
        "`shows`, in their order; or a rule of `category_id`, `language`, `max_age_days`, whose shows are ranked. It replaces what the list held.",
      params,
      body: fillingParams,
      async handle({ viewer, params: { list_id }, body, ifMatch }) {
        requireAdmin(viewer);
        return answer(await fillList(deps, list_id, body, ifMatch));
      },
    }),
    route({
      ...common,
      method: "DELETE",
      path: "/v2/explore/lists/:list_id",
      summary: "Delete a list",
      params,
      response: nothing,
      async handle({ viewer, params: { list_id }, ifMatch }) {
        requireAdmin(viewer);
        await deleteList(deps, list_id, ifMatch);
        return [];
      },
    }),
  ];
}
