/** Converts rows of line items to their wire shape; pure. */
import type { z } from "zod";
import { formatDecimal } from "../../../platform/text/money.ts";
import { wireTime } from "../../../platform/text/time.ts";
import { sumView } from "../campaigns/views.ts";
import type { CreativeRow } from "./creatives/store.ts";
import { creativeView } from "./creatives/views.ts";
import { deliveryStatus, publicStatus } from "./rules.ts";
import { type lineitemDetail, PRICE_PLACES } from "./schema.ts";
import type { LineitemRow } from "./store.ts";

type Detail = z.infer<typeof lineitemDetail>;

/** `creatives` are those in use or being encoded, oldest first. */
export function lineitemView(
  row: LineitemRow,
  creatives: readonly CreativeRow[],
  baseUrl: string,
  at: Date,
): Detail {
  const state = deliveryStatus(row, at);
  const shown = creatives.map((creative) => creativeView(creative, baseUrl));
  const heard = shown.findLast(({ status }) => status === "READY");
  return {
    ...bookingView(row),
    ...targetsView(row),
    active: row.active,
    canceled: row.canceled_at !== null,
    status: publicStatus(state),
    delivery_status: state,
    on_track: row.on_track,
    impressions_tracked: row.impressions_tracked,
    revenue_amount: sumView(row.revenue),
    audio_ad_url: heard?.audio_url ?? null,
    audio_ad_filename: heard?.filename ?? null,
    creatives: shown,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    deleted_at: row.deleted_at && wireTime(row.deleted_at),
  };
}

const bookingView = (row: LineitemRow) => ({
  lineitem_id: row.lineitem_id,
  name: row.name,
  campaign_id: row.campaign_id,
  campaign_name: row.campaign_name,
  team_id: row.team_id,
  external_id: row.external_id,
  notes: row.notes,
  priority_id: row.priority_id,
  start_date: row.start_date,
  end_date: row.end_date,
  timezone: row.timezone,
  auto_extend_days: row.auto_extend_days,
  goal_pacing: row.goal_pacing,
  goal_impressions: row.goal_impressions,
  daily_cap: row.daily_cap,
  hard_cap: row.hard_cap,
  share_of_voice: row.share_of_voice,
  price_type: row.price_type,
  // Prices are bounded far below the exact range of a number.
  price_amount: formatDecimal(BigInt(row.price_amount), PRICE_PLACES),
  max_per_download: row.max_per_download,
  third_party_impression_urls: row.third_party_impression_urls,
});

const targetsView = (row: LineitemRow) => ({
  target_ads_type: row.target_ads_type,
  target_midroll_position: row.target_midroll_position,
  target_geo: row.target_geo,
  target_devices: row.target_devices,
  target_os: row.target_os,
  target_apps: row.target_apps,
  target_shows: row.target_shows,
  target_episodes: row.target_episodes,
  target_categories: row.target_categories,
  target_languages: row.target_languages,
  target_tags: row.target_tags,
  target_dayparts: row.target_dayparts,
  frequency_cap: row.frequency_cap,
  exclusions: row.exclusions,
});
