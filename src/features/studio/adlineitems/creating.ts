/** The form of a new line item, with its forecast. */
import type { Deps } from "../../../deps.ts";
import { formPage, type Refusal } from "../../../platform/http/formpage.ts";
import { callerOf, redirect } from "../../../platform/http/pages.ts";
import { createLineitem } from "../../advertising/lineitems/actions.ts";
import { requireWritableTeams } from "../../people/organizations/rights.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { adLayout } from "../adboard/layout.ts";
import { campaignChoices } from "../adclients/actions.ts";
import { doneAt, type StudioCall } from "../frame/layout.ts";
import {
  type Found,
  files,
  forecastOf,
  forecastParamsOf,
  formHead,
  LOOK,
  shownValues,
  textsFor,
} from "./forms.ts";
import { lineitemFormView } from "./formview.ts";
import { BOARD, pathOf } from "./links.ts";
import { newForm, newQuery } from "./schema.ts";

const NEW = `${BOARD}/lineitems/new`;

async function showNew(
  call: StudioCall & Readonly<{ query: { campaign?: number | undefined } }>,
  deps: Deps,
  refusal: Refusal,
  found: Found,
) {
  const texts = textsFor(call.locale);
  const { words } = texts;
  const teams = await requireWritableTeams(deps.db, callerOf(call.session));
  const campaigns = await campaignChoices(
    deps,
    teams.map(({ team_id }) => team_id),
  );
  if (campaigns.length === 0) return redirect("/studio/ads/campaigns/new");
  const start = {
    ...{ campaign_id: String(call.query.campaign ?? ""), priority_id: "40", price_type: "CPM" },
    ...{ goal_pacing: "PACED", max_per_download: "1", auto_extend_days: "0" },
    timezone: call.session.timezone ?? "UTC",
  };
  return adLayout(call, deps, {
    title: words.new_item,
    head: formHead,
    body: lineitemFormView({
      ...texts,
      csrf: call.csrf,
      action: NEW,
      refusal: problemsOf(words.lang, refusal),
      values: shownValues(refusal, start),
      revision: null,
      back: BOARD,
      campaigns,
      forecast: found,
    }),
  });
}

export const newPages = formPage({
  path: NEW,
  summary: "Create a line item",
  access: "signed-in",
  query: newQuery,
  body: newForm,
  files,
  look: LOOK,
  show: (call, refusal, deps: Deps) => showNew(call, deps, refusal, null),
  async submit(call, value, deps: Deps) {
    const { session, form } = call;
    if (value.step === "forecast") {
      const again = { given: form.given, fields: {}, message: null };
      return showNew(call, deps, again, await forecastOf(deps, call, forecastParamsOf(value)));
    }
    const { step: _, ...params } = value;
    const file = call.files.audio_ad_file;
    const row = await createLineitem(deps, callerOf(session), params, file);
    return doneAt(pathOf(row), "created");
  },
});
