/** Likes and bookmarks: episodes a user has marked, for everyone to see or for themselves. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { forbidden, invalid, notFound } from "../../platform/failure.ts";
import { lastIdPage, lastIdPaging, pageOf } from "../../platform/http/paging.ts";
import { id } from "../../platform/http/params.ts";
import {
  type Access,
  anyone,
  type Call,
  nothing,
  route,
  self,
  type Viewer,
} from "../../platform/http/route.ts";
import { findVisibleEpisode } from "../episodes/rights.ts";
import { episodeSummary, keyParam } from "../episodes/schema.ts";
import { episodeSummaryView } from "../episodes/views.ts";
import { requireUnblocked } from "../follows/actions.ts";
import { resolveUser } from "../users/actions.ts";
import { publicUser, userKey } from "../users/schema.ts";
import { publicUserView } from "../users/views.ts";
import {
  findMark,
  listLikers,
  listMarkedEpisodes,
  type Mark,
  putMark,
  removeMark,
} from "./store.ts";

const TAGS = { likes: "Likes", bookmarks: "Bookmarks" };
const params = z.object({ user_id: userKey, episode_id: id() });

/** The caller's own id; nobody changes anybody else's marks. */
async function ownId(deps: Deps, mark: Mark, key: number | string, viewer: Viewer) {
  const user_id = await resolveUser(deps, key, viewer);
  if (user_id !== viewer.user_id) throw forbidden(`These are not your ${mark}.`, "not-yourself");
  return user_id;
}

const putRoute = (deps: Deps, mark: Mark, summary: string) =>
  route({
    method: "PUT",
    scope: "basic",
    path: `/v2/users/:user_id/${mark}/:episode_id`,
    tag: TAGS[mark],
    summary,
    description: "Again changes nothing.",
    access: self,
    params,
    body: z.object({ key: keyParam }),
    response: nothing,
    async handle({ params: { user_id: user, episode_id }, body, viewer }) {
      const user_id = await ownId(deps, mark, user, viewer);
      const episode = await findVisibleEpisode(deps.db, viewer, episode_id, body.key);
      if (mark === "likes") await requireUnblocked(deps.db, user_id, episode.author_id);
      await putMark(deps.db, mark, { user_id, episode_id });
      return [];
    },
  });

const removeRoute = (deps: Deps, mark: Mark, summary: string) =>
  route({
    method: "DELETE",
    scope: "basic",
    path: `/v2/users/:user_id/${mark}/:episode_id`,
    tag: TAGS[mark],
    summary,
    access: self,
    params,
    response: nothing,
    async handle({ params: { user_id: user, episode_id }, viewer }) {
      const user_id = await ownId(deps, mark, user, viewer);
      await removeMark(deps.db, mark, { user_id, episode_id });
      return [];
    },
  });

type Paging = { limit: number; last_id?: number | undefined };

/** The position that `last_id` names; null for the first page. */
async function placeOf(deps: Deps, mark: Mark, edge: { user_id: number; episode_id: number }) {
  const found = await findMark(deps.db, mark, edge);
  if (found === undefined) throw invalid({ last_id: "is not an item of this list" });
  return found.position;
}

const listRoute = <S extends boolean>(deps: Deps, mark: Mark, summary: string, access: Access<S>) =>
  route({
    method: "GET",
    path: `/v2/users/:user_id/${mark}`,
    tag: TAGS[mark],
    summary,
    description: "Episodes that not everyone may listen to are left out.",
    access,
    params: z.object({ user_id: userKey }),
    query: z.object(lastIdPaging()),
    response: pageOf(episodeSummary),
    async handle(call: Call<{ user_id: number | string }, Paging>) {
      const { limit, last_id: episode_id } = call.query;
      const user_id = await resolveUser(deps, call.params.user_id, call.viewer);
      if (mark === "bookmarks" && user_id !== call.viewer?.user_id)
        throw forbidden("Bookmarks are shown to their owner alone.", "not-yourself");
      const before =
        episode_id === undefined ? null : await placeOf(deps, mark, { user_id, episode_id });
      const rows = await listMarkedEpisodes(deps.db, mark, user_id, { before, limit });
      return lastIdPage(
        call,
        rows,
        (row) => row.episode_id,
        (row) => episodeSummaryView(row, call.baseUrl),
      );
    },
  });

export const likeRoutes = (deps: Deps) => [
  putRoute(deps, "likes", "Like an episode"),
  removeRoute(deps, "likes", "Like an episode no longer"),
  route({
    method: "GET",
    path: "/v2/users/:user_id/likes/:episode_id",
    tag: TAGS.likes,
    summary: "Whether a user likes an episode",
    description: "An empty answer when so, else 404.",
    access: anyone,
    params,
    query: z.object({ key: keyParam }),
    response: nothing,
    async handle({ params: { user_id: user, episode_id }, query, viewer }) {
      const user_id = await resolveUser(deps, user, viewer);
      await findVisibleEpisode(deps.db, viewer, episode_id, query.key);
      const like = await findMark(deps.db, "likes", { user_id, episode_id });
      if (like === undefined || like.removed_at !== null) throw notFound("like");
      return [];
    },
  }),
  listRoute(deps, "likes", "Episodes a user likes, newest like first", anyone),
  route({
    method: "GET",
    path: "/v2/episodes/:episode_id/likes",
    tag: TAGS.likes,
    summary: "Users who like an episode, newest like first",
    access: anyone,
    params: z.object({ episode_id: id() }),
    query: z.object({ key: keyParam, ...lastIdPaging() }),
    response: pageOf(publicUser),
    async handle(call) {
      const { limit, last_id: user_id, key } = call.query;
      const { episode_id } = call.params;
      await findVisibleEpisode(deps.db, call.viewer, episode_id, key);
      const before =
        user_id === undefined ? null : await placeOf(deps, "likes", { user_id, episode_id });
      const rows = await listLikers(deps.db, episode_id, { before, limit });
      return lastIdPage(
        call,
        rows,
        (row) => row.user_id,
        (row) => publicUserView(row, call.baseUrl),
      );
    },
  }),
  putRoute(deps, "bookmarks", "Bookmark an episode"),
  removeRoute(deps, "bookmarks", "Take a bookmark away"),
  listRoute(deps, "bookmarks", "The caller's bookmarks, newest first", self),
];
