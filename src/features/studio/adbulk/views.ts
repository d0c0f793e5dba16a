/** HTML of the page that changes many line items: the form, and what it would do to each of them. Pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import type { BulkLineitemOutcome } from "../../advertising/lineitems/bulk/schema.ts";
import { buttonLink, emptyState, table } from "../../web/layout/components.ts";
import { choice, field, form, notice } from "../../web/layout/views.ts";
import { priorityName } from "../adboard/columns.ts";
import type { Words as BoardWords } from "../adboard/words.ts";
import { plural } from "../frame/plurals.ts";
import { FIELDS, type Field } from "./schema.ts";
import type { Words } from "./words.ts";

const BACK = "/studio/ads";

export type Plan = Readonly<{
  words: Words;
  board: BoardWords;
  csrf: string;
  refusal: Refusal;
  ids: readonly number[];
  /** Names of the line items that the person may read. */
  names: ReadonlyMap<number, string>;
  /** null: nothing is chosen yet. */
  outcomes: readonly BulkLineitemOutcome[] | null;
}>;

export function planView(plan: Plan): Html {
  const { words, csrf, refusal, ids, outcomes } = plan;
  if (ids.length === 0)
    return emptyState({
      title: words.title,
      text: words.none,
      actions: buttonLink(BACK, words.to_list),
    });
  const body = html`${ids.map((id) => html`<input type="hidden" name="id.${id}" value="1">`)}
<div class="bulk">
<div class="bulk-fields"><p class="soft">${words.lead}</p>
${notice(refusal.message, "problem")}${fieldsView(plan)}
<p class="actions"><button type="submit" name="step" value="preview"${outcomes !== null && html` class="quiet"`}>${words.preview}</button> <a href="${BACK}">${words.to_list}</a></p></div>
${outcomes === null ? chosenView(plan) : outcomesView(plan, outcomes)}
</div>`;
  return form("/studio/ads/bulk#plan", csrf, body);
}

const PRIORITIES = [20, 30, 40, 50, 60, 70];

function fieldsView({ words, board, refusal: { given, fields } }: Plan): Html {
  const options: Partial<Record<Field, [string, string][]>> = {
    priority_id: PRIORITIES.map((one) => [String(one), priorityName(one, board)]),
    active: [
      ["true", words.start],
      ["false", words.pause],
    ],
  };
  return html`${FIELDS.map((name) => {
    const known = { label: words[name], name, value: given[name], error: fields[name] };
    const list = options[name];
    if (list !== undefined) return choice({ ...known, options: [["", words.keep], ...list] });
    return field({ ...known, ...(name === "shift_days" ? { hint: words.shift_hint } : {}) });
  })}`;
}

const chosenView = ({ words, ids, names }: Plan): Html => html`
<section class="bulk-plan" aria-labelledby="chosen"><h2 id="chosen">${plural(words, words.chosen, ids.length)}</h2>
${table(
  words.title,
  [{ name: words.line_item }],
  ids.map((id) => [nameOf(id, names)]),
)}</section>`;

function outcomesView(plan: Plan, outcomes: readonly BulkLineitemOutcome[]): Html {
  const { words, names } = plan;
  const stuck = outcomes.filter(({ problems }) => problems.length > 0).length;
  const changing = outcomes.filter(({ changes }) => Object.keys(changes).length > 0).length;
  const rank = ({ problems, changes }: BulkLineitemOutcome) =>
    problems.length > 0 ? 0 : Object.keys(changes).length > 0 ? 1 : 2;
  return html`
<section class="bulk-plan" aria-labelledby="plan"><h2 id="plan">${plural(words, words.would, changing)}</h2>
${stuck > 0 && html`<div class="notice problem" role="alert"><p>${plural(words, words.in_way, stuck)}</p><button type="submit" class="quiet" name="step" value="leave_out">${words.leave_out}</button></div>`}
${table(
  words.title,
  [{ name: words.line_item }, { name: words.what }],
  outcomes
    .toSorted((a, b) => rank(a) - rank(b))
    .map((one) => [nameOf(one.lineitem_id, names), changesView(one, plan)]),
)}
${stuck === 0 && changing > 0 && html`<p class="actions bulk-apply"><button type="submit" name="step" value="apply">${plural(words, words.apply, changing)}</button></p>`}
</section>`;
}

const nameOf = (id: number, names: Plan["names"]): Html =>
  html`<a href="/studio/ads/lineitems/${id}">${names.get(id) ?? `#${id}`}</a>`;

function changesView({ changes, problems }: BulkLineitemOutcome, { words, board }: Plan): Html {
  if (problems.length > 0)
    return html`<ul class="bulk-changes">${problems.map(({ message }) => html`<li class="error">${message}</li>`)}</ul>`;
  const entries = Object.entries(changes);
  if (entries.length === 0) return html`<span class="soft">${words.unchanged}</span>`;
  const text = (name: string, value: string | number | boolean | null) => {
    if (value === null) return words.empty_value;
    if (typeof value === "boolean") return value ? words.yes : words.no;
    if (name === "priority_id") return priorityName(Number(value), board);
    return typeof value === "number" ? value.toLocaleString(words.locale) : value;
  };
  return html`<ul class="bulk-changes">${entries.map(
    ([name, { before, after }]) =>
      html`<li><span class="soft">${words[name as Field]}</span> ${text(name, before)} → <ins>${text(name, after)}</ins></li>`,
  )}</ul>`;
}
