/** Routes for organizations, their shows and their members. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import {
  lastIdPage,
  lastIdPaging,
  offsetPage,
  offsetPaging,
  pageOf,
} from "../../../platform/http/paging.ts";
import { id } from "../../../platform/http/params.ts";
import { atRevision, nothing, rawRoute, route } from "../../../platform/http/route.ts";
import { imageField } from "../../publishing/images/actions.ts";
import { originalImage, sendOriginalImage } from "../../publishing/images/originals.ts";
import { showListItem } from "../../publishing/shows/schema.ts";
import { showListView } from "../../publishing/shows/views.ts";
import { publicUser } from "../users/schema.ts";
import { findUserId } from "../users/store.ts";
import { publicUserView } from "../users/views.ts";
import {
  type Advertising,
  changeOrganization,
  deleteOrganization,
  removeMember,
  setMember,
} from "./actions.ts";
import { admins, members, requireOrganizationRole } from "./rights.ts";
import { ROLES } from "./rules.ts";
import { member, organizationDetail, organizationParams, roleParam } from "./schema.ts";
import { listMembers, listNetworkUsers, listOrganizationShows } from "./store.ts";
import { organizationView } from "./views.ts";

const tag = "Organizations";
const params = z.object({ organization_id: id() });
const memberParams = z.object({ organization_id: id(), user_id: id() });
const response = z.object({ organization: organizationDetail });

async function requireKnownUser({ db }: Deps, last_id: number | undefined): Promise<void> {
  if (last_id !== undefined && (await findUserId(db, last_id)) === undefined)
    throw invalid({ last_id: "must be the id of an item in this list" });
}

export const organizationRoutes = [
  route({
    method: "GET",
    path: "/v2/organizations/:organization_id",
    tag,
    operationId: "getOrganization",
    summary: "Get an organization",
    access: members,
    params,
    response,
    async handle({ params: { organization_id }, caller, baseUrl }, deps: Deps) {
      const row = await requireOrganizationRole(deps.db, caller, organization_id, ROLES);
      return atRevision({ organization: organizationView(row, baseUrl) }, row.revision);
    },
  }),
  route({
    method: "POST",
    scope: "basic",
    path: "/v2/organizations/:organization_id",
    tag,
    operationId: "updateOrganization",
    summary: "Update an organization",
    access: admins,
    params,
    body: organizationParams,
    files: { image_file: imageField },
    response,
    async handle(
      { params: { organization_id }, caller, body, files, ifMatch, baseUrl },
      deps: Deps,
    ) {
      const row = await changeOrganization(deps, caller, organization_id, body, files, ifMatch);
      return atRevision({ organization: organizationView(row, baseUrl) }, row.revision);
    },
  }),
  rawRoute({
    ...originalImage,
    method: "GET",
    path: "/v2/organizations/:organization_id/original-image",
    tag,
    operationId: "getOrganizationOriginalImage",
    summary: "Get an organization's image as it was uploaded",
    access: admins,
    params,
    async handle({ params: { organization_id }, caller, request, reply }, deps: Deps) {
      const row = await requireOrganizationRole(deps.db, caller, organization_id, ["admin"]);
      return sendOriginalImage(deps, row.image_id, { request, reply });
    },
  }),
  route({
    method: "DELETE",
    scope: "basic",
    path: "/v2/organizations/:organization_id",
    tag,
    operationId: "deleteOrganization",
    summary: "Delete an organization",
    description:
      "Users keep their shows and can join another organization. The organization's campaigns end, and what they delivered stays in the ledgers.",
    refusals: { 409: "`organization-running`: some of its line items are running." },
    access: admins,
    params,
    response: nothing,
    async handle({ params: { organization_id }, caller, ifMatch }, deps: Deps & Advertising) {
      await deleteOrganization(deps, caller, organization_id, ifMatch);
      return [];
    },
  }),
  route({
    method: "GET",
    path: "/v2/organizations/:organization_id/shows",
    tag,
    operationId: "listOrganizationShows",
    summary: "List the shows of an organization's networks",
    description: "Newest first; also those that are not public.",
    access: members,
    params,
    query: z.object(offsetPaging()),
    response: pageOf(showListItem),
    localised: true,
    async handle(call, deps: Deps) {
      const { organization_id } = call.params;
      await requireOrganizationRole(deps.db, call.caller, organization_id, ROLES);
      const rows = await listOrganizationShows(deps.db, { organization_id, ...call.query });
      return offsetPage(call, rows, (row) => showListView(row, call));
    },
  }),
  route({
    method: "GET",
    path: "/v2/organizations/:organization_id/networks",
    tag,
    operationId: "listOrganizationNetworks",
    summary: "List the users whose shows belong to an organization",
    description:
      "A show belongs to the organization of its author. Admins and editors create shows for these users with `author_id`.",
    access: members,
    params,
    query: z.object(lastIdPaging()),
    response: pageOf(publicUser),
    async handle(call, deps: Deps) {
      const { last_id, limit } = call.query;
      const { organization_id } = call.params;
      await requireOrganizationRole(deps.db, call.caller, organization_id, ROLES);
      await requireKnownUser(deps, last_id);
      const rows = await listNetworkUsers(deps.db, organization_id, last_id ?? null, limit);
      return lastIdPage(
        call,
        rows,
        (row) => row.user_id,
        (row) => publicUserView(row, call.baseUrl),
      );
    },
  }),
  route({
    method: "GET",
    path: "/v2/organizations/:organization_id/members",
    tag,
    operationId: "listOrganizationMembers",
    summary: "List an organization's members",
    description: "Includes their roles.",
    access: members,
    params,
    query: z.object(lastIdPaging()),
    response: pageOf(member),
    async handle(call, deps: Deps) {
      const { last_id, limit } = call.query;
      await requireOrganizationRole(deps.db, call.caller, call.params.organization_id, ROLES);
      await requireKnownUser(deps, last_id);
      const rows = await listMembers(deps.db, call.params.organization_id, last_id ?? null, limit);
      return lastIdPage(
        call,
        rows,
        (row) => row.user_id,
        (row) => ({ ...publicUserView(row, call.baseUrl), role: row.role }),
      );
    },
  }),
  route({
    method: "PUT",
    scope: "basic",
    path: "/v2/organizations/:organization_id/members/:user_id",
    tag,
    operationId: "setOrganizationMember",
    summary: "Add a member to an organization or change a member's role",
    refusals: { 409: "`last-admin`: an organization must keep at least one admin." },
    access: admins,
    params: memberParams,
    body: roleParam,
    response: nothing,
    async handle({ params, body, caller }, deps: Deps) {
      await requireOrganizationRole(deps.db, caller, params.organization_id, ["admin"]);
      await setMember(deps, { ...params, ...body });
      return [];
    },
  }),
  route({
    method: "DELETE",
    scope: "basic",
    path: "/v2/organizations/:organization_id/members/:user_id",
    tag,
    operationId: "removeOrganizationMember",
    summary: "Remove a member from an organization",
    refusals: { 409: "`last-admin`: an organization must keep at least one admin." },
    description: "Members can remove themselves.",
    access: members,
    params: memberParams,
    response: nothing,
    async handle({ params, caller }, deps: Deps) {
      const own = params.user_id === caller.user_id;
      await requireOrganizationRole(
        deps.db,
        caller,
        params.organization_id,
        own ? ROLES : ["admin"],
      );
      await removeMember(deps, params);
      return [];
    },
  }),
];
