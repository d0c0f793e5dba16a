/** SQL used only by forecasts. */
import type { Executor } from "../../../../platform/db/database.ts";
import { budgetText, type RunningRow } from "../bookings/store.ts";

/** The defaults of a line item in a campaign. */
const BLANK: Omit<RunningRow, Placed> = {
  name: "",
  notes: null,
  external_id: null,
  active: false,
  approved_at: null,
  canceled_at: null,
  deleted_at: null,
  revision: 0,
  priority_id: 40,
  start_date: "",
  end_date: "",
  timezone: "UTC",
  auto_extend_days: 0,
  goal_pacing: "PACED",
  goal_impressions: null,
  daily_cap: null,
  hard_cap: false,
  share_of_voice: null,
  price_type: "NONE",
  price_amount: 0,
  target_ads_type: null,
  target_midroll_position: null,
  target_geo: null,
  target_devices: null,
  target_os: null,
  target_apps: null,
  target_shows: null,
  target_episodes: null,
  target_categories: null,
  target_languages: null,
  target_tags: null,
  target_dayparts: null,
  frequency_cap: [],
  exclusions: null,
  max_per_download: 1,
  third_party_impression_urls: [],
};

/** Columns that come from the campaign and its advertiser. */
type Placed =
  | "lineitem_id"
  | "campaign_id"
  | "team_id"
  | "created_at"
  | "updated_at"
  | "budget"
  | "advertiser_id"
  | "iab_categories"
  | "campaign_frequency_cap";

/** A draft line item in the campaign; undefined if the campaign does not exist. */
export async function findFrame(
  db: Executor,
  campaign_id: number,
): Promise<RunningRow | undefined> {
  const row = await db
    .selectFrom("campaigns as c")
    .innerJoin("advertisers as a", "a.advertiser_id", "c.advertiser_id")
    .select(["c.campaign_id", "c.team_id", "c.created_at", "c.updated_at", budgetText])
    .select(["a.advertiser_id", "a.iab_categories"])
    .select("c.frequency_cap as campaign_frequency_cap")
    .where("c.campaign_id", "=", campaign_id)
    .where("c.deleted_at", "is", null)
    .executeTakeFirst();
  return row && { ...BLANK, ...row, lineitem_id: 0 };
}
