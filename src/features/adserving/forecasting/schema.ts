/** What a forecast is asked and what it tells. */
import { z } from "zod";
import { day, id } from "../../../platform/http/params.ts";
import { lineitemParams } from "../../lineitems/schema.ts";

const NEW_ONE = "Required unless `lineitem_id` is sent.";

/** Of a line item that is there (`lineitem_id`), or of one that is not yet, in a campaign; as one is booked. */
export const forecastParams = lineitemParams
  .omit({ name: true, external_id: true, notes: true, third_party_impression_urls: true })
  .omit({ active: true, canceled: true })
  .extend({
    lineitem_id: id()
      .optional()
      .meta({ description: "A line item that exists. Required unless `campaign_id` is sent." }),
    campaign_id: id()
      .optional()
      .meta({ description: "Of a line item to be. Required unless `lineitem_id` is sent." }),
    start_date: day().optional().meta({ description: NEW_ONE }),
    end_date: day().optional().meta({ description: NEW_ONE }),
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
