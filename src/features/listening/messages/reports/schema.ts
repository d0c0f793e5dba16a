/** API schemas and parameters of reported messages. */
import { z } from "zod";
import { offsetPaging } from "../../../../platform/http/paging.ts";
import { boolean, id, line, oneOf } from "../../../../platform/http/params.ts";

const REPORT_STATES = ["open", "decided"] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** `keep` shows the message again; `remove` deletes it. */
const DECISIONS = ["keep", "remove"] as const;
export type Decision = (typeof DECISIONS)[number];

const person = { user_id: z.int(), username: z.string() };

export const reportedMessage = z
  .object({
    message_id: z.int(),
    episode_id: z.int(),
    episode_title: z.string(),
    show_id: z.int(),
    text: z.string(),
    created_at: z.string(),
    hidden: z.boolean().meta({ description: "Whether enough people reported it to hide it." }),
    deleted: z.boolean(),
    author: z.object({ ...person, fullname: z.string(), suspended: z.boolean() }),
    reports_count: z.int(),
    reports: z
      .array(z.object({ ...person, reason: z.string().nullable(), created_at: z.string() }))
      .meta({ description: "The first 50." }),
    decision: z.enum(DECISIONS).nullable(),
    decided_at: z.string().nullable(),
    decided_by: z
      .object({ ...person, fullname: z.string() })
      .nullable()
      .meta({
        description: "Null if the reports are open, or were decided on the command line.",
      }),
  })
  .meta({ id: "ReportedMessage" });

export const reportsQuery = z.object({
  state: z.enum(REPORT_STATES).default("open").meta({
    description: "`open`: to be decided; `decided`: newest decision first.",
  }),
  ...offsetPaging(),
});

export const reportedId = z.object({ message_id: id() });

export const decisionParams = z.object({
  decision: oneOf(DECISIONS),
  suspend_author: boolean().default(false).meta({
    description: "Whether also to suspend the account of the message's author.",
  }),
  reason: line({ min: 1, max: 1000 }).optional().meta({
    description: "Shown to the author at the next sign-in. Required with `suspend_author`.",
  }),
});
export type DecisionParams = z.infer<typeof decisionParams>;
