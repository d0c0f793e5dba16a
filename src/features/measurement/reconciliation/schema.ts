/** Parameters and wire shapes of reconciliations. */
import { z } from "zod";
import { clearableLine, integer, oneOf } from "../../../platform/http/params.ts";
import { NAMINGS } from "./matching.ts";
import { DATE_ORDERS } from "./reading/dates.ts";
import { DECIMAL_MARKS } from "./reading/numbers.ts";
import { MAX_REPORT_BYTES } from "./reading/rows.ts";

const column = (what: string) =>
  clearableLine({ max: 200 })
    .prefault("")
    .meta({ description: `The column with ${what}. Found by its usual names if empty.` });

export const mappingParams = z.object({
  date_column: column("the day"),
  lineitem_column: column("the line item"),
  impressions_column: column("the impressions"),
  revenue_column: column("the revenue, in the campaign's currency"),
  lineitem_by: oneOf(NAMINGS).prefault("auto").meta({
    description: "How the column names line items; `auto`: as most of its cells do.",
  }),
  date_order: oneOf(DATE_ORDERS).prefault("auto").meta({
    description:
      "The order in dates such as 01/02/2026; `auto`: as the whole column shows. Dates with dots have the day first.",
  }),
  decimal_mark: oneOf(DECIMAL_MARKS).prefault("auto").meta({
    description: "`point` for 1,234.50, `comma` for 1.234,50; `auto`: as the whole file shows.",
  }),
});
export type MappingParams = z.infer<typeof mappingParams>;

export const reconciliationParams = mappingParams.extend({
  limit: integer({ min: 1, max: 1000 }).prefault(100).meta({
    description: "How many of the compared rows the response lists.",
  }),
});

/** The file field of the report. */
export const reportField = {
  maxBytes: MAX_REPORT_BYTES,
  description:
    "CSV (RFC 4180) with a header, in UTF-8 or UTF-16, with commas, semicolons, tabs or bars between the columns; at most 200,000 lines and 366 days.",
  required: true,
};

const percent = z.string().nullable().meta({
  description: "In percent of our figure, with two decimals; null if ours is 0.",
});
const figures = {
  impressions_sold: z.int().meta({ description: "Ours, as in campaign statistics." }),
  impressions_reported: z.int(),
  impressions_difference: percent,
  revenue_amount: z.string(),
  revenue_reported: z.string().nullable().meta({
    description: "null if the report has no column of revenue.",
  }),
  revenue_difference: percent,
  is_marked: z.boolean().meta({
    description:
      "Whether impressions or revenue differ by more than 5 % of ours; amounts by more than 0.01, too.",
  }),
};

export const reconciliationDetail = z
  .object({
    campaign_id: z.int(),
    from: z.string(),
    to: z.string(),
    columns: z
      .object({
        date: z.string(),
        lineitem: z.string(),
        impressions: z.string(),
        revenue: z.string().nullable(),
      })
      .meta({ description: "The columns that were read." }),
    lineitem_by: z.enum(["id", "external_id", "name"]),
    date_order: z.enum(["day_first", "month_first"]),
    decimal_mark: z.enum(["point", "comma"]),
    lines: z.int().meta({ description: "Lines of the report below its header." }),
    compared: z.int().meta({ description: "Rows: days × line items that one of the two has." }),
    marked: z.int(),
    sums: z.object(figures),
    unknown: z
      .array(z.object({ name: z.string(), lines: z.int(), impressions_reported: z.int() }))
      .meta({
        description:
          "Line items of the report that the campaign does not have, at most 20, most impressions first. They are not compared.",
      }),
    unknown_count: z.int(),
    items: z
      .array(z.object({ date: z.string(), lineitem_id: z.int(), name: z.string(), ...figures }))
      .meta({ description: "Marked rows first, then those that differ most." }),
  })
  .meta({ id: "Reconciliation" });
