/** Routes that read episodes: one, those of a show, those of a user. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import { lastIdPage, pageOf } from "../../../platform/http/paging.ts";
import { id } from "../../../platform/http/params.ts";
import {
  anyone,
  atRevision,
  type Call,
  keptUntilChanged,
  route,
} from "../../../platform/http/route.ts";
import { isSelfOrAdmin, resolveUser } from "../../people/users/rights.ts";
import { userKey } from "../../people/users/schema.ts";
import { requireEditable, requireVisibleShow } from "../shows/rights.ts";
import { authorSubjects } from "../shows/rules.ts";
import { type EpisodesQuery, findListPosition, listEpisodes } from "./lists/store.ts";
import { EDITORS_ONLY, requireEpisodeVisibleTo } from "./rights.ts";
import { episodeListSubjects, episodeSubjects } from "./rules.ts";
import { episodeDetail, episodeSummary, episodesQuery, keyParam } from "./schema.ts";
import { findEpisode } from "./store.ts";
import { episodeSummaryView, episodeView } from "./views.ts";

const tag = "Episodes";
const EDITABLE =
  "`filter=editable` is for users who can edit them; in that list, unpublished episodes count as the newest.";

type ListCall = Call<unknown, { limit: number; last_id?: number | undefined }, unknown, false>;

/** The page after `last_id`, whose position is known even if it has left the list. */
async function page(deps: Deps, call: ListCall, list: Omit<EpisodesQuery, "after" | "limit">) {
  const { limit, last_id } = call.query;
  const after = last_id === undefined ? null : await findListPosition(deps.db, last_id);
  if (after === undefined) throw invalid({ last_id: "must be the id of an episode" });
  const rows = await listEpisodes(deps.db, { ...list, after, limit });
  return lastIdPage(
    call,
    rows,
    (row) => row.episode_id,
    (row) => episodeSummaryView(row, call.baseUrl),
  );
}

export const episodeRoutes = [
  route({
    method: "GET",
    path: "/v2/episodes/:episode_id",
    tag,
    operationId: "getEpisode",
    summary: "Get an episode",
    access: anyone,
    params: z.object({ episode_id: id() }),
    query: z.object({ key: keyParam }),
    response: z.object({ episode: episodeDetail }),
    async handle({ params, query, caller, baseUrl }, deps: Deps) {
      const { db } = deps;
      const row = await findEpisode(db, params.episode_id);
      const { episode, role } = await requireEpisodeVisibleTo(db, caller, row, query.key);
      const detail = { episode: episodeView(episode, baseUrl, role !== null) };
      const answer = atRevision(detail, episode.revision);
      return role === null ? keptUntilChanged(answer, episodeSubjects(episode)) : answer;
    },
  }),
  route({
    method: "GET",
    path: "/v2/shows/:show_id/episodes",
    tag,
    operationId: "listShowEpisodes",
    summary: "List a show's episodes",
    description: `In the show's order unless \`sorting\` is sent. ${EDITABLE}`,
    access: anyone,
    params: z.object({ show_id: id() }),
    query: z.object({ ...episodesQuery, key: keyParam }),
    refusals: { 403: "`filter=editable` is for those who may edit." },
    response: pageOf(episodeSummary),
    fromReplica: true,
    async handle(call, deps: Deps) {
      const { filter, sorting, key } = call.query;
      const { caller, params } = call;
      const { show, role } = await requireVisibleShow(deps.db, caller, params.show_id, key);
      const editable = filter === "editable";
      if (editable) requireEditable(caller, role !== null, EDITORS_ONLY);
      const oldest = (sorting ?? show.episodes_sorting) === "oldest";
      const { show_id } = show;
      const of = { column: "show_id", id: show_id } as const;
      const list = await page(deps, call, { of, editable, oldest });
      return role === null ? keptUntilChanged(list, episodeListSubjects(show_id)) : list;
    },
  }),
  route({
    method: "GET",
    path: "/v2/users/:user_id/episodes",
    tag,
    operationId: "listUserEpisodes",
    summary: "List a user's episodes",
    description: `Newest first unless \`sorting\` is sent. ${EDITABLE}`,
    access: anyone,
    params: z.object({ user_id: userKey }),
    query: z.object(episodesQuery),
    refusals: { 403: "`filter=editable` is for those who may edit." },
    response: pageOf(episodeSummary),
    fromReplica: true,
    async handle(call, deps: Deps) {
      const { caller } = call;
      const user_id = await resolveUser(deps.db, caller, call.params.user_id);
      const editable = call.query.filter === "editable";
      if (editable) requireEditable(caller, isSelfOrAdmin(caller, user_id), EDITORS_ONLY);
      const oldest = call.query.sorting === "oldest";
      const of = { column: "author_id", id: user_id } as const;
      const list = await page(deps, call, { of, editable, oldest });
      return editable ? list : keptUntilChanged(list, authorSubjects(user_id));
    },
  }),
];
