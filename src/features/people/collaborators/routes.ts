/** Routes for the collaborators of a show, and of all shows of a user. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import { lastIdPage, lastIdPaging, pageOf } from "../../../platform/http/paging.ts";
import { id } from "../../../platform/http/params.ts";
import { type Access, type Caller, nothing, route } from "../../../platform/http/route.ts";
import { publicUser, userKey } from "../users/schema.ts";
import { findUserId, type UserKey } from "../users/store.ts";
import { publicUserView } from "../users/views.ts";
import { networkCircle, requireOther, showCircle } from "./actions.ts";
import {
  addCollaborator,
  type CollaboratorScope,
  listCollaborators,
  removeCollaborator,
} from "./store.ts";

const tag = "Collaborators";
const owners: Access<true> = { signedIn: true, who: "only the author" };

/** The PUT, DELETE and GET routes of one kind of circle. */
function circleRoutes<T>(
  path: string,
  owner: "Show" | "User",
  params: z.ZodObject<Record<string, z.ZodType<T>>>,
  open: (deps: Deps, given: Record<string, unknown>, caller: Caller) => Promise<CollaboratorScope>,
) {
  const what = owner === "Show" ? "a show" : "all shows of a user";
  const one = params.extend({ collaborator_id: id() });
  return [
    route({
      method: "PUT",
      scope: "basic",
      path: `${path}/collaborators/:collaborator_id`,
      tag,
      operationId: `add${owner}Collaborator`,
      summary: `Add a collaborator to ${what}`,
      access: owners,
      params: one,
      refusals: { 400: "The user is the author." },
      response: nothing,
      async handle({ params: given, caller }, deps: Deps) {
        const circle = await open(deps, given, caller);
        const user_id = given.collaborator_id as number;
        await requireOther(deps, circle, user_id);
        await addCollaborator(deps.db, circle, user_id);
        return [];
      },
    }),
    route({
      method: "DELETE",
      scope: "basic",
      path: `${path}/collaborators/:collaborator_id`,
      tag,
      operationId: `remove${owner}Collaborator`,
      summary: `Remove a collaborator from ${what}`,
      access: owners,
      params: one,
      response: nothing,
      async handle({ params: given, caller }, deps: Deps) {
        await removeCollaborator(
          deps.db,
          await open(deps, given, caller),
          given.collaborator_id as number,
        );
        return [];
      },
    }),
    route({
      method: "GET",
      path: `${path}/collaborators`,
      tag,
      operationId: `list${owner}Collaborators`,
      summary: `List the collaborators on ${what}`,
      access: owners,
      params,
      query: z.object(lastIdPaging()),
      response: pageOf(publicUser),
      async handle(call, deps: Deps) {
        const circle = await open(deps, call.params, call.caller);
        const { last_id, limit } = call.query;
        if (last_id !== undefined && (await findUserId(deps.db, last_id)) === undefined)
          throw invalid({ last_id: "must be the id of an item in this list" });
        const rows = await listCollaborators(deps.db, circle, last_id ?? null, limit);
        return lastIdPage(
          call,
          rows,
          (row) => row.user_id,
          (row) => publicUserView(row, call.baseUrl),
        );
      },
    }),
  ];
}

export const collaboratorRoutes = [
  ...circleRoutes(
    "/v2/shows/:show_id",
    "Show",
    z.object({ show_id: id() }),
    (deps, given, caller) => showCircle(deps, given.show_id as number, caller),
  ),
  ...circleRoutes(
    "/v2/users/:user_id",
    "User",
    z.object({ user_id: userKey }),
    (deps, given, caller) => networkCircle(deps, given.user_id as UserKey, caller),
  ),
];
