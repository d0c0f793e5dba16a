/** Campaigns: what an advertiser books, as a frame around its line items. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { offsetPage, pageOf } from "../../platform/http/paging.ts";
import { id } from "../../platform/http/params.ts";
import { atRevision, nothing, route } from "../../platform/http/route.ts";
import { readableTeams, teamReaders, teamWriters } from "../organizations/rights.ts";
import { changeCampaign, createCampaign, deleteCampaign, readCampaign } from "./actions.ts";
import { campaignDetail, campaignParams, campaignsQuery, newCampaignParams } from "./schema.ts";
import { type CampaignRow, listCampaigns } from "./store.ts";
import { campaignView } from "./views.ts";

const common = { tag: "Advertising", scope: "advertising" } as const;
const params = z.object({ campaign_id: id() });
const response = z.object({ campaign: campaignDetail });

const answer = (row: CampaignRow) => atRevision({ campaign: campaignView(row) }, row.revision);

export const campaignRoutes = (deps: Deps) => [
  route({
    ...common,
    method: "GET",
    path: "/v2/campaigns",
    summary: "Campaigns of your teams, newest first",
    access: teamReaders,
    query: campaignsQuery,
    response: pageOf(campaignDetail),
    async handle(call) {
      const team_ids = await readableTeams(deps.db, call.viewer, call.query.team_id);
      const rows = await listCampaigns(deps.db, { ...call.query, team_ids }, deps.clock());
      return offsetPage(call, rows, campaignView);
    },
  }),
  route({
    ...common,
    method: "POST",
    path: "/v2/campaigns",
    summary: "Create a campaign",
    access: teamWriters,
    body: newCampaignParams,
    response,
    handle: async ({ viewer, body }) => answer(await createCampaign(deps, viewer, body)),
  }),
  route({
    ...common,
    method: "GET",
    path: "/v2/campaigns/:campaign_id",
    summary: "A campaign",
    access: teamReaders,
    params,
    response,
    handle: async ({ params: { campaign_id }, viewer }) =>
      answer(await readCampaign(deps, viewer, campaign_id, "read")),
  }),
  route({
    ...common,
    method: "PUT",
    path: "/v2/campaigns/:campaign_id",
    summary: "Change a campaign",
    refusals: { 409: "`campaign-frozen`: an impression was delivered." },
    description: "`currency` stays as it is from the first impression on (409).",
    access: teamWriters,
    params,
    body: campaignParams,
    response,
    handle: async ({ params: { campaign_id }, viewer, body, ifMatch }) =>
      answer(await changeCampaign(deps, viewer, campaign_id, body, ifMatch)),
  }),
  route({
    ...common,
    method: "DELETE",
    path: "/v2/campaigns/:campaign_id",
    summary: "Delete a campaign with its line items, none of which may run",
    refusals: { 409: "`campaign-running`: some of its line items run." },
    access: teamWriters,
    params,
    response: nothing,
    async handle({ params: { campaign_id }, viewer, ifMatch }) {
      await deleteCampaign(deps, viewer, campaign_id, ifMatch);
      return [];
    },
  }),
];
