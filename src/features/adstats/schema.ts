/** Wire shapes of campaign statistics (contract §10). */
import { z } from "zod";

/** Delivered ads, and what they cost: decimals in the campaign's currency. */
const figures = {
  impressions_sold: z.int(),
  revenue_amount: z.string().meta({ description: "8 decimals; `0` when there is none." }),
};

export const totals = z.object(figures).meta({ id: "CampaignTotals" });
export const dated = z
  .object({
    date: z.string().meta({ description: "First day of the bucket, no earlier than `from`." }),
    ...figures,
  })
  .meta({ id: "DatedCampaignTotals" });

const listed = { name: z.string(), is_deleted: z.boolean(), ...figures };
export const campaignItem = z
  .object({ campaign_id: z.int(), ...listed })
  .meta({ id: "CampaignTotalsItem" });
export const lineitemItem = z
  .object({ lineitem_id: z.int(), ...listed })
  .meta({ id: "LineitemTotalsItem" });
