/** Converts rows of campaigns to their wire shape; pure. */
import type { z } from "zod";
import { formatDecimal } from "../../../platform/text/money.ts";
import { wireTime } from "../../../platform/text/time.ts";
import { type campaignDetail, SUM_PLACES } from "./schema.ts";
import type { CampaignRow } from "./store.ts";

/** Formats a sum in 10⁻⁸ (as text from the database) for the wire. */
export const sumView = (units: string): string => formatDecimal(BigInt(units), SUM_PLACES);

export const campaignView = (row: CampaignRow): z.infer<typeof campaignDetail> => ({
  campaign_id: row.campaign_id,
  name: row.name,
  team_id: row.team_id,
  advertiser_id: row.advertiser_id,
  advertiser_name: row.advertiser_name,
  status: row.status,
  currency: row.currency,
  external_id: row.external_id,
  budget_amount: row.budget === null ? null : sumView(row.budget),
  spent_amount: sumView(row.spent_amount),
  frequency_cap: row.frequency_cap,
  start_date: row.start_date,
  end_date: row.end_date,
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
  deleted_at: row.deleted_at && wireTime(row.deleted_at),
  synched: true,
});
