/** Wire shapes of campaign statistics (contract §10). */
import { z } from "zod";

/** Delivered ads and their price, as decimals in the campaign's currency. */
const figures = {
  impressions_sold: z.int(),
  revenue_amount: z
    .string()
    .meta({ description: "A decimal with 8 decimal places; `0` if there is no revenue." }),
};

export const totals = z.object(figures).meta({ id: "ImpressionTotals" });
/** Amounts of different currencies cannot be added. */
const teamFigures = {
  impressions_sold: figures.impressions_sold,
  revenue_amount: figures.revenue_amount.meta({
    description:
      "The sum of all campaigns. If they have several currencies, their amounts are added as they are: use `revenue_by_currency`.",
  }),
  revenue_by_currency: z
    .array(z.object({ currency: z.string(), revenue_amount: figures.revenue_amount }))
    .meta({
      description:
        "The sums of the campaigns in each currency, by its code; those without revenue are left out.",
    }),
};
export const teamTotals = z.object(teamFigures).meta({ id: "TeamImpressionTotals" });

const date = z.string().meta({ description: "First day of the bucket, not before `from`." });
export const dated = z.object({ date, ...figures }).meta({ id: "DatedImpressionTotals" });
export const teamDated = z.object({ date, ...teamFigures }).meta({
  id: "DatedTeamImpressionTotals",
});

const listed = { name: z.string(), is_deleted: z.boolean(), ...figures };
export const campaignItem = z
  .object({ campaign_id: z.int(), ...listed })
  .meta({ id: "CampaignImpressionTotals" });
export const lineitemItem = z
  .object({ lineitem_id: z.int(), ...listed })
  .meta({ id: "LineItemImpressionTotals" });
