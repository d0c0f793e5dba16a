/** Parameters and wire shape of saved reports. */
import { z } from "zod";
import { id, line } from "../../../../platform/http/params.ts";
import { DIMENSIONS, PERIODS } from "../rules.ts";
import { checkSpec, specFields, withPresets } from "../schema.ts";
import { MOST_NAME } from "./rules.ts";

export const savedReportDetail = z
  .object({
    report_id: z.int(),
    organization_id: z.int(),
    user_id: z.int().meta({ description: "The user who saved it, and who alone changes it." }),
    name: z.string(),
    period: z.enum(PERIODS),
    from: z.string().nullable().meta({ description: "null unless the period is `custom`." }),
    to: z.string().nullable(),
    dimensions: z.array(z.enum(DIMENSIONS)),
    advertiser_id: z.int().nullable(),
    campaign_id: z.int().nullable(),
    lineitem_id: z.int().nullable(),
    report_url: z.string().meta({ description: "The report as of now." }),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: "SavedReport" });

const name = line({ min: 1, max: MOST_NAME });

export const newReportFields = { name, ...withPresets };
export const newReport = z.object(newReportFields).superRefine(checkSpec);
export const reportChanges = z.object({
  name: name.optional(),
  ...specFields,
  period: specFields.period.optional(),
  dimensions: specFields.dimensions.optional(),
});
export type NewReport = z.infer<typeof newReport>;
export type ReportChanges = z.infer<typeof reportChanges>;

export const whichReport = z.object({ report_id: id() });
