/** The routes of Search. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { offsetPage } from "../../../platform/http/paging.ts";
import { id } from "../../../platform/http/params.ts";
import { anyone, type Call, route } from "../../../platform/http/route.ts";
import { isSelfOrAdmin, resolveUser } from "../../people/users/rights.ts";
import { userKey } from "../../people/users/schema.ts";
import { EDITORS_ONLY } from "../../publishing/episodes/rights.ts";
import { categoryViews, contentLanguage } from "../../publishing/reference/views.ts";
import { requireEditable } from "../../publishing/shows/rights.ts";
import { findBest, rowsOf, type SearchTarget } from "./actions.ts";
import { requireSearchable } from "./rights.ts";
import {
  found,
  foundEpisodes,
  type SearchParams,
  searchQuery,
  showSearchQuery,
  suggested,
  suggestQuery,
  userSearchQuery,
} from "./schema.ts";
import { countFacets, type FoundRow, isEpisode, readInOrder } from "./store.ts";
import { suggest } from "./suggestions/actions.ts";
import {
  categoriesBeginning,
  episodeItem,
  facetsView,
  itemView,
  scoreView,
  showItem,
} from "./views.ts";

const tag = "Search";
/** Facets count within this many of the best results. */
const COUNTED = 1000;

const description =
  'Best match first: the exact title, titles that begin with the query, words of the title, then author, then tags, then description. `"quoted words"` must appear together, `-word` must not appear; accents, case and apostrophes are ignored, and words are corrected when there are few results.';

type SearchCall = Pick<Call<unknown, SearchParams>, "query" | "url" | "baseUrl">;

/** A page of results, each by `view`; documents deleted in the meantime are left out. */
async function answer<Item extends object>(
  { db }: Deps,
  call: SearchCall,
  where: SearchTarget,
  view: (row: FoundRow) => Item | null,
) {
  const { limit, offset, explain, facets } = call.query;
  const wanted = offset + limit + 1;
  const { results, dropped, meant } = await findBest(
    { db },
    call.query,
    where,
    facets ? { want: Math.max(wanted, COUNTED) } : { want: wanted, offset },
  );
  const hits = facets ? results.slice(offset, wanted) : results;
  const rows = await rowsOf({ db }, where.kind, hits);
  const shown = hits.flatMap((result) => {
    const row = rows.get(result.hit.id);
    const item = row === undefined ? null : view(row);
    if (item === null) return [];
    return [explain ? { ...item, score: scoreView(result) } : item];
  });
  const page = {
    ...offsetPage(call, shown, (item) => item),
    ...(explain ? { dropped: [...dropped] } : {}),
    ...(meant === null ? {} : { did_you_mean: meant }),
  };
  if (!facets) return page;
  const counted = results.slice(0, COUNTED).map(({ hit }) => hit.id);
  const counts = await countFacets(db, where.kind, counted);
  return { ...page, facets: facetsView(counts, counted.length) };
}

export const searchRoutes = [
  route({
    method: "GET",
    path: "/v2/search",
    tag,
    operationId: "searchCatalog",
    summary: "Search all shows or episodes",
    description,
    access: anyone,
    query: searchQuery,
    response: found,
    fromReplica: true,
    handle: (call, deps: Deps) =>
      answer(deps, call, { kind: call.query.type, scope: null, editable: false }, (row) =>
        itemView(row, call.baseUrl, true),
      ),
  }),
  route({
    method: "GET",
    path: "/v2/search/users/:user_id",
    tag,
    operationId: "searchUserCatalog",
    summary: "Search a user's shows or episodes",
    description,
    access: anyone,
    params: z.object({ user_id: userKey }),
    query: userSearchQuery,
    refusals: { 403: "`filter=editable` is for those who may edit." },
    response: found,
    fromReplica: true,
    async handle(call, deps: Deps) {
      const { caller, query } = call;
      const user_id = await resolveUser(deps.db, caller, call.params.user_id);
      const editable = query.filter === "editable";
      if (editable) requireEditable(caller, isSelfOrAdmin(caller, user_id), EDITORS_ONLY);
      const scope = { by: "user", id: user_id } as const;
      return answer(deps, call, { kind: query.type, scope, editable }, (row) =>
        itemView(row, call.baseUrl, false),
      );
    },
  }),
  route({
    method: "GET",
    path: "/v2/search/shows/:show_id",
    tag,
    operationId: "searchShowEpisodes",
    summary: "Search a show's episodes",
    description,
    access: anyone,
    params: z.object({ show_id: id() }),
    query: showSearchQuery,
    refusals: { 403: "`filter=editable` is for those who may edit." },
    response: foundEpisodes,
    fromReplica: true,
    async handle(call, deps: Deps) {
      const { show_id } = call.params;
      const editable = call.query.filter === "editable";
      await requireSearchable(deps.db, call.caller, show_id, editable);
      const where = { kind: "episodes", scope: { by: "show", id: show_id }, editable } as const;
      return answer(deps, call, where, (row) =>
        isEpisode(row) ? episodeItem(row, call.baseUrl, false) : null,
      );
    },
  }),
  route({
    method: "GET",
    path: "/v2/search/suggest",
    tag,
    operationId: "suggestShows",
    summary: "Suggest shows, episodes, people and categories for a partly typed search",
    description:
      "Titles that begin with the text come first, then titles with a word that begins with it; within each group, the best-known shows come first. An error in the text is corrected if nothing begins with it.",
    access: anyone,
    query: suggestQuery,
    response: suggested,
    fromReplica: true,
    async handle({ query, baseUrl, locale }, deps: Deps) {
      const { show_ids, episode_ids, people } = await suggest(deps, query.q, query.limit);
      const [shows, episodes] = await Promise.all([
        readInOrder(deps.db, "shows", show_ids),
        readInOrder(deps.db, "episodes", episode_ids),
      ]);
      return {
        items: shows.map((row) => showItem(row, baseUrl)),
        episodes: episodes.filter(isEpisode).map((row) => episodeItem(row, baseUrl, true)),
        people: people.map((person) => ({
          ...person,
          site_url: `${baseUrl}/user/${person.user_id}`,
        })),
        categories: categoriesBeginning(query.q, categoryViews(contentLanguage(locale))),
      };
    },
  }),
];
