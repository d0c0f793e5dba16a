/** Advertisers: who books campaigns of a team. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { offsetPage, pageOf } from "../../platform/http/paging.ts";
import { id } from "../../platform/http/params.ts";
import { atRevision, nothing, route } from "../../platform/http/route.ts";
import { readableTeams, teamReaders, teamWriters } from "../organizations/rights.ts";
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

export const advertiserRoutes = (deps: Deps) => [
  route({
    ...common,
    method: "GET",
    path: "/v2/advertisers",
    summary: "Advertisers of your teams, newest first",
    access: teamReaders,
    query: advertisersQuery,
    response: pageOf(advertiserDetail),
    async handle(call) {
      const team_ids = await readableTeams(deps.db, call.viewer, call.query.team_id);
      const rows = await listAdvertisers(deps.db, { ...call.query, team_ids });
      return offsetPage(call, rows, advertiserView);
    },
  }),
  route({
    ...common,
    method: "POST",
    path: "/v2/advertisers",
    summary: "Create an advertiser",
    access: teamWriters,
    body: newAdvertiserParams,
    response,
    handle: async ({ viewer, body }) => answer(await createAdvertiser(deps, viewer, body)),
  }),
  route({
    ...common,
    method: "GET",
    path: "/v2/advertisers/:advertiser_id",
    summary: "An advertiser",
    access: teamReaders,
    params,
    response,
    handle: async ({ params: { advertiser_id }, viewer }) =>
      answer(await readAdvertiser(deps, viewer, advertiser_id, "read")),
  }),
  route({
    ...common,
    method: "PUT",
    path: "/v2/advertisers/:advertiser_id",
    summary: "Change an advertiser",
    access: teamWriters,
    params,
    body: advertiserParams,
    response,
    handle: async ({ params: { advertiser_id }, viewer, body, ifMatch }) =>
      answer(await changeAdvertiser(deps, viewer, advertiser_id, body, ifMatch)),
  }),
  route({
    ...common,
    method: "DELETE",
    path: "/v2/advertisers/:advertiser_id",
    summary: "Delete an advertiser that has no campaigns",
    refusals: { 409: "`advertiser-not-empty`: the advertiser still has campaigns." },
    access: teamWriters,
    params,
    response: nothing,
    async handle({ params: { advertiser_id }, viewer, ifMatch }) {
      await deleteAdvertiser(deps, viewer, advertiser_id, ifMatch);
      return [];
    },
  }),
];
