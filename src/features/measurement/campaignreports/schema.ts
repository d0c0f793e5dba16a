/** Parameters and wire shapes of campaign reports. */
import { z } from "zod";
import { commaList } from "../../../platform/http/listparams.ts";
import { offsetPaging } from "../../../platform/http/paging.ts";
import { clearableInteger, oneOf } from "../../../platform/http/params.ts";
import type { Day } from "../../../platform/statistics/calendar.ts";
import { optionalDay, rangeProblem } from "../../../platform/statistics/params.ts";
import type { ReportFilter } from "../statistics/reports/store.ts";
import { DIMENSIONS, type Dimension, PERIODS, type Period } from "./rules.ts";

/** What a report shows, as it is asked for or saved. */
export type ReportSpec = ReportFilter &
  Readonly<{
    period: Period;
    /** Of the period `custom` only; otherwise null. */
    from: Day | null;
    to: Day | null;
    dimensions: readonly Dimension[];
  }>;

const idOf = (what: string) =>
  clearableInteger({ min: 1 })
    .optional()
    .meta({ description: `Only ${what}. Empty: of all.` });

/** The fields of a report without their defaults. */
export const specFields = {
  period: oneOf(PERIODS).meta({
    description:
      "`custom`: from `from` to `to`. All others are whole UTC days before today, with weeks from Monday to Sunday; `this_month` includes today.",
  }),
  from: optionalDay("The first day of the period `custom`, in UTC."),
  to: optionalDay(
    "The last day of the period `custom`, in UTC; not before `from`, at most 5 years later.",
  ),
  dimensions: commaList(oneOf(DIMENSIONS), { max: DIMENSIONS.length }).meta({
    description:
      "The breakdown of the figures, besides the currency: at most one of `day`, `week` and `month`, and `advertiser`, `campaign`, `lineitem`, `show`, `creative`. Empty: only by currency.",
  }),
  advertiser_id: idOf("campaigns of this advertiser"),
  campaign_id: idOf("this campaign"),
  lineitem_id: idOf("this line item"),
};

const DATES: readonly Dimension[] = ["day", "week", "month"];

type Loose = Readonly<{
  period: Period;
  from?: Day | null | undefined;
  to?: Day | null | undefined;
  dimensions: readonly Dimension[];
}>;

/** What is wrong with fields that are each right: a custom period without days, dimensions that exclude each other. */
export function specProblems({ period, from, to, dimensions }: Loose): Record<string, string> {
  const problems: Record<string, string> = {};
  if (period === "custom") {
    if (!from) problems.from = "is required for the period custom";
    if (!to) problems.to = "is required for the period custom";
    const [field, message] = (from && to && rangeProblem({ from, to })) || [];
    if (field !== undefined) problems[field] = message ?? "";
  }
  if (dimensions.filter((one) => DATES.includes(one)).length > 1)
    problems.dimensions = "must have at most one of day, week and month";
  if (new Set(dimensions).size < dimensions.length)
    problems.dimensions = "must not repeat an entry";
  return problems;
}

export function checkSpec(spec: Loose, context: z.core.$RefinementCtx): void {
  for (const [field, message] of Object.entries(specProblems(spec)))
    context.addIssue({ code: "custom", path: [field], message });
}

/** Days are only kept for the period that has them; dimensions are put in order. */
export const specOf = (
  given: Loose & { [Key in keyof ReportFilter]?: number | null | undefined },
) => ({
  period: given.period,
  from: given.period === "custom" ? (given.from ?? null) : null,
  to: given.period === "custom" ? (given.to ?? null) : null,
  dimensions: DIMENSIONS.filter((one) => given.dimensions.includes(one)),
  advertiser_id: given.advertiser_id ?? null,
  campaign_id: given.campaign_id ?? null,
  lineitem_id: given.lineitem_id ?? null,
});

/** The same with what they are if nobody says. */
export const withPresets = {
  ...specFields,
  period: specFields.period.prefault("custom").meta(specFields.period.meta() ?? {}),
  dimensions: specFields.dimensions.prefault("campaign").meta(specFields.dimensions.meta() ?? {}),
};
export const reportQuery = z.object({ ...withPresets, ...offsetPaging(50) }).superRefine(checkSpec);
export const reportCsvQuery = z.object(withPresets).superRefine(checkSpec);

const figures = {
  currency: z.string().meta({ description: "Amounts of different currencies are never added." }),
  impressions_sold: z.int(),
  revenue_amount: z.string().meta({
    description: "A decimal with 8 decimal places; `0` if there is no revenue.",
  }),
  ecpm_amount: z.string().nullable().meta({
    description:
      "Revenue of a thousand impressions, computed from the exact amount and rounded to 8 decimal places, halves away from zero; null without impressions.",
  }),
};
const key = (what: string) => ({
  description: `${what}; null if the report is not broken down by it.`,
});

export const reportItem = z
  .object({
    date: z.string().nullable().meta(key("First day of the bucket, not before `from`")),
    advertiser_id: z.int().nullable().meta(key("The advertiser")),
    advertiser_name: z.string().nullable(),
    campaign_id: z.int().nullable().meta(key("The campaign")),
    campaign_name: z.string().nullable(),
    lineitem_id: z.int().nullable().meta(key("The line item")),
    lineitem_name: z.string().nullable(),
    show_id: z
      .int()
      .nullable()
      .meta(
        key(
          "The show that the ads were heard in; null, too, for what no show earned alone, such as flat prices",
        ),
      ),
    show_name: z.string().nullable(),
    creative_id: z
      .int()
      .nullable()
      .meta(
        key(
          "The creative that was heard; null, too, for what no creative earned alone, such as flat prices",
        ),
      ),
    creative_name: z.string().nullable().meta({ description: "The name of its file." }),
    ...figures,
  })
  .meta({ id: "CampaignReportItem" });

export const reportHead = z
  .object({
    from: z.string(),
    to: z.string(),
    dimensions: z.array(z.enum(DIMENSIONS)),
    rows_count: z.int().meta({ description: "Rows on all pages." }),
    totals: z
      .array(z.object(figures))
      .meta({ description: "Of all rows, one for each currency, by its code." }),
  })
  .meta({ id: "CampaignReport" });
