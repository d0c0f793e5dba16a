/** Parameters and response of a forecast. */
import { z } from "zod";
import { day, id } from "../../../../platform/http/params.ts";
import { lineitemParams } from "../../lineitems/schema.ts";

const NEW_ONE = "Required unless `lineitem_id` is sent.";

/** Either an existing line item (`lineitem_id`) or a draft in a campaign, with the parameters of a new line item. */
export const forecastParams = lineitemParams
  .omit({ name: true, external_id: true, notes: true, third_party_impression_urls: true })
  .omit({ active: true, canceled: true })
  .extend({
    lineitem_id: id()
      .optional()
      .meta({ description: "An existing line item. Required unless `campaign_id` is sent." }),
    campaign_id: id().optional().meta({
      description: "The campaign of a planned line item. Required unless `lineitem_id` is sent.",
    }),
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
      .meta({ description: "Number of past ad requests that the forecast is computed from." }),
    available: z
      .int()
      .meta({ description: "Slots in which the line item could run until it ends." }),
    contended: z.int().meta({
      description: "Slots of these in which line items of the same or a higher priority run.",
    }),
    expected: z.int().meta({ description: "Expected number of ads delivered by the end date." }),
    displaced: z.array(z.object({ lineitem_id: z.int(), name: z.string(), impressions: z.int() })),
  })
  .meta({ id: "LineItemForecast" });
export type Forecast = z.infer<typeof forecastDetail>;
