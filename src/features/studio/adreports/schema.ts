/** Parameters of the pages of reports, and their form. */
import { z } from "zod";
import { formFields } from "../../../platform/http/fields.ts";
import { id, integer } from "../../../platform/http/params.ts";
import { newReportFields } from "../../measurement/campaignreports/saved/schema.ts";
import { checkSpec } from "../../measurement/campaignreports/schema.ts";
import { tableQuery } from "../tables/query.ts";
import { dimensionsIn } from "./spec.ts";

export const reportId = z.object({ report_id: id() });

export const reportPageQuery = tableQuery(
  {
    sorts: [
      "date",
      "advertiser",
      "campaign",
      "lineitem",
      "show",
      "creative",
      "currency",
      "impressions",
      "revenue",
      "ecpm",
    ],
  },
  {},
);

/** A report as a link says it. */
export const savingQuery = z
  .record(z.string(), z.unknown())
  .meta({ maxProperties: formFields.value });

/** The form has a field for each dimension. */
const assembled = <T extends z.ZodType>(schema: T) =>
  z.preprocess((given) => {
    const fields = given as Record<string, unknown>;
    return { ...fields, dimensions: [...dimensionsIn(fields)] };
  }, schema);

export const newReportForm = assembled(
  z.object({ ...newReportFields, team: id() }).superRefine(checkSpec),
);
/** `revision`: that of the report that the form was made of. */
export const reportForm = assembled(
  z.object({ ...newReportFields, revision: integer() }).superRefine(checkSpec),
);
