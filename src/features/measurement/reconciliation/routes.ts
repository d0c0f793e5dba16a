/** The route that compares a third party's report with a campaign. */
import { z } from "zod";
import { id } from "../../../platform/http/params.ts";
import { route } from "../../../platform/http/route.ts";
import { teamReaders } from "../../people/organizations/rights.ts";
import { type ReconciliationDeps, reconcile } from "./actions.ts";
import { reconciliationDetail, reconciliationParams, reportField } from "./schema.ts";
import { reconciliationView } from "./views.ts";

export const reconciliationRoutes = [
  route({
    method: "POST",
    path: "/v2/campaigns/:campaign_id/reconciliation",
    tag: "Campaign statistics",
    scope: ["statistics", "advertising"],
    operationId: "createReconciliation",
    summary: "Compare a third party's report with a campaign",
    description:
      "Sums the report by day and line item, and compares it with what was sold on these days (UTC). Nothing is stored. A report that cannot be read is refused with the line and the column.",
    access: teamReaders,
    params: z.object({ campaign_id: id() }),
    body: reconciliationParams,
    files: { report_file: reportField },
    response: z.object({ reconciliation: reconciliationDetail }),
    async handle({ params, caller, body, files: { report_file } }, deps: ReconciliationDeps) {
      const { limit, ...mapping } = body;
      const found = await reconcile(deps, caller, params.campaign_id, report_file, mapping);
      return { reconciliation: reconciliationView(found, limit) };
    },
  }),
];
