/** API schemas and parameters of changes to many line items at once. */
import { z } from "zod";
import { commaList, record, structure } from "../../../../platform/http/listparams.ts";
import { boolean, id, integer } from "../../../../platform/http/params.ts";
import { lineitemParams } from "../schema.ts";

/** Line items in one request. */
const MAX_LINEITEMS = 200;
const MAX_SHIFT = 365;

const ids = commaList(id(), { min: 1, max: MAX_LINEITEMS })
  .refine((list) => new Set(list).size === list.length, {
    error: "must name each line item only once",
  })
  .meta({ description: `The ids of 1 to ${MAX_LINEITEMS} line items.` });

const { active, canceled, priority_id, notes, max_per_download } = lineitemParams.shape;
const { start_date, end_date, auto_extend_days } = lineitemParams.shape;
const { goal_pacing, goal_impressions, daily_cap, hard_cap, price_amount } = lineitemParams.shape;

const changes = structure(
  record({
    active,
    canceled,
    priority_id,
    notes,
    start_date,
    end_date,
    shift_days: integer({ min: -MAX_SHIFT, max: MAX_SHIFT }).optional().meta({
      description: "Moves the first and the last day by so many days; not together with dates.",
    }),
    auto_extend_days,
    goal_pacing,
    goal_impressions,
    daily_cap,
    hard_cap,
    price_amount,
    max_per_download,
  })
    .refine((wanted) => Object.values(wanted).some((value) => value !== undefined), {
      error: "must have at least one field",
    })
    .refine(
      (wanted) =>
        wanted.shift_days === undefined ||
        (wanted.start_date === undefined && wanted.end_date === undefined),
      { error: "cannot be sent together with dates", path: ["shift_days"] },
    ),
).meta({ description: "The fields to change in each line item, as in “Update a line item”." });

export const bulkLineitemsParams = z.object({
  ids,
  changes,
  dry_run: boolean().default(false).meta({
    description: "Checks everything and answers what would change, without changing it.",
  }),
});

export type BulkLineitemsParams = z.infer<typeof bulkLineitemsParams>;

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const bulkLineitemOutcome = z
  .object({
    lineitem_id: z.int(),
    changes: z
      .record(z.string(), z.object({ before: value, after: value }))
      .meta({ description: "Only fields that differ; empty if nothing does." }),
    problems: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .meta({ description: "Why the line item cannot be changed. Only in a dry run." }),
  })
  .meta({ id: "BulkLineItemOutcome" });

export type BulkLineitemOutcome = z.infer<typeof bulkLineitemOutcome>;
