/** The page of reports: what is shown is chosen by its URL. */
import type { Deps } from "../../../deps.ts";
import { Failure } from "../../../platform/failure.ts";
import type { Refusal } from "../../../platform/http/formpage.ts";
import { html } from "../../../platform/http/html.ts";
import { callerOf, page } from "../../../platform/http/pages.ts";
import {
  ALL_ROWS,
  makeReport,
  type Report,
  type ReportPage,
} from "../../measurement/campaignreports/actions.ts";
import { listReports } from "../../measurement/campaignreports/saved/store.ts";
import type { ReportSpec } from "../../measurement/campaignreports/schema.ts";
import { listScheduled } from "../../measurement/reportmails/store.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { adLayout } from "../adboard/layout.ts";
import { advertiserChoices, campaignChoices } from "../adclients/actions.ts";
import { script, stylesheet } from "../frame/assets.ts";
import { STUDIO_LOOK } from "../frame/layout.ts";
import { listSheet } from "../tables/columns.ts";
import type { TableQuery } from "../tables/query.ts";
import { chooseReadableTeam } from "./actions.ts";
import { columnsOf } from "./columns.ts";
import { PATH } from "./links.ts";
import { mailsWords } from "./mails/words.ts";
import { reportPageQuery } from "./schema.ts";
import { fieldsOfSpec, readSpec } from "./spec.ts";
import { reportsView } from "./views.ts";
import { adReportsWords } from "./words.ts";

const partOf = ({ isCsv, page: number, size, sort, descending }: TableQuery): ReportPage => ({
  sort: sort as ReportPage["sort"],
  descending,
  limit: isCsv ? ALL_ROWS.limit : size,
  offset: isCsv ? 0 : (number - 1) * size,
});

type Read = Readonly<{ report: Report | null; refusal: Refusal }>;

/** The report, or why there is none: problems of fields are shown beside them. */
async function read(
  deps: Deps,
  team_id: number,
  spec: ReportSpec,
  part: ReportPage,
): Promise<Read> {
  const fine: Refusal = { given: {}, fields: {}, message: null };
  try {
    return { report: await makeReport(deps, team_id, spec, part), refusal: fine };
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "invalid" || error.fields === null)
      throw error;
    return { report: null, refusal: { ...fine, fields: error.fields } };
  }
}

export const adReportPages = [
  page({
    method: "GET",
    path: PATH,
    summary: "Report on the campaigns of a team, and list its saved reports",
    access: "signed-in",
    query: reportPageQuery,
    look: STUDIO_LOOK,
    async handle(call, deps: Deps) {
      const words = adReportsWords(call.locale);
      const { table: query, ...given } = call.query;
      const caller = callerOf(call.session);
      const { team_id, teams } = await chooseReadableTeam(deps, caller, given.team);
      const { spec, problems } = readSpec(given);
      const isAsked = Object.keys(problems).length === 0;
      const { report, refusal }: Read = isAsked
        ? await read(deps, team_id, spec, partOf(query))
        : { report: null, refusal: { given: {}, fields: problems, message: null } };
      const columns = columnsOf(spec.dimensions, words);
      if (query.isCsv && report !== null) {
        const { from, to } = report.range;
        const name = `campaign-report-${from}-${to}`;
        return { sheet: listSheet(name, columns, query, report.rows) };
      }
      const saved = await listReports(deps.db, team_id);
      const ids = saved.map(({ report_id }) => report_id);
      const typed = isAsked ? {} : { from: String(given.from ?? ""), to: String(given.to ?? "") };
      const { fields, message } = problemsOf(words.lang, refusal);
      return adLayout(call, deps, {
        title: words.page,
        head: html`${stylesheet("adreports/browser/reports.css")}${script("tables/browser/list.js")}`,
        done: { saved: words.saved, deleted: words.deleted },
        body: reportsView({
          ...{ words, query, spec, team_id, teams, message, report },
          values: { ...fieldsOfSpec(spec), ...typed },
          errors: fields,
          advertisers: await advertiserChoices(deps, [team_id]),
          campaigns: await campaignChoices(deps, [team_id]),
          ...{ saved, mailsWords: mailsWords(call.locale) },
          scheduled: await listScheduled(deps.db, ids),
          user_id: call.session.user_id,
        }),
      });
    },
  }),
];
