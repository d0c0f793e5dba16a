/** HTML of saved views: the bar above a list, and the forms that save and delete one. Pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { buttonLink } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { field, form, notice, submit } from "../../web/layout/views.ts";
import { type TableQuery, tableParams } from "../tables/query.ts";
import { keptParams, type ListKey, MOST_NAME, viewHref } from "./rules.ts";
import type { ViewRow } from "./store.ts";
import type { Words } from "./words.ts";

export const PATH = "/studio/ads/views";

type Bar = Readonly<{
  words: Words;
  list: ListKey;
  query: TableQuery;
  views: readonly ViewRow[];
}>;

/** The person's views of a list, of which the open one can be deleted, and the link that saves what is shown. */
export function viewsBar({ words, list, query, views }: Bar): Html {
  const params = keptParams(String(new URLSearchParams(tableParams(query))));
  const open = views.find((one) => one.params === params);
  const save = `${PATH}/new?${new URLSearchParams({ list, params })}`;
  return html`<nav class="saved-views" aria-label="${words.views}"><ul>${views.map(
    (one) =>
      html`<li><a href="${viewHref(list, one.params)}"${one === open && html` aria-current="true"`}>${one.name}</a></li>`,
  )}<li>${
    open === undefined
      ? html`<a href="${save}">${words.save_view}</a>`
      : html`<a href="${PATH}/${open.view_id}/delete">${words.delete_view}</a>`
  }</li></ul></nav>`;
}

type NewForm = Readonly<{
  words: Words;
  csrf: string;
  refusal: Refusal;
  list: ListKey;
  params: string;
  /** Those that there are already. */
  views: readonly ViewRow[];
}>;

export function newViewView({ words, csrf, refusal, list, params, views }: NewForm): Html {
  const hidden = { list, params };
  return html`${notice(refusal.message, "problem")}<p>${words.save_lead}</p>
${form(
  `${PATH}/new`,
  csrf,
  html`${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${field({ label: words.name, name: "name", value: refusal.given.name, error: refusal.fields.name, required: true, maxlength: MOST_NAME, autocomplete: "off" })}
<p class="actions">${submit(words.save_view)} ${buttonLink(viewHref(list, params), words.cancel, "quiet")}</p>`,
)}${views.length > 0 && viewList(list, views, words)}`;
}

/** Each view with its deletion: one that the list does not open as it was saved is not deleted there. */
const viewList = (list: ListKey, views: readonly ViewRow[], words: Words): Html =>
  html`<h2>${words.views}</h2>
<ul>${views.map(
    ({ view_id, name, params }) =>
      html`<li><a href="${viewHref(list, params)}">${name}</a> · <a href="${PATH}/${view_id}/delete" aria-label="${words.delete_view}: ${name}">${words.delete_view}</a></li>`,
  )}</ul>`;

type Deletion = Readonly<{
  words: Words;
  csrf: string;
  refusal: Refusal;
  view_id: number;
  name: string;
  back: string;
}>;

export const deletionView = (spec: Deletion): Html => {
  const { words, csrf, refusal, view_id, name, back } = spec;
  return html`${notice(refusal.message, "problem")}<p>${fill(words.delete_lead, { name })}</p>
${form(
  `${PATH}/${view_id}/delete`,
  csrf,
  html`${field({ label: words.type_name, name: "name", value: refusal.given.name, error: refusal.fields.name, hint: name, required: true, maxlength: MOST_NAME, autocomplete: "off" })}
<p class="actions">${submit(words.delete_view, "danger")} ${buttonLink(back, words.cancel, "quiet")}</p>`,
)}`;
};
