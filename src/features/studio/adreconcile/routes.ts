/** The page that compares a third party's report with a campaign. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { formPage, type Refusal } from "../../../platform/http/formpage.ts";
import { callerOf, type PageCall } from "../../../platform/http/pages.ts";
import { id, oneOf } from "../../../platform/http/params.ts";
import { readCampaign } from "../../advertising/campaigns/actions.ts";
import {
  type Reconciliation,
  type ReconciliationDeps,
  reconcile,
} from "../../measurement/reconciliation/actions.ts";
import { ReportRefused } from "../../measurement/reconciliation/reading/refusals.ts";
import { mappingParams, reportField } from "../../measurement/reconciliation/schema.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { fill } from "../../web/layout/rules.ts";
import { adLayout } from "../adboard/layout.ts";
import { STUDIO_LOOK } from "../frame/layout.ts";
import { resultSheet } from "./sheet.ts";
import { formView, resultView } from "./views.ts";
import { adReconcileWords } from "./words.ts";

type Needs = Deps & ReconciliationDeps;
type Call = PageCall<Readonly<{ campaign_id: number }>, unknown, unknown, "signed-in">;

const FIRST: Refusal = { given: {}, fields: {}, message: null };

async function showPage(call: Call, deps: Needs, refusal: Refusal, found: Reconciliation | null) {
  const words = adReconcileWords(call.locale);
  const { campaign_id } = call.params;
  const row = await readCampaign(deps, callerOf(call.session), campaign_id, "read");
  const result = found && resultView({ words, found, currency: row.currency });
  return adLayout(call, deps, {
    title: words.title,
    subtitle: row.name,
    body: formView({ words, csrf: call.csrf, refusal, campaign_id, result }),
  });
}

export const adReconcilePages = formPage({
  path: "/studio/ads/campaigns/:campaign_id/reconcile",
  summary: "Compare a third party's report with a campaign",
  access: "signed-in",
  params: z.object({ campaign_id: id() }),
  body: mappingParams.extend({ answer: oneOf(["page", "csv"]).prefault("page") }),
  files: { report_file: reportField },
  look: STUDIO_LOOK,
  show: (call, refusal, deps: Needs) =>
    showPage(call, deps, problemsOf(adReconcileWords(call.locale).lang, refusal), null),
  async submit(call, { answer, ...mapping }, deps: Needs) {
    const { params, session, files, form, reply } = call;
    const { report_file } = files;
    const words = adReconcileWords(call.locale);
    const { given } = form;
    try {
      const caller = callerOf(session);
      const found = await reconcile(deps, caller, params.campaign_id, report_file, mapping);
      if (answer === "csv") return { sheet: resultSheet(words, found) };
      return await showPage(call, deps, { ...FIRST, given }, found);
    } catch (error) {
      if (!(error instanceof ReportRefused)) throw error;
      reply.code(400);
      const fields = { [error.field]: fill(words[error.reason], error.parts) };
      return showPage(call, deps, { given, fields, message: null }, null);
    }
  },
});
