/** The page on which a saved report is mailed on a schedule, and its acts. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { formPage, type Refusal } from "../../../../platform/http/formpage.ts";
import { html } from "../../../../platform/http/html.ts";
import { callerOf, page } from "../../../../platform/http/pages.ts";
import { id } from "../../../../platform/http/params.ts";
import { requireReport } from "../../../measurement/campaignreports/saved/rights.ts";
import {
  mailNow,
  readSchedule,
  scheduleReport,
  unscheduleReport,
} from "../../../measurement/reportmails/actions.ts";
import { listMails } from "../../../measurement/reportmails/mails/store.ts";
import { listCandidates } from "../../../measurement/reportmails/rights.ts";
import { scheduleForm } from "../../../measurement/reportmails/schema.ts";
import { problemsOf } from "../../../web/layout/problems.ts";
import { adLayout } from "../../adboard/layout.ts";
import { stylesheet } from "../../frame/assets.ts";
import { doneAt, STUDIO_LOOK, type StudioCall } from "../../frame/layout.ts";
import { timezoneOf } from "../../range/zones.ts";
import { PATH } from "../links.ts";
import { reportId } from "../schema.ts";
import { logView } from "./logviews.ts";
import { actsView, pathOf, type ShownMails, scheduleFormView, standingView } from "./views.ts";
import { mailsWords } from "./words.ts";

const ONE = `${PATH}/:report_id/mails`;
/** Mails on one page. */
const SIZE = 50;

type Shown = Readonly<{ report_id: number; last_id: number | undefined; refusal: Refusal }>;

async function showMails(call: StudioCall, deps: Deps, { report_id, last_id, refusal }: Shown) {
  const { db, config } = deps;
  const { session, csrf } = call;
  const words = mailsWords(call.locale);
  const report = await requireReport(db, callerOf(session), report_id);
  const shown: ShownMails = {
    ...{ words, csrf, report, user_id: session.user_id, timezone: timezoneOf(session) },
    refusal: problemsOf(words.lang, refusal),
    schedule: await readSchedule(deps, report),
    candidates: await listCandidates(db, report),
    hasMail: config.smtpUrl !== null,
  };
  const rows = await listMails(db, report_id, { last_id, limit: SIZE });
  const mails = rows.slice(0, SIZE);
  const last = rows.length > SIZE ? mails.at(-1)?.mail_id : undefined;
  const older = last === undefined ? null : `${pathOf(report)}?last_id=${last}`;
  const isOwn = report.user_id === session.user_id;
  return adLayout(call, deps, {
    title: words.title,
    subtitle: report.name,
    head: stylesheet("adreports/browser/reports.css"),
    done: { saved: words.saved, ended: words.ended, tested: words.tested },
    body: html`${standingView(shown)}
${isOwn && html`${scheduleFormView(shown)}${actsView(shown)}`}
${logView({ words, timezone: shown.timezone, mails, older })}`,
  });
}

const schedulePages = formPage({
  path: ONE,
  summary: "Mail a saved report on a schedule, and see its mails",
  access: "signed-in",
  params: reportId,
  query: z.object({ last_id: id().optional().catch(undefined) }),
  body: scheduleForm,
  look: STUDIO_LOOK,
  show: (call, refusal, deps: Deps) =>
    showMails(call, deps, { ...call.params, last_id: call.query.last_id, refusal }),
  async submit({ session, params }, { revision, ...value }, deps: Deps) {
    await scheduleReport(deps, callerOf(session), params.report_id, value, [revision]);
    return doneAt(pathOf(params), "saved");
  },
});

const act = {
  method: "POST",
  access: "signed-in",
  params: reportId,
  body: z.object({}),
  look: STUDIO_LOOK,
} as const;

export const reportMailPages = [
  ...schedulePages,
  page({
    ...act,
    path: `${ONE}/now`,
    summary: "Mail a saved report to yourself now",
    async handle({ session, params }, deps: Deps) {
      await mailNow(deps, callerOf(session), params.report_id);
      return doneAt(pathOf(params), "tested");
    },
  }),
  page({
    ...act,
    path: `${ONE}/stop`,
    summary: "Stop mailing a saved report",
    async handle({ session, params }, deps: Deps) {
      await unscheduleReport(deps, callerOf(session), params.report_id, null);
      return doneAt(pathOf(params), "ended");
    },
  }),
];
