/** Routes that share the report of a campaign with its sponsor. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { id } from "../../../../platform/http/params.ts";
import { nothing, route } from "../../../../platform/http/route.ts";
import { wireTime } from "../../../../platform/text/time.ts";
import { teamWriters } from "../../../people/organizations/rights.ts";
import { endShare, shareReport } from "./actions.ts";
import { shareDetail, shareParams } from "./schema.ts";

const common = { tag: "Campaign statistics", scope: "advertising" } as const;
const params = z.object({ campaign_id: id() });

export const sharingRoutes = [
  route({
    ...common,
    method: "POST",
    path: "/v2/campaigns/:campaign_id/share",
    operationId: "createReportShare",
    summary: "Share the report of a campaign",
    description:
      "Makes an address that shows the deliveries of this campaign to everyone who has it, without a price, and nothing else. An earlier address stops working.",
    access: teamWriters,
    params,
    body: shareParams,
    response: z.object({ share: shareDetail }),
    async handle({ params: { campaign_id }, caller, body, baseUrl }, deps: Deps) {
      const { token, expires_at } = await shareReport(deps, caller, campaign_id, body.days);
      const url = `${baseUrl}/r/${token}`;
      return { share: { campaign_id, url, expires_at: wireTime(expires_at) } };
    },
  }),
  route({
    ...common,
    method: "DELETE",
    path: "/v2/campaigns/:campaign_id/share",
    operationId: "deleteReportShare",
    summary: "Stop sharing the report of a campaign",
    description: "Idempotent. The address stops working at once.",
    access: teamWriters,
    params,
    response: nothing,
    async handle({ params: { campaign_id }, caller }, deps: Deps) {
      await endShare(deps, caller, campaign_id);
      return [];
    },
  }),
];
