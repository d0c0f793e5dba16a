/** Organizations, their shows and their members. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { invalid } from "../../platform/failure.ts";
import {
  lastIdPage,
  lastIdPaging,
  offsetPage,
  offsetPaging,
  pageOf,
} from "../../platform/http/paging.ts";
import { id } from "../../platform/http/params.ts";
import { type Access, atRevision, nothing, route } from "../../platform/http/route.ts";
import { imageField } from "../images/actions.ts";
import { showListItem } from "../shows/schema.ts";
import { showListView } from "../shows/views.ts";
import { findUserId } from "../users/store.ts";
import { publicUserView } from "../users/views.ts";
import {
  type Advertising,
  changeOrganization,
  deleteOrganization,
  removeMember,
  requireRole,
  setMember,
} from "./actions.ts";
import { ROLES } from "./rules.ts";
import { member, organizationDetail, organizationParams, roleParam } from "./schema.ts";
import { listMembers, listOrganizationShows } from "./store.ts";
import { organizationView } from "./views.ts";

const tag = "Organizations";
const members: Access<true> = { signedIn: true, who: "members of the organization" };
const admins: Access<true> = { signedIn: true, who: "admins of the organization" };
const params = z.object({ organization_id: id() });
const memberParams = z.object({ organization_id: id(), user_id: id() });
const response = z.object({ organization: organizationDetail });

export const organizationRoutes = (deps: Deps, advertising: Advertising) => [
  route({
    method: "GET",
    path: "/v2/organizations/:organization_id",
    tag,
    summary: "An organization",
    access: members,
    params,
    response,
    async handle({ params: { organization_id }, viewer, baseUrl }) {
      const row = await requireRole(deps, viewer, organization_id, ROLES);
      return atRevision({ organization: organizationView(row, baseUrl) }, row.revision);
    },
  }),
  route({
    method: "POST",
    scope: "basic",
    path: "/v2/organizations/:organization_id",
    tag,
    summary: "Change an organization",
    access: admins,
    params,
    body: organizationParams,
    files: { image_file: imageField },
    response,
    async handle({ params: { organization_id }, viewer, body, files, ifMatch, baseUrl }) {
      const row = await changeOrganization(deps, viewer, organization_id, body, files, ifMatch);
      return atRevision({ organization: organizationView(row, baseUrl) }, row.revision);
    },
  }),
  route({
    method: "DELETE",
    scope: "basic",
    path: "/v2/organizations/:organization_id",
    tag,
    summary: "Delete an organization that has no running line items",
    description:
      "Users keep their shows and may join another organization. Its campaigns end, and what they delivered stays in the ledgers. Running line items: 409 `organization-running`.",
    access: admins,
    params,
    response: nothing,
    async handle({ params: { organization_id }, viewer, ifMatch }) {
      await deleteOrganization(deps, advertising, viewer, organization_id, ifMatch);
      return [];
    },
  }),
  route({
    method: "GET",
    path: "/v2/organizations/:organization_id/shows",
    tag,
    summary: "Shows of the organization's networks, newest first",
    access: members,
    params,
    query: z.object(offsetPaging()),
    response: pageOf(showListItem),
    localised: true,
    async handle(call) {
      const { organization_id } = call.params;
      await requireRole(deps, call.viewer, organization_id, ROLES);
      const rows = await listOrganizationShows(deps.db, { organization_id, ...call.query });
      return offsetPage(call, rows, (row) => showListView(row, call));
    },
  }),
  route({
    method: "GET",
    path: "/v2/organizations/:organization_id/members",
    tag,
    summary: "Members with their roles",
    access: members,
    params,
    query: z.object(lastIdPaging()),
    response: pageOf(member),
    async handle(call) {
      const { last_id, limit } = call.query;
      await requireRole(deps, call.viewer, call.params.organization_id, ROLES);
      if (last_id !== undefined && (await findUserId(deps.db, last_id)) === undefined)
        throw invalid({ last_id: "is not an item of this list" });
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
    summary: "Make a user a member, or change a member's role",
    refusals: { 409: "`last-admin`: an organization keeps at least one admin." },
    access: admins,
    params: memberParams,
    body: roleParam,
    response: nothing,
    async handle({ params, body, viewer }) {
      await requireRole(deps, viewer, params.organization_id, ["admin"]);
      await setMember(deps, { ...params, ...body });
      return [];
    },
  }),
  route({
    method: "DELETE",
    scope: "basic",
    path: "/v2/organizations/:organization_id/members/:user_id",
    tag,
    summary: "End a membership; members may end their own",
    refusals: { 409: "`last-admin`: an organization keeps at least one admin." },
    access: members,
    params: memberParams,
    response: nothing,
    async handle({ params, viewer }) {
      const own = params.user_id === viewer.user_id;
      await requireRole(deps, viewer, params.organization_id, own ? ROLES : ["admin"]);
      await removeMember(deps, params);
      return [];
    },
  }),
];
