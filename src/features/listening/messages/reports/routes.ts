/** Routes for admins to review reported messages. */
import type { Deps } from "../../../../deps.ts";
import { offsetPage, pageOf } from "../../../../platform/http/paging.ts";
import { nothing, route } from "../../../../platform/http/route.ts";
import type { SuspensionDeps } from "../../../people/administration/actions.ts";
import { requireServerAdmin, serverAdmins } from "../../../people/users/rights.ts";
import { decideAs, reopen } from "./actions.ts";
import { decisionParams, reportedId, reportedMessage, reportsQuery } from "./schema.ts";
import { listReported } from "./store.ts";
import { reportedView } from "./views.ts";

const common = { tag: "Administration", access: serverAdmins, scope: "basic" } as const;

export const reportRoutes = [
  route({
    ...common,
    method: "GET",
    path: "/v2/admin/reports",
    operationId: "listReportedMessages",
    summary: "List reported messages",
    description:
      "Open reports: hidden messages first, then those with most reports. Decided ones: the last decision first.",
    query: reportsQuery,
    response: pageOf(reportedMessage),
    async handle(call, { db }: Deps) {
      requireServerAdmin(call.caller);
      const { state, limit, offset } = call.query;
      const rows = await listReported(db, { state, limit: limit + 1, offset });
      return offsetPage(call, rows, reportedView);
    },
  }),
  route({
    ...common,
    method: "PUT",
    path: "/v2/admin/reports/:message_id/decision",
    operationId: "decideReports",
    summary: "Decide on a reported message",
    description:
      "Closes its reports: `keep` shows it to everyone again, `remove` deletes it. The audit log of its episode says what was decided, and by whom.",
    refusals: { 409: "`own-account`: you cannot suspend yourself." },
    params: reportedId,
    body: decisionParams,
    response: nothing,
    async handle({ caller, params, body }, deps: SuspensionDeps) {
      await decideAs(deps, caller, params.message_id, body);
      return [];
    },
  }),
  route({
    ...common,
    method: "DELETE",
    path: "/v2/admin/reports/:message_id/decision",
    operationId: "reopenReports",
    summary: "Take back the decision on a reported message",
    description:
      "Its reports are open again, and a removed message returns. A suspension of its author stays.",
    params: reportedId,
    response: nothing,
    async handle({ caller, params }, deps: Deps) {
      await reopen(deps, caller, params.message_id);
      return [];
    },
  }),
];
