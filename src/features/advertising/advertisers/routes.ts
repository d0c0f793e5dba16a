/** Routes of advertisers, the customers for whom a team books campaigns. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { offsetPage, pageOf } from "../../../platform/http/paging.ts";
import { id } from "../../../platform/http/params.ts";
import { atRevision, nothing, route } from "../../../platform/http/route.ts";
import { readableTeams, teamReaders, teamWriters } from "../../people/organizations/rights.ts";
import { changeAdvertiser, createAdvertiser, deleteAdvertiser, readAdvertiser } from "./actions.ts";
import {
  advertiserDetail,
  advertiserParams,
  advertisersQuery,
  newAdvertiserParams,
} from "./schema.ts";
import { type AdvertiserRow, listAdvertisers } from "./store.ts";
import { advertiserView } from "./views.ts";

const common = { tag: "Advertising", scope: "advertising" } as const;
const params = z.object({ advertiser_id: id() });
const response = z.object({ advertiser: advertiserDetail });

const answer = (row: AdvertiserRow) =>
  atRevision({ advertiser: advertiserView(row) }, row.revision);

export const advertiserRoutes = [
  route({
    ...common,
    method: "GET",
    path: "/v2/advertisers",
    operationId: "listAdvertisers",
    summary: "List your teams' advertisers",
    description: "Newest first.",
    access: teamReaders,
    query: advertisersQuery,
    response: pageOf(advertiserDetail),
    async handle(call, deps: Deps) {
      const team_ids = await readableTeams(deps.db, call.caller, call.query.team_id);
      const rows = await listAdvertisers(deps.db, { ...call.query, team_ids });
      return offsetPage(call, rows, advertiserView);
    },
  }),
  route({
    ...common,
    method: "POST",
    path: "/v2/advertisers",
    operationId: "createAdvertiser",
    summary: "Create an advertiser",
    access: teamWriters,
    body: newAdvertiserParams,
    response,
    handle: async ({ caller, body }, deps: Deps) =>
      answer(await createAdvertiser(deps, caller, body)),
  }),
  route({
    ...common,
    method: "GET",
    path: "/v2/advertisers/:advertiser_id",
    operationId: "getAdvertiser",
    summary: "Get an advertiser",
    access: teamReaders,
    params,
    response,
    handle: async ({ params: { advertiser_id }, caller }, deps: Deps) =>
      answer(await readAdvertiser(deps, caller, advertiser_id, "read")),
  }),
  route({
    ...common,
    method: "PUT",
    path: "/v2/advertisers/:advertiser_id",
    operationId: "updateAdvertiser",
    summary: "Update an advertiser",
    access: teamWriters,
    params,
    body: advertiserParams,
    response,
    handle: async ({ params: { advertiser_id }, caller, body, ifMatch }, deps: Deps) =>
      answer(await changeAdvertiser(deps, caller, advertiser_id, body, ifMatch)),
  }),
  route({
    ...common,
    method: "DELETE",
    path: "/v2/advertisers/:advertiser_id",
    operationId: "deleteAdvertiser",
    summary: "Delete an advertiser",
    refusals: { 409: "`advertiser-not-empty`: the advertiser still has campaigns." },
    description: "Only an advertiser without campaigns can be deleted.",
    access: teamWriters,
    params,
    response: nothing,
    async handle({ params: { advertiser_id }, caller, ifMatch }, deps: Deps) {
      await deleteAdvertiser(deps, caller, advertiser_id, ifMatch);
      return [];
    },
  }),
];
