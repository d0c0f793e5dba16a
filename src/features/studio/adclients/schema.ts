/** Parameters and forms of advertisers and campaigns. */
import { z } from "zod";
import { id, integer, line } from "../../../platform/http/params.ts";
import { advertiserParams, newAdvertiserParams } from "../../advertising/advertisers/schema.ts";
import {
  campaignParams,
  newCampaignParams,
  PUBLIC_STATUSES,
} from "../../advertising/campaigns/schema.ts";
import { tableQuery } from "../tables/query.ts";
import { readCaps } from "./caps.ts";

export const advertiserId = z.object({ advertiser_id: id() });
export const campaignId = z.object({ campaign_id: id() });

export const advertisersQuery = tableQuery({ sorts: ["-newest", "name", "campaigns"] }, {});
export const campaignsQuery = tableQuery(
  {
    sorts: ["-newest", "name", "start", "end", "spent"],
    filters: { status: PUBLIC_STATUSES, advertiser: /^\d{1,15}$/ },
  },
  {},
);

/** The revision that the form was made of. */
const revision = integer();

/** Fields of a form as the parameters of the API: caps have a field for each part. */
const assembled = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (given) => ({ ...(given as object), frequency_cap: readCaps(given as Record<string, string>) }),
    schema,
  );

export const newAdvertiserForm = newAdvertiserParams;
export const advertiserForm = advertiserParams.extend({ revision });
export const newCampaignForm = assembled(newCampaignParams);
export const campaignForm = assembled(campaignParams.extend({ revision }));
/** Who deletes something types its name. */
export const deleteForm = z.object({ name: line({ max: 500 }).prefault("") });
