/** Parameters and response of the inventory. */
import { z } from "zod";
import { id, integer, oneOf } from "../../../../platform/http/params.ts";
import { country } from "../../lineitems/targeting/schema.ts";
import { POSITIONS } from "../schema.ts";

/** Beyond this, bookings say too little about a week. */
export const MOST_WEEKS = 8;
export const USUAL_WEEKS = 4;

export const inventoryQuery = z.object({
  team_id: id().optional().meta({ description: "Default: all your teams." }),
  weeks: integer({ min: 1, max: MOST_WEEKS })
    .default(USUAL_WEEKS)
    .meta({ description: "How many weeks, beginning with the rest of this one." }),
  show_id: id().optional(),
  position: oneOf(POSITIONS).optional().meta({ description: "Only slots at this position." }),
  country: country.optional().meta({
    description: "Only downloads from this country, a code of `/v2/campaigns-countries`.",
  }),
});
export type InventoryQuery = z.infer<typeof inventoryQuery>;

const slots = {
  forecast: z.int().meta({ description: "Expected slots." }),
  booked: z.int().meta({ description: "Slots of these that running and planned line items take." }),
  free: z.int().meta({ description: "`forecast` less `booked`." }),
};

export const inventoryDetail = z
  .object({
    samples_count: z
      .int()
      .meta({ description: "Number of past ad requests that the inventory is computed from." }),
    total: z.object(slots).meta({
      description: "Of all rows. Rounded once, so the sum of the rows may differ a little.",
    }),
    rows_count: z.int().meta({ description: "Number of rows, including those that are left out." }),
    rows: z
      .array(
        z.object({
          week: z.string().meta({ description: "Its Monday (UTC)." }),
          show_id: z.int(),
          show_title: z.string(),
          position: z.string(),
          country: z.string().nullable().meta({ description: "null: unknown." }),
          ...slots,
        }),
      )
      .meta({ description: "By week, the largest first; at most 1,000." }),
  })
  .meta({ id: "Inventory" });
export type Inventory = z.infer<typeof inventoryDetail>;
export type InventoryRow = Inventory["rows"][number];
