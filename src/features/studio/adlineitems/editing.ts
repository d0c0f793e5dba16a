/** The form of an existing line item, with its forecast; a proposal may have filled it in. */
import type { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { formPage, type Refusal } from "../../../platform/http/formpage.ts";
import { callerOf } from "../../../platform/http/pages.ts";
import { changeLineitem, readLineitem } from "../../advertising/lineitems/actions.ts";
import type { LineitemRow } from "../../advertising/lineitems/store.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { adLayout } from "../adboard/layout.ts";
import { campaignChoices } from "../adclients/actions.ts";
import { doneAt, type StudioCall } from "../frame/layout.ts";
import { fieldsOf } from "./fields.ts";
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
import { ONE, pathOf } from "./links.ts";
import { paramsOf } from "./proposing.ts";
import { editForm, editQuery, lineitemId } from "./schema.ts";

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

export const editPages = formPage({
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
    return doneAt(pathOf({ lineitem_id }), "saved");
  },
});
