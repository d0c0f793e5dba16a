/** Parameters of the inventory. */

import { integer } from "../../../platform/http/params.ts";
import { MOST_WEEKS, USUAL_WEEKS } from "../../advertising/adserving/inventory/schema.ts";
import { POSITIONS } from "../../advertising/adserving/schema.ts";
import { tableQuery } from "../tables/query.ts";

/** The ranges that the page offers. */
export const RANGES = [1, USUAL_WEEKS, MOST_WEEKS] as const;

export const inventoryPageQuery = tableQuery(
  {
    sorts: ["week", "show", "position", "country", "forecast", "booked", "free"],
    filters: { show: /^\d{1,15}$/, position: POSITIONS, country: /^[A-Z]{2}$/ },
  },
  { weeks: integer({ min: 1, max: MOST_WEEKS }).default(USUAL_WEEKS).catch(USUAL_WEEKS) },
);
