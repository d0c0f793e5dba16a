/** The pages of line items: creation, change, one line item, acts, deletion. */
import type { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import { formPage, type Refusal } from "../../../platform/http/formpage.ts";
import { html } from "../../../platform/http/html.ts";
import { callerOf, page, redirect } from "../../../platform/http/pages.ts";
import { forecast } from "../../advertising/adserving/forecasting/actions.ts";
import type { ForecastParams } from "../../advertising/adserving/forecasting/schema.ts";
import {
  changeLineitem,
  cloneLineitem,
  createLineitem,
  deleteLineitem,
  readLineitem,
} from "../../advertising/lineitems/actions.ts";
import { audioAdField } from "../../advertising/lineitems/creatives/schema.ts";
import type { LineitemParams } from "../../advertising/lineitems/schema.ts";
import type { LineitemRow } from "../../advertising/lineitems/store.ts";
import { canWriteAdvertising, requireWritableTeams } from "../../people/organizations/rights.ts";
import { buttonLink } from "../../web/layout/components.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { adLayout } from "../adboard/layout.ts";
import { adBoardWords } from "../adboard/words.ts";
import { campaignChoices } from "../adclients/actions.ts";
import { deletionView } from "../adclients/forms.ts";
import { isItsName } from "../adclients/values.ts";
import { adClientsWords } from "../adclients/words.ts";
import { script } from "../frame/assets.ts";
import { doneAt, STUDIO_LOOK, type StudioCall } from "../frame/layout.ts";
import { frameWords } from "../frame/words.ts";
import { findShown } from "./actions.ts";
import { changePages } from "./changing.ts";
import { fieldsOf, type Values } from "./fields.ts";
import { type Form, lineitemFormView } from "./formview.ts";
import { pathOf } from "./links.ts";
import type { Page } from "./page.ts";
import { isChangeable, paramsOf, propose } from "./proposing.ts";
import {
  actForm,
  deleteForm,
  editForm,
  editQuery,
  lineitemId,
  newForm,
  newQuery,
  shownQuery,
} from "./schema.ts";
import { actsView, lineitemFacts, lineitemView } from "./views.ts";
import { adLineItemsWords } from "./words.ts";

const BOARD = "/studio/ads";
const NEW = "/studio/ads/lineitems/new";
const ONE = "/studio/ads/lineitems/:lineitem_id";
const files = { audio_ad_file: audioAdField };
/** Waveforms are on this server, and so is the audio. */
const LOOK = { ...STUDIO_LOOK, audio: true };

type Found = Form["forecast"];

const textsFor = (locale: string) => ({
  words: adLineItemsWords(locale),
  board: adBoardWords(locale),
  clients: adClientsWords(locale),
  frame: frameWords(locale),
});

/** What the person typed comes before what is saved. */
const shownValues = ({ given }: Refusal, values: Values): Values =>
  Object.keys(given).length === 0 ? values : given;

const formHead = html`${script("frame/browser/upload.js")}${script("adlineitems/browser/forecast.js")}`;

/** The parameters that a forecast depends on. */
function forecastParamsOf(value: LineitemParams & { step: string; revision?: number }) {
  const { step: _, revision: __, name: ___, external_id, notes, active, canceled, ...rest } = value;
  const { third_party_impression_urls, ...params } = rest;
  return params;
}

async function forecastOf(deps: Deps, call: StudioCall, params: ForecastParams): Promise<Found> {
  const found = await forecast(deps, callerOf(call.session), params);
  return { forecast: found, goal: params.goal_impressions ?? null };
}

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

const newPages = formPage({
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

async function showEdit(
  call: StudioCall & Readonly<{ query: z.output<typeof editQuery> }>,
  deps: Deps,
  row: LineitemRow,
  refusal: Refusal,
  found: Found,
) {
  const texts = textsFor(call.locale);
  const { words } = texts;
  const { change, country } = call.query;
  const changes = change === undefined ? null : paramsOf(change, row, country);
  const changed = { ...row, ...changes } as LineitemRow;
  const path = pathOf(row);
  return adLayout(call, deps, {
    title: words.edit_item,
    subtitle: row.name,
    head: formHead,
    body: lineitemFormView({
      ...texts,
      csrf: call.csrf,
      action: `${path}/edit`,
      refusal: problemsOf(words.lang, refusal),
      values: shownValues(refusal, fieldsOf(changed)),
      revision: row.revision,
      back: path,
      campaigns: await campaignChoices(deps, [row.team_id]),
      forecast: found,
    }),
  });
}

const editPages = formPage({
  path: `${ONE}/edit`,
  summary: "Edit a line item",
  access: "signed-in",
  params: lineitemId,
  query: editQuery,
  body: editForm,
  files,
  look: LOOK,
  async show(call, refusal, deps: Deps) {
    const { lineitem_id } = call.params;
    const row = await readLineitem(deps, callerOf(call.session), lineitem_id, "write");
    return showEdit(call, deps, row, refusal, null);
  },
  async submit(call, value, deps: Deps) {
    const { params, form, session } = call;
    const { lineitem_id } = params;
    const caller = callerOf(session);
    if (value.step === "forecast") {
      const row = await readLineitem(deps, caller, lineitem_id, "write");
      const again = { given: form.given, fields: {}, message: null };
      const asked = { ...forecastParamsOf(value), lineitem_id };
      return showEdit(call, deps, row, again, await forecastOf(deps, call, asked));
    }
    const { step: _, revision, ...changes } = value;
    const file = call.files.audio_ad_file;
    await changeLineitem(deps, caller, lineitem_id, changes, file, [revision]);
    return doneAt(`/studio/ads/lineitems/${lineitem_id}`, "saved");
  },
});

const onePage = page({
  method: "GET",
  path: ONE,
  summary: "Show a line item: delivery, reasons, what would help, creatives",
  access: "signed-in",
  params: lineitemId,
  query: shownQuery,
  look: LOOK,
  async handle(call, deps: Deps) {
    const { session, params, query, locale, baseUrl, csrf } = call;
    const caller = callerOf(session);
    const row = await readLineitem(deps, caller, params.lineitem_id, "read");
    const canWrite = await canWriteAdvertising(deps.db, caller, row.team_id);
    const words = adLineItemsWords(locale);
    const shown = await findShown(deps, caller, row, canWrite);
    const canPropose = canWrite && isChangeable(row) && row.goal_impressions !== null;
    const proposals =
      query.simulate === "1" && canPropose ? await propose(deps, caller, row) : null;
    const board = adBoardWords(locale);
    const one: Page = { words, board, row, shown, proposals, canWrite, canPropose, csrf, baseUrl };
    const { saved, created, cloned, started, paused, applied } = words;
    return adLayout(call, deps, {
      title: row.name,
      subtitle: lineitemFacts(one),
      actions: canWrite ? actsView(one) : undefined,
      head: script("charts/browser/cursor.js"),
      done: { saved, created, cloned, started, paused, applied },
      body: lineitemView(one),
    });
  },
});

const actPage = page({
  method: "POST",
  path: `${ONE}/act`,
  summary: "Start, pause or copy a line item",
  access: "signed-in",
  params: lineitemId,
  body: actForm,
  look: STUDIO_LOOK,
  async handle({ params: { lineitem_id }, form, session }, deps: Deps) {
    const caller = callerOf(session);
    await readLineitem(deps, caller, lineitem_id, "write");
    if (!form.ok) throw invalid(form.fields);
    const { act } = form.value;
    if (act === "clone")
      return doneAt(pathOf(await cloneLineitem(deps, caller, lineitem_id)), "cloned");
    const active = act === "start";
    const row = await changeLineitem(deps, caller, lineitem_id, { active }, undefined, null);
    return doneAt(pathOf(row), active ? "started" : "paused");
  },
});

const deletePages = formPage({
  path: `${ONE}/delete`,
  summary: "Delete a line item, after its name was typed",
  access: "signed-in",
  params: lineitemId,
  body: deleteForm,
  look: STUDIO_LOOK,
  async show(call, refusal, deps: Deps) {
    const { words, clients } = textsFor(call.locale);
    const { lineitem_id } = call.params;
    const row = await readLineitem(deps, callerOf(call.session), lineitem_id, "write");
    const back = pathOf(row);
    return adLayout(call, deps, {
      title: words.delete_item,
      subtitle: row.name,
      narrow: true,
      actions: buttonLink(back, words.cancel, "quiet"),
      body: deletionView({
        words: clients,
        csrf: call.csrf,
        refusal: problemsOf(words.lang, refusal),
        action: `${back}/delete`,
        back,
        name: row.name,
        lead: words.delete_lead,
      }),
    });
  },
  async submit({ params: { lineitem_id }, session, locale }, { name }, deps: Deps) {
    const caller = callerOf(session);
    const row = await readLineitem(deps, caller, lineitem_id, "write");
    if (!isItsName(name, row)) throw invalid({ name: adClientsWords(locale).wrong_name });
    await deleteLineitem(deps, caller, lineitem_id, null);
    return doneAt(BOARD, "deleted");
  },
});

export const lineitemPages = [
  ...newPages,
  ...editPages,
  ...changePages,
  onePage,
  actPage,
  ...deletePages,
];
