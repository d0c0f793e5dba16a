/** Routes of campaign reports: the advertising of a team by what the caller chooses, as JSON and as CSV. */
import { z } from "zod";
import { CSV_TYPE, sendCsv } from "../../../platform/http/csv.ts";
import { twoWayPage, twoWayPageOf } from "../../../platform/http/paging.ts";
import { id } from "../../../platform/http/params.ts";
import { rawRoute, route } from "../../../platform/http/route.ts";
import { teamReaders } from "../../people/organizations/rights.ts";
import { ALL_ROWS, makeReport, type ReportDeps, requireReportTeam } from "./actions.ts";
import { reportCsvQuery, reportHead, reportItem, reportQuery, specOf } from "./schema.ts";
import { headView, itemView, reportSheet } from "./views.ts";

const common = {
  method: "GET",
  tag: "Campaign statistics",
  scope: ["statistics", "advertising"],
  access: teamReaders,
  params: z.object({ organization_id: id() }),
} as const;

export const campaignReportRoutes = [
  route({
    ...common,
    path: "/v2/organizations/:organization_id/campaign-report",
    operationId: "getCampaignReport",
    summary: "Get a report on the campaigns of an organization's team",
    description:
      "Impressions, revenue and effective price by the dimensions that you choose, and always by currency: by date, then most impressions first. Rows without figures are left out. Days are UTC.",
    query: reportQuery,
    response: twoWayPageOf(reportItem).extend({ report: reportHead }),
    async handle(call, deps: ReportDeps) {
      const { caller, params, query } = call;
      const team_id = await requireReportTeam(deps, caller, params.organization_id);
      const { limit, offset } = query;
      const page = { ...ALL_ROWS, limit: limit + 1, offset };
      const report = await makeReport(deps, team_id, specOf(query), page);
      return { report: headView(report), ...twoWayPage(call, report.rows, itemView) };
    },
  }),
  rawRoute({
    ...common,
    path: "/v2/organizations/:organization_id/campaign-report.csv",
    operationId: "exportCampaignReport",
    summary: "Export a report on the campaigns of an organization's team as CSV",
    description: "All rows of the report, with the columns of its dimensions.",
    query: reportCsvQuery,
    contentType: CSV_TYPE,
    async handle({ caller, params, query, reply }, deps: ReportDeps) {
      const team_id = await requireReportTeam(deps, caller, params.organization_id);
      const report = await makeReport(deps, team_id, specOf(query), ALL_ROWS);
      return sendCsv(reply, reportSheet(report));
    },
  }),
];
