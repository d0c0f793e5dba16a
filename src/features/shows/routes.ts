/** The Shows section of the API. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { batched } from "../../platform/db/batch.ts";
import { forbidden, notFound, unauthenticated } from "../../platform/failure.ts";
import { commaList } from "../../platform/http/listparams.ts";
import { offsetPage, offsetPaging, pageOf } from "../../platform/http/paging.ts";
import { id, oneOf, verbatim } from "../../platform/http/params.ts";
import {
  anyone,
  atRevision,
  authorOf,
  type Call,
  editorOf,
  nothing,
  route,
  type Viewer,
  viewer,
} from "../../platform/http/route.ts";
import { imageField } from "../images/actions.ts";
import { resolveUser } from "../users/actions.ts";
import { userKey } from "../users/schema.ts";
import { changeShow, createShow, deleteShow } from "./actions.ts";
import { editorRole, findShowPayer, isOpenTo } from "./rights.ts";
import { newShowParams, showDetail, showListItem, showParams } from "./schema.ts";
import {
  ACCESS_LEVELS,
  type AccessLevel,
  listUserShows,
  prepareFindShows,
  type ShowRow,
} from "./store.ts";
import { showListView, showView } from "./views.ts";

const tag = "Shows";
const params = z.object({ show_id: id() });
const response = z.object({ show: showDetail });
const files = { image_file: imageField };

const detail = (row: ShowRow, call: Call, editor: boolean) =>
  atRevision({ show: showView(row, call, editor) }, row.revision);

export function showRoutes(deps: Deps) {
  const showOf = batched(prepareFindShows(deps.db));
  return [
    route({
      method: "GET",
      path: "/v2/shows/:show_id",
      tag,
      summary: "A show",
      access: anyone,
      params,
      query: z.object({
        key: verbatim({ max: 200 }).optional().meta({ description: "Key of a LIMITED show." }),
      }),
      response,
      localised: true,
      async handle(call) {
        const row = await showOf(call.params.show_id);
        if (row === undefined) throw notFound("show");
        const editor = (await editorRole(deps.db, call.viewer, row)) !== null;
        if (!editor && !isOpenTo(row, call.query.key)) throw notFound("show");
        return detail(row, call, editor);
      },
    }),
    route({
      method: "POST",
      path: "/v2/shows",
      tag,
      summary: "Create a show",
      access: viewer,
      body: newShowParams,
      files,
      response,
      localised: true,
      handle: async (call) =>
        detail(await createShow(deps, call.viewer, call.body, call.files), call, true),
    }),
    route({
      method: "POST",
      path: "/v2/shows/:show_id",
      tag,
      summary: "Change a show",
      description: "Send only what is to change. An empty text clears a field.",
      access: editorOf("show"),
      params,
      payer: ({ show_id }, viewer) => findShowPayer(deps.db, viewer, show_id),
      body: showParams,
      files,
      response,
      localised: true,
      async handle(call) {
        const { show_id } = call.params;
        const row = await changeShow(
          deps,
          call.viewer,
          show_id,
          call.body,
          call.files,
          call.ifMatch,
        );
        return detail(row, call, true);
      },
    }),
    route({
      method: "DELETE",
      path: "/v2/shows/:show_id",
      tag,
      summary: "Delete a show that has no episodes",
      refusals: { 409: "`show-not-empty`: the show still has episodes." },
      access: authorOf("show"),
      params,
      response: nothing,
      async handle(call) {
        await deleteShow(deps, call.viewer, call.params.show_id, call.ifMatch);
        return [];
      },
    }),
    route({
      method: "GET",
      path: "/v2/users/:user_id/shows",
      tag,
      summary: "Shows of a user, newest first",
      access: anyone,
      params: z.object({ user_id: userKey }),
      query: z.object({
        filter: oneOf(["listenable", "editable"]).default("listenable"),
        access_level: commaList(oneOf(ACCESS_LEVELS), { max: 100 }).default(["AUTHOR"]).meta({
          description:
            "Which shows, as a comma list. Only the user (and an admin) is shown where they collaborate: for others `SHOW_COLLABORATOR` and `USER_COLLABORATOR` add nothing.",
        }),
        ...offsetPaging(),
      }),
      response: pageOf(showListItem),
      localised: true,
      async handle(call) {
        const { filter, access_level: access, limit, offset } = call.query;
        const user_id = await resolveUser(deps, call.params.user_id, call.viewer);
        const editable = filter === "editable";
        if (editable) requireSelf(call.viewer, user_id);
        const shown = isSelf(call.viewer, user_id) ? access : access.filter(isPublicAccess);
        const query = { user_id, access: shown, editable, limit, offset };
        const rows = await listUserShows(deps.db, query);
        return offsetPage(call, rows, (row) => showListView(row, call));
      },
    }),
  ];
}

/** Whose shows somebody has is public; where somebody collaborates is not. */
const isPublicAccess = (level: AccessLevel): boolean => level === "AUTHOR";

const isSelf = (viewer: Viewer | null, user_id: number): boolean =>
  viewer !== null && (viewer.user_id === user_id || viewer.is_admin);

/** `filter=editable` shows what only the user may see. */
export function requireSelf(viewer: Viewer | null, user_id: number): void {
  if (viewer === null) throw unauthenticated("filter=editable needs an access token.");
  if (!isSelf(viewer, user_id))
    throw forbidden("filter=editable is for the user alone.", "not-yourself");
}
