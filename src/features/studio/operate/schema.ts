/** Parameters and forms of the pages of operators. */
import { z } from "zod";
import { id, integer, line, verbatim } from "../../../platform/http/params.ts";
import { JOB_STATES, QUEUES } from "../../../platform/jobs/listing/store.ts";
import { decisionParams } from "../../listening/messages/reports/schema.ts";
import { suspensionParams } from "../../people/administration/schema.ts";
import { logQuery } from "../../people/audit/schema.ts";
import { IMPORT_STATES } from "../../publishing/imports/schema.ts";
import { tableQuery } from "../tables/query.ts";

export const accountsQuery = tableQuery(
  {
    sorts: ["-newest", "name", "email", "shows", "storage"],
    filters: { state: ["suspended", "verified", "admin"] },
  },
  {},
);
export const suspendForm = suspensionParams;
export const verifyForm = z.object({ verified: z.literal("1").optional() });

export const reportsQuery = z.object({
  state: z.enum(["open", "decided"]).catch("open").prefault("open"),
  offset: integer({ min: 0, max: 100_000 }).catch(0).prefault(0),
});
export const decideForm = decisionParams.extend({
  reason: line({ max: 1000 })
    .transform((text) => (text === "" ? undefined : text))
    .optional(),
});

export const importsQuery = tableQuery(
  { sorts: ["-newest"], filters: { state: IMPORT_STATES } },
  {},
);
export const jobsQuery = tableQuery(
  { sorts: ["due"], filters: { state: JOB_STATES, queue: QUEUES } },
  {},
);

const { subject, actor, action, from, to } = logQuery.shape;
/** An empty field of the form counts as not given, and so does a malformed one of an old link. */
export const logPageQuery = z.object({
  subject: subject.catch(undefined),
  actor: actor.catch(undefined),
  action: action.catch(undefined),
  from: from.catch(undefined),
  to: to.catch(undefined),
  before: id().optional().catch(undefined),
  format: verbatim({ max: 10 }).optional().catch(undefined),
});
export type LogPageQuery = z.infer<typeof logPageQuery>;
