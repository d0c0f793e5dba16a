/** Collaborators of a show and of a user's whole network of shows. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { forbidden, invalid, notFound } from "../../platform/failure.ts";
import { lastIdPage, lastIdPaging, pageOf } from "../../platform/http/paging.ts";
import { id } from "../../platform/http/params.ts";
import { type Access, nothing, route, type Viewer } from "../../platform/http/route.ts";
import { editorRole, requireEditor } from "../shows/rights.ts";
import { findShow } from "../shows/store.ts";
import { resolveUser } from "../users/actions.ts";
import { publicUser, userKey } from "../users/schema.ts";
import { findUserId } from "../users/store.ts";
import { publicUserView } from "../users/views.ts";
import { addCollaborator, type Circle, listCollaborators, removeCollaborator } from "./store.ts";

const tag = "Collaborators";
const owners: Access<true> = { signedIn: true, who: "the author alone" };

/** The show's circle, for its author (and an operator's admin): collaborators do not invite. */
async function showCircle({ db }: Deps, show_id: number, viewer: Viewer): Promise<Circle> {
  const show = await findShow(db, show_id);
  if (show === undefined) throw notFound("show");
  const role = await editorRole(db, viewer, show);
  requireEditor(role, show);
  if (role !== "owner" && role !== "admin")
    throw forbidden("Only the show's author may do this.", "not-your-show");
  return {
    table: "show_collaborators",
    column: "show_id",
    value: show_id,
    author_id: show.author_id,
  };
}

/** The circle around all shows of a user, for that user. */
async function networkCircle(deps: Deps, key: number | string, viewer: Viewer): Promise<Circle> {
  const user_id = await resolveUser(deps, key, viewer);
  if (user_id !== viewer.user_id && !viewer.is_admin)
    throw forbidden("You may do this for yourself only.", "not-yourself");
  return {
    table: "user_collaborators",
    column: "network_user_id",
    value: user_id,
    author_id: user_id,
  };
}

async function requireOther({ db }: Deps, circle: Circle, user_id: number): Promise<void> {
  if ((await findUserId(db, user_id)) === undefined) throw notFound("user");
  if (user_id === circle.author_id) throw invalid({ user_id: "is the author already" });
}

/** PUT, DELETE and GET of one kind of circle. */
function circleRoutes<T>(
  deps: Deps,
  path: string,
  what: string,
  params: z.ZodObject<Record<string, z.ZodType<T>>>,
  open: (given: Record<string, unknown>, viewer: Viewer) => Promise<Circle>,
) {
  const one = params.extend({ collaborator_id: id() });
  return [
    route({
      method: "PUT",
      scope: "basic",
      path: `${path}/collaborators/:collaborator_id`,
      tag,
      summary: `Make a user a collaborator of ${what}`,
      access: owners,
      params: one,
      response: nothing,
      async handle({ params: given, viewer }) {
        const circle = await open(given, viewer);
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
      summary: `End a collaboration on ${what}`,
      access: owners,
      params: one,
      response: nothing,
      async handle({ params: given, viewer }) {
        await removeCollaborator(
          deps.db,
          await open(given, viewer),
          given.collaborator_id as number,
        );
        return [];
      },
    }),
    route({
      method: "GET",
      path: `${path}/collaborators`,
      tag,
      summary: `Collaborators of ${what}`,
      access: owners,
      params,
      query: z.object(lastIdPaging()),
      response: pageOf(publicUser),
      async handle(call) {
        const circle = await open(call.params, call.viewer);
        const { last_id, limit } = call.query;
        if (last_id !== undefined && (await findUserId(deps.db, last_id)) === undefined)
          throw invalid({ last_id: "is not an item of this list" });
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

export const collaboratorRoutes = (deps: Deps) => [
  ...circleRoutes(
    deps,
    "/v2/shows/:show_id",
    "a show",
    z.object({ show_id: id() }),
    (given, viewer) => showCircle(deps, given.show_id as number, viewer),
  ),
  ...circleRoutes(
    deps,
    "/v2/users/:user_id",
    "all shows of a user",
    z.object({ user_id: userKey }),
    (given, viewer) => networkCircle(deps, given.user_id as number | string, viewer),
  ),
];
