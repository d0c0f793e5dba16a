/** Routes of Explore: curated lists, and the shows of a category, best first. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { invalid, notFound } from "../../../platform/failure.ts";
import { lastIdPage, pageOf } from "../../../platform/http/paging.ts";
import { id } from "../../../platform/http/params.ts";
import { anyone, atRevision, type Call, route } from "../../../platform/http/route.ts";
import { isCategory } from "../../publishing/reference/rules.ts";
import { showSummary } from "../../publishing/shows/schema.ts";
import { showSummaryView } from "../../publishing/shows/views.ts";
import { readItems, readRanked, requirePublishedList } from "./actions.ts";
import { curatedList, itemsQuery, listsQuery } from "./schema.ts";
import { type ListedShowRow, listEverExisted, listLists } from "./store.ts";
import { listView } from "./views.ts";

const tag = "Explore";
const params = z.object({ list_id: id() });

type Items = Pick<Call, "url" | "baseUrl"> & { query: z.infer<typeof itemsQuery> };

/** A page of shows whose `next_url` stays in the order of this page. */
function itemsPage(call: Items, { rows, version }: { rows: ListedShowRow[]; version: number }) {
  const url = new URL(call.url);
  url.searchParams.set("version", String(version));
  return lastIdPage(
    { url, query: call.query },
    rows,
    (row) => row.show_id,
    (row) => showSummaryView(row, call.baseUrl),
  );
}

export const exploreRoutes = [
  route({
    method: "GET",
    path: "/v2/explore/lists",
    tag,
    operationId: "listCuratedLists",
    summary: "List the curated lists",
    description:
      "Newest first. Lists for every country; with `country`, also the lists for that country.",
    access: anyone,
    query: listsQuery,
    response: pageOf(curatedList),
    fromReplica: true,
    async handle(call, deps: Deps) {
      const { country, last_id: before, limit } = call.query;
      if (before !== undefined && !(await listEverExisted(deps.db, before)))
        throw invalid({ last_id: "must be the id of a list" });
      const rows = await listLists(deps.db, { country, before, limit });
      return lastIdPage(call, rows, (row) => row.list_id, listView);
    },
  }),
  route({
    method: "GET",
    path: "/v2/explore/lists/:list_id",
    tag,
    operationId: "getCuratedList",
    summary: "Get a curated list",
    description: "Without the list's shows.",
    access: anyone,
    params,
    response: z.object({ list: curatedList }),
    fromReplica: true,
    async handle({ params: { list_id } }, deps: Deps) {
      const list = await requirePublishedList(deps.db, list_id);
      return atRevision({ list: listView(list) }, list.revision);
    },
  }),
  route({
    method: "GET",
    path: "/v2/explore/lists/:list_id/items",
    tag,
    operationId: "listCuratedListShows",
    summary: "List the shows of a curated list",
    description: "In the order set by the list's author; if there is none, best first.",
    access: anyone,
    params,
    query: itemsQuery,
    response: pageOf(showSummary),
    fromReplica: true,
    async handle(call, deps: Deps) {
      const list = await requirePublishedList(deps.db, call.params.list_id);
      return itemsPage(call, await readItems(deps, list, call.query));
    },
  }),
  route({
    method: "GET",
    path: "/v2/explore/categories/:category_id/items",
    tag,
    operationId: "listCategoryShows",
    summary: "List the shows of a category",
    description: "Best first. A show is in each of its categories and in their parent categories.",
    access: anyone,
    params: z.object({ category_id: id() }),
    query: itemsQuery,
    response: pageOf(showSummary),
    fromReplica: true,
    async handle(call, deps: Deps) {
      const { category_id } = call.params;
      if (!isCategory(category_id)) throw notFound("category");
      const rule = { category_id, language: null, max_age_days: null };
      return itemsPage(call, await readRanked(deps, rule, call.query));
    },
  }),
];
