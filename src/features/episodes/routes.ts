/** Reading episodes: one, those of a show, those of a user. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { invalid, notFound } from "../../platform/failure.ts";
import { lastIdPage, pageOf } from "../../platform/http/paging.ts";
import { id } from "../../platform/http/params.ts";
import { anyone, atRevision, type Call, route } from "../../platform/http/route.ts";
import { editorRole, isOpenTo } from "../shows/rights.ts";
import { findShow } from "../shows/store.ts";
import { resolveUser } from "../users/actions.ts";
import { userKey } from "../users/schema.ts";
import { isEpisodeOpenTo, requireEditable } from "./rules.ts";
import { episodeDetail, episodeSummary, episodesQuery, keyParam } from "./schema.ts";
import { type EpisodesQuery, findEpisode, findPlace, listEpisodes } from "./store.ts";
import { episodeSummaryView, episodeView } from "./views.ts";

const tag = "Episodes";
const order =
  "`filter=editable` is for those who may edit; there, what is not published yet counts as the newest.";

type ListCall = Call<unknown, { limit: number; last_id?: number | undefined }, unknown, false>;

/** The page after `last_id`. Its row tells the place even when it has left the list since. */
async function page(deps: Deps, call: ListCall, list: Omit<EpisodesQuery, "after" | "limit">) {
  const { limit, last_id } = call.query;
  const after = last_id === undefined ? null : await findPlace(deps.db, last_id);
  if (after === undefined) throw invalid({ last_id: "is not the id of an episode" });
  const rows = await listEpisodes(deps.db, { ...list, after, limit });
  return lastIdPage(
    call,
    rows,
    (row) => row.episode_id,
    (row) => episodeSummaryView(row, call.baseUrl),
  );
}

export const episodeRoutes = (deps: Deps) => [
  route({
    method: "GET",
    path: "/v2/episodes/:episode_id",
    tag,
    summary: "An episode",
    access: anyone,
    params: z.object({ episode_id: id() }),
    query: z.object({ key: keyParam }),
    response: z.object({ episode: episodeDetail }),
    async handle({ params, query, viewer, baseUrl }) {
      const row = await findEpisode(deps.db, params.episode_id);
      if (row === undefined) throw notFound("episode");
      const show = { show_id: row.show_id, author_id: row.show_author_id };
      const editor = (await editorRole(deps.db, viewer, show)) !== null;
      if (!editor && !isEpisodeOpenTo(row, query.key)) throw notFound("episode");
      return atRevision({ episode: episodeView(row, baseUrl, editor) }, row.revision);
    },
  }),
  route({
    method: "GET",
    path: "/v2/shows/:show_id/episodes",
    tag,
    summary: "Episodes of a show, in the show's order unless `sorting` says otherwise",
    description: order,
    access: anyone,
    params: z.object({ show_id: id() }),
    query: z.object({ ...episodesQuery, key: keyParam }),
    response: pageOf(episodeSummary),
    async handle(call) {
      const { filter, sorting, key } = call.query;
      const show = await findShow(deps.db, call.params.show_id);
      if (show === undefined) throw notFound("show");
      const editor = (await editorRole(deps.db, call.viewer, show)) !== null;
      if (!editor && !isOpenTo(show, key)) throw notFound("show");
      const editable = filter === "editable";
      if (editable) requireEditable(call.viewer, editor);
      const oldest = (sorting ?? show.episodes_sorting) === "oldest";
      return page(deps, call, { of: { column: "show_id", id: show.show_id }, editable, oldest });
    },
  }),
  route({
    method: "GET",
    path: "/v2/users/:user_id/episodes",
    tag,
    summary: "Episodes of a user, newest first unless `sorting` says otherwise",
    description: order,
    access: anyone,
    params: z.object({ user_id: userKey }),
    query: z.object(episodesQuery),
    response: pageOf(episodeSummary),
    async handle(call) {
      const { viewer } = call;
      const user_id = await resolveUser(deps, call.params.user_id, viewer);
      const editable = call.query.filter === "editable";
      if (editable) requireEditable(viewer, viewer?.user_id === user_id || !!viewer?.is_admin);
      const oldest = call.query.sorting === "oldest";
      return page(deps, call, { of: { column: "author_id", id: user_id }, editable, oldest });
    },
  }),
];
