/** Routes of campaigns, which group the line items that an advertiser books. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { offsetPage, pageOf } from "../../../platform/http/paging.ts";
import { id } from "../../../platform/http/params.ts";
import { atRevision, nothing, route } from "../../../platform/http/route.ts";
import { readableTeams, teamReaders, teamWriters } from "../../people/organizations/rights.ts";
import { changeCampaign, createCampaign, deleteCampaign, readCampaign } from "./actions.ts";
import { campaignDetail, campaignParams, campaignsQuery, newCampaignParams } from "./schema.ts";
import { type CampaignRow, listCampaigns } from "./store.ts";
import { campaignView } from "./views.ts";

const common = { tag: "Advertising", scope: "advertising" } as const;
const params = z.object({ campaign_id: id() });
const response = z.object({ campaign: campaignDetail });

const answer = (row: CampaignRow) => atRevision({ campaign: campaignView(row) }, row.revision);

export const campaignRoutes = [
  route({
    ...common,
    method: "GET",
    path: "/v2/campaigns",
    operationId: "listCampaigns",
    summary: "List your teams' campaigns",
    description: "Newest first.",
    access: teamReaders,
    query: campaignsQuery,
    response: pageOf(campaignDetail),
    async handle(call, deps: Deps) {
      const team_ids = await readableTeams(deps.db, call.caller, call.query.team_id);
      const rows = await listCampaigns(deps.db, { ...call.query, team_ids }, deps.clock());
      return offsetPage(call, rows, campaignView);
    },
  }),
  route({
    ...common,
    method: "POST",
    path: "/v2/campaigns",
    operationId: "createCampaign",
    summary: "Create a campaign",
    access: teamWriters,
    body: newCampaignParams,
    response,
    handle: async ({ caller, body }, deps: Deps) =>
      answer(await createCampaign(deps, caller, body)),
  }),
  route({
    ...common,
    method: "GET",
    path: "/v2/campaigns/:campaign_id",
    operationId: "getCampaign",
    summary: "Get a campaign",
    access: teamReaders,
    params,
    response,
    handle: async ({ params: { campaign_id }, caller }, deps: Deps) =>
      answer(await readCampaign(deps, caller, campaign_id, "read")),
  }),
  route({
    ...common,
    method: "PUT",
    path: "/v2/campaigns/:campaign_id",
    operationId: "updateCampaign",
    summary: "Update a campaign",
    refusals: { 409: "`campaign-frozen`: an impression has been delivered." },
    description: "`currency` cannot be changed after the first impression (409).",
    access: teamWriters,
    params,
    body: campaignParams,
    response,
    handle: async ({ params: { campaign_id }, caller, body, ifMatch }, deps: Deps) =>
      answer(await changeCampaign(deps, caller, campaign_id, body, ifMatch)),
  }),
  route({
    ...common,
    method: "DELETE",
    path: "/v2/campaigns/:campaign_id",
    operationId: "deleteCampaign",
    summary: "Delete a campaign and its line items",
    refusals: { 409: "`campaign-running`: some of its line items are running." },
    description: "None of the line items may be running.",
    access: teamWriters,
    params,
    response: nothing,
    async handle({ params: { campaign_id }, caller, ifMatch }, deps: Deps) {
      await deleteCampaign(deps, caller, campaign_id, ifMatch);
      return [];
    },
  }),
];
