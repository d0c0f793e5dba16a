/** Routes for likes, which are public, and bookmarks, which are private. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { invalid, notFound } from "../../../platform/failure.ts";
import { lastIdPage, lastIdPaging, pageOf } from "../../../platform/http/paging.ts";
import { id } from "../../../platform/http/params.ts";
import {
  type Access,
  anyone,
  type Call,
  nothing,
  route,
  self,
} from "../../../platform/http/route.ts";
import { requireSelf, resolveUser } from "../../people/users/rights.ts";
import { publicUser, userKey } from "../../people/users/schema.ts";
import { publicUserView } from "../../people/users/views.ts";
import { requireVisibleEpisode } from "../../publishing/episodes/rights.ts";
import { episodeSummary, keyParam } from "../../publishing/episodes/schema.ts";
import { episodeSummaryView } from "../../publishing/episodes/views.ts";
import { markEpisode, unmarkEpisode } from "./actions.ts";
import { findMark, listLikers, listMarkedEpisodes, type Mark } from "./store.ts";

const TAGS = { likes: "Likes", bookmarks: "Bookmarks" };
const params = z.object({ user_id: userKey, episode_id: id() });

/** The id and the summary of an operation. */
type Words = Readonly<{ operationId: string; summary: string }>;

const ONLY_OWN_BOOKMARKS = "You can only list your own bookmarks.";

/** Only the owner can change likes and bookmarks. */
const onlyOwn = (mark: Mark) => `You can only change your own ${mark}.`;

const putRoute = (mark: Mark, words: Words) =>
  route({
    method: "PUT",
    scope: "basic",
    path: `/v2/users/:user_id/${mark}/:episode_id`,
    tag: TAGS[mark],
    ...words,
    description: "Idempotent.",
    access: self,
    params,
    body: z.object({ key: keyParam }),
    response: nothing,
    async handle({ params: { user_id: user, episode_id }, body, caller }, deps: Deps) {
      await requireSelf(deps.db, caller, user, onlyOwn(mark));
      await markEpisode(deps, caller, mark, { episode_id, key: body.key });
      return [];
    },
  });

const removeRoute = (mark: Mark, words: Words) =>
  route({
    method: "DELETE",
    scope: "basic",
    path: `/v2/users/:user_id/${mark}/:episode_id`,
    tag: TAGS[mark],
    ...words,
    access: self,
    params,
    response: nothing,
    async handle({ params: { user_id: user, episode_id }, caller }, deps: Deps) {
      await requireSelf(deps.db, caller, user, onlyOwn(mark));
      await unmarkEpisode(deps, caller, mark, episode_id);
      return [];
    },
  });

type Paging = { limit: number; last_id?: number | undefined };

/** The position of `last_id`; null for the first page. */
async function placeOf(deps: Deps, mark: Mark, edge: { user_id: number; episode_id: number }) {
  const found = await findMark(deps.db, mark, edge);
  if (found === undefined) throw invalid({ last_id: "must be the id of an item in this list" });
  return found.position;
}

const listRoute = <S extends boolean>(mark: Mark, words: Words, access: Access<S>) =>
  route({
    method: "GET",
    path: `/v2/users/:user_id/${mark}`,
    tag: TAGS[mark],
    ...words,
    description: "Newest first. Leaves out episodes that are not open to everyone.",
    access,
    params: z.object({ user_id: userKey }),
    query: z.object(lastIdPaging()),
    response: pageOf(episodeSummary),
    fromReplica: true,
    async handle(call: Call<{ user_id: number | string }, Paging>, deps: Deps) {
      const { limit, last_id: episode_id } = call.query;
      const { caller, params } = call;
      const user_id =
        mark === "bookmarks"
          ? await requireSelf(deps.db, caller, params.user_id, ONLY_OWN_BOOKMARKS)
          : await resolveUser(deps.db, caller, params.user_id);
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

export const likeRoutes = [
  putRoute("likes", { operationId: "likeEpisode", summary: "Like an episode" }),
  removeRoute("likes", { operationId: "unlikeEpisode", summary: "Unlike an episode" }),
  route({
    method: "GET",
    path: "/v2/users/:user_id/likes/:episode_id",
    tag: TAGS.likes,
    operationId: "checkUserLike",
    summary: "Check whether a user likes an episode",
    description: "Returns an empty answer if the user likes the episode, otherwise 404.",
    access: anyone,
    params,
    query: z.object({ key: keyParam }),
    response: nothing,
    async handle({ params: { user_id: user, episode_id }, query, caller }, deps: Deps) {
      const user_id = await resolveUser(deps.db, caller, user);
      await requireVisibleEpisode(deps.db, caller, episode_id, query.key);
      const like = await findMark(deps.db, "likes", { user_id, episode_id });
      if (like === undefined || like.removed_at !== null) throw notFound("like");
      return [];
    },
  }),
  listRoute(
    "likes",
    { operationId: "listUserLikes", summary: "List the episodes a user likes" },
    anyone,
  ),
  route({
    method: "GET",
    path: "/v2/episodes/:episode_id/likes",
    tag: TAGS.likes,
    operationId: "listEpisodeLikes",
    summary: "List the users who like an episode",
    description: "The latest like first.",
    access: anyone,
    params: z.object({ episode_id: id() }),
    query: z.object({ key: keyParam, ...lastIdPaging() }),
    response: pageOf(publicUser),
    fromReplica: true,
    async handle(call, deps: Deps) {
      const { limit, last_id: user_id, key } = call.query;
      const { episode_id } = call.params;
      await requireVisibleEpisode(deps.db, call.caller, episode_id, key);
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
  putRoute("bookmarks", { operationId: "addBookmark", summary: "Bookmark an episode" }),
  removeRoute("bookmarks", {
    operationId: "removeBookmark",
    summary: "Remove a bookmark",
  }),
  listRoute(
    "bookmarks",
    { operationId: "listUserBookmarks", summary: "List your bookmarks" },
    self,
  ),
];
