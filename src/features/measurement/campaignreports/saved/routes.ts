/** Routes of saved reports. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { pageOf } from "../../../../platform/http/paging.ts";
import { id } from "../../../../platform/http/params.ts";
import { atRevision, nothing, route } from "../../../../platform/http/route.ts";
import { teamReaders } from "../../../people/organizations/rights.ts";
import { requireReportTeam } from "../actions.ts";
import { changeReport, deleteReport, saveReport } from "./actions.ts";
import { ownerOfReport, removersOfReport, requireReport } from "./rights.ts";
import { newReport, reportChanges, savedReportDetail, whichReport } from "./schema.ts";
import { listReports, type SavedReportRow } from "./store.ts";
import { savedReportView } from "./views.ts";

const common = { tag: "Campaign statistics", scope: "advertising", access: teamReaders } as const;
const ofTeam = {
  ...common,
  path: "/v2/organizations/:organization_id/saved-reports",
  params: z.object({ organization_id: id() }),
} as const;
const one = { ...common, path: "/v2/saved-reports/:report_id", params: whichReport } as const;
const response = z.object({ report: savedReportDetail });
const answer = (row: SavedReportRow, { baseUrl }: Readonly<{ baseUrl: string }>) =>
  atRevision({ report: savedReportView(row, baseUrl) }, row.revision);

export const savedReportRoutes = [
  route({
    ...ofTeam,
    method: "GET",
    operationId: "listSavedReports",
    summary: "List the saved reports of an organization's team",
    description: "By name, all at once: there are at most 200.",
    response: pageOf(savedReportDetail),
    async handle({ caller, params, baseUrl }, deps: Deps) {
      const team_id = await requireReportTeam(deps, caller, params.organization_id);
      const rows = await listReports(deps.db, team_id);
      return { items: rows.map((row) => savedReportView(row, baseUrl)), next_url: null };
    },
  }),
  route({
    ...ofTeam,
    method: "POST",
    operationId: "createSavedReport",
    summary: "Save a report on the campaigns of an organization's team",
    description: "Everyone who may read the team's advertising sees it; only you change it.",
    refusals: { 409: "`too-many-reports`: the team has saved as many as it may." },
    body: newReport,
    response,
    async handle(call, deps: Deps) {
      const { caller, params, body } = call;
      const team_id = await requireReportTeam(deps, caller, params.organization_id);
      return answer(await saveReport(deps, caller, team_id, body), call);
    },
  }),
  route({
    ...one,
    method: "GET",
    operationId: "getSavedReport",
    summary: "Get a saved report",
    response,
    handle: async (call, deps: Deps) =>
      answer(await requireReport(deps.db, call.caller, call.params.report_id), call),
  }),
  route({
    ...one,
    method: "POST",
    operationId: "updateSavedReport",
    summary: "Update a saved report",
    access: ownerOfReport,
    body: reportChanges,
    response,
    async handle(call, deps: Deps) {
      const { caller, params, body, ifMatch } = call;
      return answer(await changeReport(deps, caller, params.report_id, body, ifMatch), call);
    },
  }),
  route({
    ...one,
    method: "DELETE",
    operationId: "deleteSavedReport",
    summary: "Delete a saved report",
    access: removersOfReport,
    response: nothing,
    async handle({ caller, params, ifMatch }, deps: Deps) {
      await deleteReport(deps, caller, params.report_id, ifMatch);
      return [];
    },
  }),
];
