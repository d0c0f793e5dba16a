/** The pages that save, change and delete reports. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { html } from "../../../platform/http/html.ts";
import { callerOf } from "../../../platform/http/pages.ts";
import { line } from "../../../platform/http/params.ts";
import {
  changeReport,
  deleteReport,
  saveReport,
} from "../../measurement/campaignreports/saved/actions.ts";
import {
  requireOwnReport,
  requireRemovableReport,
} from "../../measurement/campaignreports/saved/rights.ts";
import { specOfRow } from "../../measurement/campaignreports/saved/views.ts";
import { requireTeamRole } from "../../people/organizations/rights.ts";
import { buttonLink } from "../../web/layout/components.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { adLayout } from "../adboard/layout.ts";
import { advertiserChoices, campaignChoices } from "../adclients/actions.ts";
import { isItsName } from "../adclients/values.ts";
import { stylesheet } from "../frame/assets.ts";
import { doneAt, STUDIO_LOOK } from "../frame/layout.ts";
import { chooseReadableTeam } from "./actions.ts";
import { deletionView, savedFormView } from "./forms.ts";
import { PATH, reportHref } from "./links.ts";
import { mailsWords } from "./mails/words.ts";
import { newReportForm, reportForm, reportId, savingQuery } from "./schema.ts";
import { fieldsOfSpec, readSpec } from "./spec.ts";
import { adReportsWords } from "./words.ts";

const NEW = `${PATH}/new`;

const newPages = formPage({
  path: NEW,
  summary: "Save a report",
  access: "signed-in",
  query: savingQuery,
  body: newReportForm,
  look: STUDIO_LOOK,
  async show(call, refusal, deps: Deps) {
    const words = adReportsWords(call.locale);
    const asked = refusal.given.team ?? call.query.team;
    const { team_id } = await chooseReadableTeam(deps, callerOf(call.session), asked);
    const { spec } = readSpec(call.query);
    return adLayout(call, deps, {
      title: words.save_report,
      narrow: true,
      head: stylesheet("adreports/browser/reports.css"),
      body: savedFormView({
        words,
        csrf: call.csrf,
        action: NEW,
        refusal: problemsOf(words.lang, refusal),
        values: fieldsOfSpec(spec),
        hidden: { team: String(team_id) },
        advertisers: await advertiserChoices(deps, [team_id]),
        campaigns: await campaignChoices(deps, [team_id]),
        back: reportHref(PATH, team_id, spec),
      }),
    });
  },
  async submit({ session }, { team, ...values }, deps: Deps) {
    const caller = callerOf(session);
    await requireTeamRole(deps.db, caller, team, "read");
    const row = await saveReport(deps, caller, team, values);
    return doneAt(reportHref(PATH, team, specOfRow(row)), "saved");
  },
});

const editPages = formPage({
  path: `${PATH}/:report_id`,
  summary: "Change a saved report",
  access: "signed-in",
  params: reportId,
  body: reportForm,
  look: STUDIO_LOOK,
  async show(call, refusal, deps: Deps) {
    const words = adReportsWords(call.locale);
    const row = await requireOwnReport(deps.db, callerOf(call.session), call.params.report_id);
    const path = `${PATH}/${row.report_id}`;
    return adLayout(call, deps, {
      title: words.change_report,
      subtitle: row.name,
      narrow: true,
      head: stylesheet("adreports/browser/reports.css"),
      actions: html`${buttonLink(`${path}/mails`, mailsWords(call.locale).mails, "quiet")} ${buttonLink(`${path}/delete`, words.delete_report, "quiet")}`,
      body: savedFormView({
        words,
        csrf: call.csrf,
        action: path,
        refusal: problemsOf(words.lang, refusal),
        values: { name: row.name, ...fieldsOfSpec(specOfRow(row)) },
        hidden: { revision: String(row.revision) },
        advertisers: await advertiserChoices(deps, [row.team_id]),
        campaigns: await campaignChoices(deps, [row.team_id]),
        back: reportHref(PATH, row.team_id, specOfRow(row)),
      }),
    });
  },
  async submit({ params, session }, { revision, ...values }, deps: Deps) {
    // A form shows all fields: what it leaves out is empty.
    const none = {
      from: null,
      to: null,
      advertiser_id: null,
      campaign_id: null,
      lineitem_id: null,
    };
    const changes = { ...none, ...values };
    const row = await changeReport(deps, callerOf(session), params.report_id, changes, [revision]);
    return doneAt(reportHref(PATH, row.team_id, specOfRow(row)), "saved");
  },
});

const deletePages = formPage({
  path: `${PATH}/:report_id/delete`,
  summary: "Delete a saved report, after its name was typed",
  access: "signed-in",
  params: reportId,
  body: z.object({ name: line({ max: 500 }).prefault("") }),
  look: STUDIO_LOOK,
  async show(call, refusal, deps: Deps) {
    const words = adReportsWords(call.locale);
    const caller = callerOf(call.session);
    const { report_id, name, team_id } = await requireRemovableReport(
      deps.db,
      caller,
      call.params.report_id,
    );
    return adLayout(call, deps, {
      title: words.delete_report,
      subtitle: name,
      narrow: true,
      body: deletionView({
        words,
        csrf: call.csrf,
        refusal: problemsOf(words.lang, refusal),
        action: `${PATH}/${report_id}/delete`,
        back: `${PATH}?team=${team_id}`,
        name,
      }),
    });
  },
  async submit({ params, session, locale }, { name }, deps: Deps) {
    const caller = callerOf(session);
    const row = await requireRemovableReport(deps.db, caller, params.report_id);
    if (!isItsName(name, row)) throw invalid({ name: adReportsWords(locale).wrong_name });
    await deleteReport(deps, caller, params.report_id, null);
    return doneAt(`${PATH}?team=${row.team_id}`, "deleted");
  },
});

export const savedReportPages = [...newPages, ...editPages, ...deletePages];
