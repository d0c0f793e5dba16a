/** Routes of mailed reports: when a saved report is mailed, to whom, and what became of its mails. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { lastIdPage, pageOf } from "../../../platform/http/paging.ts";
import { atRevision, nothing, route } from "../../../platform/http/route.ts";
import { teamReaders } from "../../people/organizations/rights.ts";
import { ownerOfReport, requireReport } from "../campaignreports/saved/rights.ts";
import { whichReport } from "../campaignreports/saved/schema.ts";
import {
  mailNow,
  requireSchedule,
  type Schedule,
  scheduleReport,
  unscheduleReport,
} from "./actions.ts";
import { listMails } from "./mails/store.ts";
import { logQuery, reportMailDetail, scheduleDetail, scheduleParams } from "./schema.ts";
import { reportMailView, scheduleView } from "./views.ts";

const common = {
  tag: "Campaign statistics",
  scope: "advertising",
  access: teamReaders,
  params: whichReport,
} as const;
const SCHEDULE = "/v2/saved-reports/:report_id/schedule";
const MAILS = "/v2/saved-reports/:report_id/mails";
const response = z.object({ schedule: scheduleDetail });
const answer = (schedule: Schedule) =>
  atRevision({ schedule: scheduleView(schedule) }, schedule.row.revision);

export const reportMailRoutes = [
  route({
    ...common,
    method: "GET",
    path: SCHEDULE,
    operationId: "getReportSchedule",
    summary: "Get the schedule on which a saved report is mailed",
    response,
    handle: async ({ caller, params }, deps: Deps) =>
      answer(await requireSchedule(deps, caller, params.report_id)),
  }),
  route({
    ...common,
    method: "PUT",
    path: SCHEDULE,
    operationId: "setReportSchedule",
    summary: "Mail a saved report on a schedule",
    description:
      "Replaces the schedule and its recipients. At the hour, each recipient gets one mail with the figures and the CSV, if they may read the team's advertising then and have confirmed their e-mail address. A report is mailed at most once a day.",
    access: ownerOfReport,
    body: scheduleParams,
    response,
    async handle({ caller, params, body, ifMatch }, deps: Deps) {
      return answer(await scheduleReport(deps, caller, params.report_id, body, ifMatch));
    },
  }),
  route({
    ...common,
    method: "DELETE",
    path: SCHEDULE,
    operationId: "deleteReportSchedule",
    summary: "Stop mailing a saved report",
    access: ownerOfReport,
    response: nothing,
    async handle({ caller, params, ifMatch }, deps: Deps) {
      await unscheduleReport(deps, caller, params.report_id, ifMatch);
      return [];
    },
  }),
  route({
    ...common,
    method: "GET",
    path: MAILS,
    operationId: "listReportMails",
    summary: "List the mails of a saved report",
    description: "Newest first. Kept for 90 days.",
    query: logQuery,
    response: pageOf(reportMailDetail),
    async handle(call, { db }: Deps) {
      const { report_id } = await requireReport(db, call.caller, call.params.report_id);
      const rows = await listMails(db, report_id, call.query);
      return lastIdPage(call, rows, (row) => row.mail_id, reportMailView);
    },
  }),
  route({
    ...common,
    method: "POST",
    path: MAILS,
    operationId: "createReportMail",
    summary: "Mail a saved report to yourself now",
    description: "List the mails to see what became of it.",
    access: ownerOfReport,
    response: z.object({ mail: reportMailDetail }),
    handle: async ({ caller, params }, deps: Deps) => ({
      mail: reportMailView(await mailNow(deps, caller, params.report_id)),
    }),
  }),
];
