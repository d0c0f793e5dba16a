/** Followers, followings and blocks of users. */
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
import { resolveUser } from "../users/actions.ts";
import { publicUser, userKey } from "../users/schema.ts";
import { findUserId } from "../users/store.ts";
import { publicUserView } from "../users/views.ts";
import { block, follow } from "./actions.ts";
import { type ListName, listUsersOf, positionIn, removeBlock, removeFollow } from "./store.ts";

const tag = "Users";

/** The caller's own id, where a path must name the caller. */
async function ownId(deps: Deps, key: number | string, viewer: Viewer): Promise<number> {
  const user_id = await resolveUser(deps, key, viewer);
  if (user_id !== viewer.user_id)
    throw forbidden("You may do this for yourself only.", "not-yourself");
  return user_id;
}

/** PUT and DELETE of one edge from the caller to another user. */
function edgeRoutes(
  deps: Deps,
  noun: "followings" | "blocks",
  other: "following_id" | "blocked_id",
  words: { put: string; remove: string },
  put: (deps: Deps, from: number, to: number) => Promise<void>,
  remove: (db: Deps["db"], edge: { from: number; to: number }) => Promise<void>,
) {
  const path = `/v2/users/:user_id/${noun}/:${other}`;
  const params = z.object({ user_id: userKey, [other]: id() });
  const ends = async (given: Record<string, unknown>, viewer: Viewer) => {
    const from = await ownId(deps, given.user_id as number | string, viewer);
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
      summary: words.put,
      access: self,
      params,
      response: nothing,
      async handle(call) {
        const { from, to } = await ends(call.params, call.viewer);
        await put(deps, from, to);
        return [];
      },
    }),
    route({
      method: "DELETE",
      scope: "basic",
      path,
      tag,
      summary: words.remove,
      access: self,
      params,
      response: nothing,
      async handle(call) {
        await remove(deps.db, await ends(call.params, call.viewer));
        return [];
      },
    }),
  ];
}

/** One of the lists of users, newest first. */
function listRoute<S extends boolean>(
  deps: Deps,
  name: ListName,
  summary: string,
  access: Access<S>,
) {
  return route({
    method: "GET",
    path: `/v2/users/:user_id/${name}`,
    tag,
    summary,
    access,
    params: z.object({ user_id: userKey }),
    query: z.object(lastIdPaging()),
    response: pageOf(publicUser),
    handle: (call) => listPage(deps, name, call),
  });
}

type ListCall = Call<{ user_id: number | string }, { limit: number; last_id?: number | undefined }>;

async function listPage(deps: Deps, name: ListName, call: ListCall) {
  const { limit, last_id } = call.query;
  const user_id = await resolveUser(deps, call.params.user_id, call.viewer);
  if (name === "blocks" && user_id !== call.viewer?.user_id)
    throw forbidden("Blocks are shown to the blocker alone.", "not-yourself");
  const before = last_id === undefined ? null : await positionIn(deps.db, name, user_id, last_id);
  if (before === undefined) throw invalid({ last_id: "is not an item of this list" });
  const rows = await listUsersOf(deps.db, name, { user_id, before, limit });
  return lastIdPage(
    call,
    rows,
    (row) => row.user_id,
    (row) => publicUserView(row, call.baseUrl),
  );
}

export const followRoutes = (deps: Deps) => [
  listRoute(deps, "followers", "Who follows a user", anyone),
  listRoute(deps, "followings", "Whom a user follows", anyone),
  listRoute(deps, "blocks", "Whom the caller blocks", self),
  ...edgeRoutes(
    deps,
    "followings",
    "following_id",
    { put: "Follow a user", remove: "Follow a user no longer" },
    follow,
    removeFollow,
  ),
  ...edgeRoutes(
    deps,
    "blocks",
    "blocked_id",
    { put: "Block a user", remove: "Unblock a user" },
    block,
    removeBlock,
  ),
];
