/** The routes of Search. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { offsetPage } from "../../../platform/http/paging.ts";
import { id } from "../../../platform/http/params.ts";
import { anyone, type Call, route } from "../../../platform/http/route.ts";
import { isSelfOrAdmin, resolveUser } from "../../people/users/rights.ts";
import { userKey } from "../../people/users/schema.ts";
import { EDITORS_ONLY } from "../../publishing/episodes/rights.ts";
import { requireEditable } from "../../publishing/shows/rights.ts";
import type { showSummary } from "../../publishing/shows/schema.ts";
import { findBest, type SearchTarget } from "./actions.ts";
import { requireSearchable } from "./rights.ts";
import {
  type EpisodeItem,
  found,
  foundEpisodes,
  type SearchParams,
  searchQuery,
  showSearchQuery,
  suggested,
  suggestQuery,
  userSearchQuery,
} from "./schema.ts";
import { countFacets, readEpisodes, readShows } from "./store.ts";
import { suggest } from "./suggestions/actions.ts";
import { episodeItem, facetsView, scoreView, showItem } from "./views.ts";

const tag = "Search";
/** Facets count within this many of the best results. */
const COUNTED = 1000;

const description =
  'Best match first: the exact title, titles that begin with the query, words of the title, then author, then tags, then description. `"quoted words"` must appear together, `-word` must not appear; accents, case and apostrophes are ignored, and words are corrected when there are few results.';

type SearchCall = Pick<Call<unknown, SearchParams>, "query" | "url" | "baseUrl">;
/** Reads the displayed fields of documents by id. */
type Reader<Item> = (ids: readonly number[]) => Promise<ReadonlyMap<number, Item>>;

/** A page of results; documents deleted in the meantime are left out. */
async function answer<Item extends object>(
  { db }: Deps,
  call: SearchCall,
  where: SearchTarget,
  read: Reader<Item>,
) {
  const { limit, offset, explain, facets } = call.query;
  const wanted = offset + limit + 1;
  const all = await findBest(
    { db },
    call.query,
    where,
    facets ? { want: Math.max(wanted, COUNTED) } : { want: wanted, offset },
  );
  const hits = facets ? all.slice(offset, wanted) : all;
  const items = await read(hits.map(({ hit }) => hit.id));
  const shown = hits.flatMap(({ hit, corrected }) => {
    const item = items.get(hit.id);
    if (item === undefined) return [];
    return [explain ? { ...item, score: scoreView(hit, corrected) } : item];
  });
  const page = offsetPage(call, shown, (item) => item);
  if (!facets) return page;
  const counted = all.slice(0, COUNTED).map(({ hit }) => hit.id);
  const rows = await countFacets(db, where.kind, counted);
  return { ...page, facets: facetsView(rows, counted.length) };
}

const readerOfShows =
  ({ db }: Deps, baseUrl: string): Reader<z.infer<typeof showSummary>> =>
  async (ids) =>
    new Map((await readShows(db, ids)).map((row) => [row.show_id, showItem(row, baseUrl)]));

const readerOfEpisodes =
  ({ db }: Deps, baseUrl: string, withShow: boolean): Reader<EpisodeItem> =>
  async (ids) => {
    const rows = await readEpisodes(db, ids);
    return new Map(rows.map((row) => [row.episode_id, episodeItem(row, baseUrl, withShow)]));
  };

/** Shows or episodes, as requested. */
const answerEither = (
  deps: Deps,
  call: SearchCall & { query: { type: "shows" | "episodes" } },
  where: Omit<SearchTarget, "kind">,
) =>
  call.query.type === "shows"
    ? answer(deps, call, { ...where, kind: "shows" }, readerOfShows(deps, call.baseUrl))
    : answer(
        deps,
        call,
        { ...where, kind: "episodes" },
        readerOfEpisodes(deps, call.baseUrl, where.scope === null),
      );

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
    handle: (call, deps: Deps) => answerEither(deps, call, { scope: null, editable: false }),
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
    async handle(call, deps: Deps) {
      const { caller, query } = call;
      const user_id = await resolveUser(deps.db, caller, call.params.user_id);
      const editable = query.filter === "editable";
      if (editable) requireEditable(caller, isSelfOrAdmin(caller, user_id), EDITORS_ONLY);
      return answerEither(deps, call, { scope: { by: "user", id: user_id }, editable });
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
    async handle(call, deps: Deps) {
      const { show_id } = call.params;
      const editable = call.query.filter === "editable";
      await requireSearchable(deps.db, call.caller, show_id, editable);
      const where = { kind: "episodes", scope: { by: "show", id: show_id }, editable } as const;
      return answer(deps, call, where, readerOfEpisodes(deps, call.baseUrl, false));
    },
  }),
  route({
    method: "GET",
    path: "/v2/search/suggest",
    tag,
    operationId: "suggestShows",
    summary: "Suggest shows for a partly typed search",
    description:
      "Titles that begin with the text come first, then titles with a word that begins with it; within each group, the best-known shows come first.",
    access: anyone,
    query: suggestQuery,
    response: suggested,
    async handle({ query, baseUrl }, deps: Deps) {
      const ids = await suggest(deps, query.q, query.limit);
      const rows = new Map((await readShows(deps.db, ids)).map((row) => [row.show_id, row]));
      const items = ids.flatMap((show_id) => rows.get(show_id) ?? []);
      return { items: items.map((row) => showItem(row, baseUrl)) };
    },
  }),
];
