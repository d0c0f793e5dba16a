/** Wire shape of a diagnosis. */
import { z } from "zod";
import { day } from "../../../../platform/http/params.ts";

export const diagnosisQuery = z
  .object({
    from: day().meta({ description: "First day of the period, inclusive." }),
    to: day().meta({ description: "Last day of the period, inclusive." }),
  })
  .refine(({ from, to }) => from <= to, { error: "must not be before from", path: ["to"] });

export const diagnosisDetail = z
  .object({
    lineitem_id: z.int(),
    from: z.string(),
    to: z.string(),
    obstacles: z
      .array(z.string())
      .meta({ description: "The reasons why the line item cannot run at present." }),
    opportunities_count: z
      .int()
      .meta({ description: "Downloads of the shows of the team's organization (from samples)." }),
    won_count: z.int(),
    reasons: z.array(z.object({ reason: z.string(), count: z.int() })).meta({
      description: "Most frequent first. Reasons that begin with `target-` are estimates.",
    }),
    slots_count: z.int().meta({
      description: "Slots at its positions, in downloads that match its targeting (from samples).",
    }),
    takers: z
      .array(
        z.object({
          lineitem_id: z.int().nullable().meta({ description: "null: line items of other teams." }),
          name: z.string().nullable(),
          priority_id: z.int(),
          count: z.int(),
        }),
      )
      .meta({
        description:
          "The line items of its priority or a better one that take these slots where it gets fewer than it may, the greatest first, at most 20. Estimated: at most 500 of the samples are decided again with the present bookings. Those of other teams are added up by priority.",
      }),
  })
  .meta({ id: "LineItemDiagnosis" });
export type Diagnosis = z.infer<typeof diagnosisDetail>;
