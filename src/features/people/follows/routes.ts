/** Routes for the followers, followings and blocks of users. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { invalid, notFound } from "../../../platform/failure.ts";
import { lastIdPage, lastIdPaging, pageOf } from "../../../platform/http/paging.ts";
import { id } from "../../../platform/http/params.ts";
import {
  type Access,
  anyone,
  type Call,
  type Caller,
  nothing,
  route,
  self,
} from "../../../platform/http/route.ts";
import { requireSelf, resolveUser } from "../users/rights.ts";
import { publicUser, userKey } from "../users/schema.ts";
import { findUserId, type UserKey } from "../users/store.ts";
import { publicUserView } from "../users/views.ts";
import { block, follow } from "./actions.ts";
import { type ListName, listUsersOf, positionIn, removeBlock, removeFollow } from "./store.ts";

const tag = "Users";

const OWN_BLOCKS = "You can only list the users that you have blocked yourself.";
const OWN_ACCOUNT = "You can only do this for your own account.";

/** The id and the summary of an operation. */
type Words = Readonly<{ operationId: string; summary: string }>;

/** The PUT and DELETE routes of one edge from the caller to another user. */
function edgeRoutes(
  noun: "followings" | "blocks",
  other: "following_id" | "blocked_id",
  words: { put: Words; remove: Words },
  put: (deps: Deps, from: number, to: number) => Promise<void>,
  remove: (db: Deps["db"], edge: { from: number; to: number }) => Promise<void>,
) {
  const path = `/v2/users/:user_id/${noun}/:${other}`;
  const params = z.object({ user_id: userKey, [other]: id() });
  const ends = async (deps: Deps, given: Record<string, unknown>, caller: Caller) => {
    const from = await requireSelf(deps.db, caller, given.user_id as UserKey, OWN_ACCOUNT);
    const to = await findUserId(deps.db, given[other] as number);
    if (to === undefined) throw notFound("user");
    return { from, to };
  };
  return [
    route({
      method: "PUT",
      scope: "basic",
      path,
      tag,
      ...words.put,
      access: self,
      params,
      refusals: { 400: "The other user is the same one." },
      response: nothing,
      async handle(call, deps: Deps) {
        const { from, to } = await ends(deps, call.params, call.caller);
        await put(deps, from, to);
        return [];
      },
    }),
    route({
      method: "DELETE",
      scope: "basic",
      path,
      tag,
      ...words.remove,
      access: self,
      params,
      response: nothing,
      async handle(call, deps: Deps) {
        await remove(deps.db, await ends(deps, call.params, call.caller));
        return [];
      },
    }),
  ];
}

/** The route of one list of users, newest first. */
function listRoute<S extends boolean>(name: ListName, words: Words, access: Access<S>) {
  return route({
    method: "GET",
    path: `/v2/users/:user_id/${name}`,
    tag,
    ...words,
    description: "Newest first.",
    access,
    params: z.object({ user_id: userKey }),
    query: z.object(lastIdPaging()),
    response: pageOf(publicUser),
    fromReplica: true,
    handle: (call, deps: Deps) => listPage(deps, name, call),
  });
}

type ListCall = Call<{ user_id: number | string }, { limit: number; last_id?: number | undefined }>;

async function listPage(deps: Deps, name: ListName, call: ListCall) {
  const { limit, last_id } = call.query;
  const { db } = deps;
  const { caller, params } = call;
  const user_id =
    name === "blocks"
      ? await requireSelf(db, caller, params.user_id, OWN_BLOCKS)
      : await resolveUser(db, caller, params.user_id);
  const before = last_id === undefined ? null : await positionIn(deps.db, name, user_id, last_id);
  if (before === undefined) throw invalid({ last_id: "must be the id of an item in this list" });
  const rows = await listUsersOf(deps.db, name, { user_id, before, limit });
  return lastIdPage(
    call,
    rows,
    (row) => row.user_id,
    (row) => publicUserView(row, call.baseUrl),
  );
}

export const followRoutes = [
  listRoute(
    "followers",
    { operationId: "listUserFollowers", summary: "List a user's followers" },
    anyone,
  ),
  listRoute(
    "followings",
    { operationId: "listUserFollowings", summary: "List the users that a user follows" },
    anyone,
  ),
  listRoute(
    "blocks",
    { operationId: "listBlockedUsers", summary: "List the users you block" },
    self,
  ),
  ...edgeRoutes(
    "followings",
    "following_id",
    {
      put: { operationId: "followUser", summary: "Follow a user" },
      remove: { operationId: "unfollowUser", summary: "Unfollow a user" },
    },
    follow,
    removeFollow,
  ),
  ...edgeRoutes(
    "blocks",
    "blocked_id",
    {
      put: { operationId: "blockUser", summary: "Block a user" },
      remove: { operationId: "unblockUser", summary: "Unblock a user" },
    },
    block,
    removeBlock,
  ),
];
