/** The routes of shows. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { commaList } from "../../../platform/http/listparams.ts";
import { offsetPage, offsetPaging, pageOf } from "../../../platform/http/paging.ts";
import { id, oneOf, verbatim } from "../../../platform/http/params.ts";
import {
  anyone,
  atRevision,
  authorOf,
  type Call,
  editorOf,
  keptUntilChanged,
  nothing,
  route,
  signedIn,
} from "../../../platform/http/route.ts";
import { isSelfOrAdmin, resolveUser } from "../../people/users/rights.ts";
import { userKey } from "../../people/users/schema.ts";
import { imageField } from "../images/actions.ts";
import {
  changeShow,
  createShow,
  deleteShow,
  type ShowEditing,
  type ShowLookup,
} from "./actions.ts";
import { ACCESS_LEVELS, type AccessLevel, listUserShows } from "./editable/store.ts";
import type { NewShows } from "./newshows.ts";
import { findShowPayer, OWN_SHOWS_ONLY, requireEditable, requireShowVisibleTo } from "./rights.ts";
import { authorSubjects, showSubjects } from "./rules.ts";
import { newShowParams, showDetail, showGuid, showListItem, showParams } from "./schema.ts";
import type { ShowRow } from "./store.ts";
import { showListView, showView } from "./views.ts";

const tag = "Shows";
const params = z.object({ show_id: id() });
const response = z.object({ show: showDetail });
const files = { image_file: imageField };

const detail = (row: ShowRow, call: Call, editor: boolean) =>
  atRevision({ show: showView(row, call, editor) }, row.revision);

export const showRoutes = [
  route({
    method: "GET",
    path: "/v2/shows/:show_id",
    tag,
    operationId: "getShow",
    summary: "Get a show",
    access: anyone,
    params,
    query: z.object({
      key: verbatim({ max: 200 })
        .optional()
        .meta({ description: "Key of a show with limited access (`LIMITED`)." }),
    }),
    response,
    localised: true,
    async handle(call, { db, lookUpShow }: Deps & ShowLookup) {
      const row = await lookUpShow(call.params.show_id);
      const { show, role } = await requireShowVisibleTo(db, call.caller, row, call.query.key);
      const answer = detail(show, call, role !== null);
      return role === null ? keptUntilChanged(answer, showSubjects(show)) : answer;
    },
  }),
  route({
    method: "POST",
    path: "/v2/shows",
    tag,
    operationId: "createShow",
    summary: "Create a show",
    refusals: { 409: "`guid-taken`: another show has this `guid`." },
    access: signedIn,
    body: newShowParams,
    files,
    response,
    localised: true,
    handle: async (call, deps: Deps & ShowLookup & NewShows) =>
      detail(await createShow(deps, call.caller, call.body, call.files), call, true),
  }),
  route({
    method: "POST",
    path: "/v2/shows/:show_id",
    tag,
    operationId: "updateShow",
    summary: "Update a show",
    description: "Send only the fields you want to change. An empty string clears a field.",
    access: editorOf("show"),
    params,
    payer: ({ show_id }, caller, deps: Deps & ShowEditing) =>
      findShowPayer(deps.db, caller, show_id),
    body: showParams,
    files,
    response,
    localised: true,
    async handle(call, deps: Deps & ShowEditing) {
      const { show_id } = call.params;
      const { body, files, ifMatch } = call;
      const { show } = await changeShow(deps, call.caller, show_id, body, files, ifMatch);
      return detail(show, call, true);
    },
  }),
  route({
    method: "DELETE",
    path: "/v2/shows/:show_id",
    tag,
    operationId: "deleteShow",
    summary: "Delete a show",
    refusals: { 409: "`show-not-empty`: the show still has episodes." },
    description: "Only a show without episodes can be deleted.",
    access: authorOf("show"),
    params,
    response: nothing,
    async handle(call, deps: Deps) {
      await deleteShow(deps, call.caller, call.params.show_id, call.ifMatch);
      return [];
    },
  }),
  route({
    method: "GET",
    path: "/v2/users/:user_id/shows",
    tag,
    operationId: "listUserShows",
    summary: "List a user's shows",
    description: "Newest first.",
    access: anyone,
    params: z.object({ user_id: userKey }),
    query: z.object({
      filter: oneOf(["listenable", "editable"]).default("listenable").meta({
        description:
          "`listenable`: what everyone can find. `editable`: all that you can edit, unpublished or not.",
      }),
      access_level: commaList(oneOf(ACCESS_LEVELS), { max: 100 }).default(["AUTHOR"]).meta({
        description:
          "Which shows to list, separated by commas. Only the user and admins see the shows on which the user collaborates: for others, `SHOW_COLLABORATOR` and `USER_COLLABORATOR` add nothing.",
      }),
      guid: showGuid().optional().meta({ description: "Only the show with this `podcast:guid`." }),
      ...offsetPaging(),
    }),
    refusals: { 403: "`filter=editable` is for the user alone." },
    response: pageOf(showListItem),
    localised: true,
    fromReplica: true,
    async handle(call, deps: Deps) {
      const { filter, access_level: access, guid, limit, offset } = call.query;
      const user_id = await resolveUser(deps.db, call.caller, call.params.user_id);
      const editable = filter === "editable";
      const own = isSelfOrAdmin(call.caller, user_id);
      if (editable) requireEditable(call.caller, own, OWN_SHOWS_ONLY);
      const shown = own ? access : access.filter(isPublicAccess);
      const query = { user_id, access: shown, editable, guid, limit, offset };
      const rows = await listUserShows(deps.db, query);
      const page = offsetPage(call, rows, (row) => showListView(row, call));
      return own ? page : keptUntilChanged(page, authorSubjects(user_id));
    },
  }),
];

/** The shows of an author are public; the shows on which a user collaborates are not. */
const isPublicAccess = (level: AccessLevel): boolean => level === "AUTHOR";
