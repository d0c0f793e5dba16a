/** What a forecast is asked and what it tells. */
import { z } from "zod";
import { boolean, day, id, integer, oneOf, structure } from "../../../platform/http/params.ts";

const filter = structure(
  z
    .object({
      type: oneOf(["INCLUDE", "EXCLUDE"]),
      values: z.array(z.union([z.string(), z.number()])).max(1000),
    })
    .nullable(),
);
const targets = {
  ...{ target_ads_type: filter, target_geo: filter, target_devices: filter, target_os: filter },
  ...{ target_apps: filter, target_shows: filter, target_episodes: filter },
  ...{ target_categories: filter, target_languages: filter, target_tags: filter },
};

/** Of a line item that is there (`lineitem_id`), or of one that is not yet, in a campaign. */
export const forecastParams = z
  .object({
    lineitem_id: id().optional(),
    campaign_id: id().optional(),
    start_date: day().optional(),
    end_date: day().optional(),
    goal_impressions: integer({ min: 1 }).optional(),
    priority_id: integer({ min: 20, max: 70 }).optional(),
    goal_pacing: oneOf(["PACED", "ASAP", "FRONT_LOADED"]).optional(),
    max_per_download: integer({ min: 1, max: 20 }).optional(),
    hard_cap: boolean().optional(),
    ...z.object(targets).partial().shape,
  })
  .refine(({ lineitem_id, campaign_id }) => (lineitem_id ?? campaign_id) !== undefined, {
    error: "lineitem_id or campaign_id is required",
    path: ["lineitem_id"],
  })
  .refine((body) => body.lineitem_id !== undefined || (body.start_date && body.end_date), {
    error: "is required with end_date where there is no lineitem_id",
    path: ["start_date"],
  });
export type ForecastParams = z.infer<typeof forecastParams>;

export const forecastDetail = z
  .object({
    samples_count: z
      .int()
      .meta({ description: "Past opportunities that this was worked out from." }),
    available: z.int().meta({ description: "Slots it could run in, until it ends." }),
    contended: z
      .int()
      .meta({ description: "Of these, where others of its priority or above run." }),
    expected: z.int().meta({ description: "Ads delivered by its end." }),
    displaced: z.array(z.object({ lineitem_id: z.int(), name: z.string(), impressions: z.int() })),
  })
  .meta({ id: "LineitemForecast" });
export type Forecast = z.infer<typeof forecastDetail>;
