/** Wire shape and parameters of campaigns (contract §8). */
import { z } from "zod";
import { listOf, record } from "../../../platform/http/listparams.ts";
import { offsetPaging } from "../../../platform/http/paging.ts";
import { clearableLine, decimal, id, integer, line, oneOf } from "../../../platform/http/params.ts";

/** Status of a campaign or line item in the API. */
export const PUBLIC_STATUSES = ["NOT_STARTED", "RUNNING", "STOPPED", "COMPLETED"] as const;
export type PublicStatus = (typeof PUBLIC_STATUSES)[number];

const cap = record({
  max: integer({ min: 1, max: 1_000_000 }),
  count: integer({ min: 1, max: 1000 }).default(1),
  unit: oneOf(["HOUR", "DAY", "WEEK", "LIFETIME"]),
});

/** A frequency cap in responses. */
export const frequencyCapView = z
  .object({ max: z.int(), count: z.int(), unit: z.string() })
  .meta({ id: "FrequencyCap" });

/** Limits how often a listener hears the ad. */
export const frequencyCap = () =>
  listOf(cap, { max: 5, error: "must be a list of {max, count, unit}" }).meta({
    description:
      "A listener hears the ad at most `max` times in `count` units; if there are several caps, the strictest applies.",
  });

/** Sums are kept in units of 10⁻⁸ of the campaign's currency. */
export const SUM_PLACES = 8;
const MOST_BUDGET = 10n ** 18n;

export const campaignDetail = z
  .object({
    campaign_id: z.int(),
    name: z.string(),
    team_id: z.int(),
    advertiser_id: z.int(),
    advertiser_name: z.string(),
    status: z.enum(PUBLIC_STATUSES),
    currency: z.string(),
    external_id: z.string().nullable(),
    budget_amount: z
      .string()
      .nullable()
      .meta({ description: "Delivery stops when it is reached." }),
    spent_amount: z.string().meta({ description: "The cost of what has been delivered so far." }),
    frequency_cap: z.array(frequencyCapView),
    start_date: z.string().nullable().meta({ description: "Start date of the first line item." }),
    end_date: z.string().nullable().meta({ description: "End date of the last line item." }),
    created_at: z.string(),
    updated_at: z.string(),
    deleted_at: z.string().nullable(),
    synched: z.literal(true),
  })
  .meta({ id: "Campaign" });

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

const currency = () =>
  z.preprocess(
    (value) => (typeof value === "string" ? value.trim().toUpperCase() : value),
    z
      .string({ error: "must be a code such as EUR" })
      .max(3, { error: "must be a code of ISO 4217, such as EUR" })
      .refine((code) => CURRENCIES.has(code), { error: "must be a code of ISO 4217, such as EUR" }),
  );

const budget = () =>
  z.preprocess(
    (value) => (value === "" ? null : value),
    decimal({ places: SUM_PLACES, max: MOST_BUDGET }).nullable(),
  );

/** Parameters of a change; all optional. */
export const campaignParams = z.object({
  name: line({ min: 1, max: 255 }).optional(),
  advertiser_id: id().optional(),
  currency: currency().optional(),
  external_id: clearableLine({ max: 255 }).optional(),
  budget_amount: budget().optional().meta({ description: "An empty string means no limit." }),
  frequency_cap: frequencyCap().optional(),
});

export const newCampaignParams = campaignParams.extend({
  name: line({ min: 1, max: 255 }),
  advertiser_id: id(),
});

export const campaignsQuery = z.object({
  team_id: id().optional().meta({ description: "Default: all your teams." }),
  advertiser_id: id().optional().meta({ description: "Only campaigns of this advertiser." }),
  status: oneOf(PUBLIC_STATUSES)
    .optional()
    .meta({ description: "Only campaigns with this status." }),
  q: line({ max: 200 }).optional().meta({ description: "Part of the name or of `external_id`." }),
  ...offsetPaging(),
});

export type CampaignParams = z.infer<typeof campaignParams>;
export type NewCampaignParams = z.infer<typeof newCampaignParams>;
