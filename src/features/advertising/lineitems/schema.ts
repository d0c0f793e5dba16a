/** Wire shape and parameters of line items (contract §8). */
import { z } from "zod";
import { listOf } from "../../../platform/http/listparams.ts";
import { offsetPaging } from "../../../platform/http/paging.ts";
import {
  boolean,
  clearableInteger,
  clearableLine,
  clearableParagraphs,
  day,
  decimal,
  id,
  integer,
  line,
  oneOf,
} from "../../../platform/http/params.ts";
import { frequencyCap, frequencyCapView, PUBLIC_STATUSES } from "../campaigns/schema.ts";
import { creativeDetail } from "./creatives/schema.ts";
import {
  exclusions,
  exclusionsView,
  filters,
  filterView,
  midrollPosition,
} from "./targeting/schema.ts";

export const DELIVERY_STATUSES = [
  "DRAFT",
  "INCOMPLETE",
  "SCHEDULED",
  "DELIVERING",
  "EXTENDED",
  "PAUSED",
  "COMPLETED",
  "UNFULFILLED",
  "CANCELED",
] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
const PRIORITIES = [20, 30, 40, 50, 60, 70] as const;
const PACINGS = ["PACED", "ASAP", "FRONT_LOADED"] as const;
const PRICE_TYPES = ["CPM", "FLAT", "NONE"] as const;
/** Prices are kept in 10⁻⁵ of the currency, so that one impression of a CPM price is exact in 10⁻⁸. */
export const PRICE_PLACES = 5;
/** A thousand million of the currency. */
const MOST_PRICE = 10n ** 14n;

const text = z.string().nullable();
const target = filterView.nullable();

export const lineitemDetail = z
  .object({
    lineitem_id: z.int(),
    name: z.string(),
    campaign_id: z.int(),
    campaign_name: z.string(),
    team_id: z.int(),
    external_id: text,
    notes: text,
    active: z.boolean(),
    canceled: z.boolean(),
    status: z.enum(PUBLIC_STATUSES),
    delivery_status: z.enum(DELIVERY_STATUSES),
    on_track: z.boolean(),
    priority_id: z.int(),
    start_date: z.string(),
    end_date: z.string(),
    timezone: z.string(),
    auto_extend_days: z.int(),
    goal_pacing: z.enum(PACINGS),
    goal_impressions: z.int().nullable(),
    daily_cap: z.int().nullable(),
    hard_cap: z.boolean(),
    share_of_voice: z.int().nullable(),
    price_type: z.enum(PRICE_TYPES),
    price_amount: z.string(),
    impressions_tracked: z.int(),
    revenue_amount: z.string(),
    audio_ad_url: text,
    audio_ad_filename: text,
    creatives: z.array(creativeDetail),
    target_ads_type: target,
    target_midroll_position: z.union([z.string(), z.int()]).nullable(),
    target_geo: target,
    target_devices: target,
    target_os: target,
    target_apps: target,
    target_shows: target,
    target_episodes: target,
    target_categories: target,
    target_languages: target,
    target_tags: target,
    target_dayparts: target,
    frequency_cap: z.array(frequencyCapView),
    exclusions: exclusionsView.nullable(),
    max_per_download: z.int(),
    third_party_impression_urls: z.array(z.string()),
    created_at: z.string(),
    updated_at: z.string(),
    deleted_at: text,
  })
  .meta({ id: "LineItem" });

const priority = () =>
  integer().refine((value) => (PRIORITIES as readonly number[]).includes(value), {
    error: `must be one of ${PRIORITIES.join(", ")}`,
  });
const price = () => decimal({ places: PRICE_PLACES, max: MOST_PRICE });

/** Names that the JavaScript runtime knows; the database checks them too (`isTimezone`). */
const timezone = () =>
  line({ max: 60 }).refine((name) => /^[A-Z]/i.test(name) && isZone(name), {
    error: "must be a name of the IANA database, such as Europe/Rome",
  });

function isZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone }));
  } catch {
    return false;
  }
}

/** Checks the URL with its macros filled in. */
const isAddress = (text: string): boolean =>
  /^https?:\/\/\S+$/i.test(text) && URL.canParse(text.replace(/\{[^{}]*\}/g, "x"));

/** URLs may contain commas, so a text is either a JSON list or separated by white space. */
const pixels = () =>
  z.preprocess(
    (value) => {
      if (typeof value !== "string") return value ?? [];
      return /^\s*\[/.test(value) ? value : value.split(/\s+/, 5).filter(Boolean);
    },
    listOf(pixel, { max: 3, error: "must be a list of addresses" }),
  );

const pixel = line({ max: 2000 }).refine(isAddress, { error: "must be http or https addresses" });

const optionalFilters = z.object(filters).partial().shape;

/** Parameters of a change; all optional. */
export const lineitemParams = z.object({
  name: line({ min: 1, max: 255 }).optional(),
  campaign_id: id().optional(),
  external_id: clearableLine({ max: 255 }).optional(),
  notes: clearableParagraphs({ max: 4000 }).optional(),
  active: boolean().optional().meta({
    description:
      "true approves the line item, which requires a creative (`audio_ad_file`, sent now or earlier); false pauses it.",
  }),
  canceled: boolean().optional().meta({ description: "true cancels the line item permanently." }),
  priority_id: priority().optional().meta({
    description: "20 sponsorship, 30 high, 40 medium, 50 low, 60 exchange, 70 remnant.",
  }),
  start_date: day().optional(),
  end_date: day().optional().meta({ description: "The last day, in `timezone`." }),
  timezone: timezone().optional(),
  auto_extend_days: integer({ max: 365 }).optional().meta({
    description: "Days for which delivery may continue after the end date if the goal was missed.",
  }),
  goal_pacing: oneOf(PACINGS).optional(),
  goal_impressions: clearableInteger({ min: 1 })
    .optional()
    .meta({ description: "An empty string means no goal." }),
  daily_cap: clearableInteger({ min: 1 }).optional(),
  hard_cap: boolean()
    .optional()
    .meta({ description: "Whether to bill no more impressions than the goal." }),
  share_of_voice: clearableInteger({ min: 1, max: 100 }).optional().meta({
    description: "For priority 20: the percentage of slots. An empty string means all slots.",
  }),
  price_type: oneOf(PRICE_TYPES).optional(),
  price_amount: price().optional(),
  ...optionalFilters,
  target_midroll_position: midrollPosition().optional(),
  frequency_cap: frequencyCap().optional(),
  exclusions: exclusions().optional(),
  max_per_download: integer({ min: 1, max: 20 }).optional(),
  third_party_impression_urls: pixels().optional().meta({
    description:
      "Requested once an impression has been counted. A JSON list, or URLs separated by spaces.",
  }),
});

export const newLineitemParams = lineitemParams.extend({
  name: line({ min: 1, max: 255 }),
  campaign_id: id(),
  priority_id: priority(),
  start_date: day(),
  end_date: day(),
  goal_pacing: oneOf(PACINGS),
  price_type: oneOf(PRICE_TYPES),
  price_amount: price(),
});

export const lineitemsQuery = z.object({
  team_id: id().optional().meta({ description: "Default: all your teams." }),
  campaign_id: id().optional().meta({ description: "Only line items of this campaign." }),
  advertiser_id: id().optional().meta({ description: "Only line items of this advertiser." }),
  status: oneOf(PUBLIC_STATUSES)
    .optional()
    .meta({ description: "Only line items with this status." }),
  delivery_status: oneOf(DELIVERY_STATUSES)
    .optional()
    .meta({ description: "Only line items with this delivery status." }),
  q: line({ max: 200 }).optional().meta({ description: "Part of the name or of `external_id`." }),
  ...offsetPaging(),
});

export type LineitemParams = z.infer<typeof lineitemParams>;
export type NewLineitemParams = z.infer<typeof newLineitemParams>;
