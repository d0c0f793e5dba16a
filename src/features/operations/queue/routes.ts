/** Routes for admins to see background jobs, to run them again and to delete them. */
import type { Deps } from "../../../deps.ts";
import { offsetPage, pageOf } from "../../../platform/http/paging.ts";
import { nothing, route } from "../../../platform/http/route.ts";
import { listJobs } from "../../../platform/jobs/listing/store.ts";
import { requireServerAdmin, serverAdmins } from "../../people/users/rights.ts";
import { removeJob, retryJob } from "./actions.ts";
import { jobDetail, jobId, jobsQuery } from "./schema.ts";
import { jobView } from "./views.ts";

const common = { tag: "Administration", access: serverAdmins, scope: "basic" } as const;
const ofJob = {
  params: jobId,
  response: nothing,
  refusals: { 409: "`job-running`: it runs now." },
} as const;

export const queueRoutes = [
  route({
    ...common,
    method: "GET",
    path: "/v2/admin/jobs",
    operationId: "listJobs",
    summary: "List background jobs",
    description: "Failed ones first, then running ones, then those that are due first.",
    query: jobsQuery,
    response: pageOf(jobDetail),
    async handle(call, { db }: Deps) {
      requireServerAdmin(call.caller);
      const { queue = null, state = null, q = "", limit, offset } = call.query;
      const rows = await listJobs(db, { queue, state, q: q.trim(), limit: limit + 1, offset });
      return offsetPage(call, rows, jobView);
    },
  }),
  route({
    ...common,
    ...ofJob,
    method: "POST",
    path: "/v2/admin/jobs/:queue/:job_id/retry",
    operationId: "retryJob",
    summary: "Run a background job again now",
    description: "The job gets all its attempts again.",
    async handle({ caller, params }, deps: Deps) {
      await retryJob(deps, caller, params);
      return [];
    },
  }),
  route({
    ...common,
    ...ofJob,
    method: "DELETE",
    path: "/v2/admin/jobs/:queue/:job_id",
    operationId: "deleteJob",
    summary: "Delete a background job",
    description: "The work is not done. An episode whose encoding is deleted stays unprocessed.",
    async handle({ caller, params }, deps: Deps) {
      await removeJob(deps, caller, params);
      return [];
    },
  }),
];
