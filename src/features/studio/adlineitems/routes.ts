/** The pages of line items: one of them, its acts, and those of the other files. */
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import { callerOf, page } from "../../../platform/http/pages.ts";
import {
  changeLineitem,
  cloneLineitem,
  readLineitem,
} from "../../advertising/lineitems/actions.ts";
import { canWriteAdvertising } from "../../people/organizations/rights.ts";
import { adLayout } from "../adboard/layout.ts";
import { adBoardWords } from "../adboard/words.ts";
import { script } from "../frame/assets.ts";
import { doneAt, STUDIO_LOOK } from "../frame/layout.ts";
import { findShown } from "./actions.ts";
import { changePages } from "./changing.ts";
import { newPages } from "./creating.ts";
import { deletePages } from "./deleting.ts";
import { editPages } from "./editing.ts";
import { LOOK } from "./forms.ts";
import { ONE, pathOf } from "./links.ts";
import type { Page } from "./page.ts";
import { isChangeable, propose } from "./proposing.ts";
import { actForm, lineitemId, shownQuery } from "./schema.ts";
import { actsView, lineitemFacts, lineitemView } from "./views.ts";
import { adLineItemsWords } from "./words.ts";

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
    const { saved, created, cloned, started, paused, applied, changes_nothing } = words;
    return adLayout(call, deps, {
      title: row.name,
      subtitle: lineitemFacts(one),
      actions: canWrite ? actsView(one) : undefined,
      head: script("charts/browser/cursor.js"),
      done: { saved, created, cloned, started, paused, applied, changes_nothing },
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

export const lineitemPages = [
  ...newPages,
  ...editPages,
  ...changePages,
  onePage,
  actPage,
  ...deletePages,
];
