/** HTML of curated lists: a new one, and one with its settings, its shows in their order, or its rule. Pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import type { ListRow } from "../../discovery/explore/store.ts";
import { badge, buttonLink } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { checkbox, choice, field, form, notice, submit } from "../../web/layout/views.ts";
import { positionField } from "./listforms.ts";
import type { TitledShow } from "./store.ts";
import { actForm } from "./texts.ts";
import type { Words } from "./words.ts";

type Form = Readonly<{ words: Words; csrf: string; refusal: Refusal }>;

export const newListView = ({
  words,
  csrf,
  refusal,
  action,
  back,
}: Form & Readonly<{ action: string; back: string }>): Html => html`
${notice(refusal.message, "problem")}
${form(
  action,
  csrf,
  html`${nameFields(words, refusal, {})}
<p class="soft">${words.begins_hidden}</p>
<p class="actions">${submit(words.create_list)} ${buttonLink(back, words.back, "quiet")}</p>`,
)}`;

type Values = Readonly<Record<string, string>>;

function nameFields(words: Words, { given, fields }: Refusal, values: Values): Html {
  const of = (name: string) => given[name] ?? values[name] ?? "";
  return html`${field({ label: words.name, name: "name", value: of("name"), error: fields.name, maxlength: 100, required: true })}
${field({ label: words.list_subtitle, name: "subtitle", value: of("subtitle"), error: fields.subtitle, maxlength: 200 })}
${field({ label: words.countries, hint: words.countries_hint, name: "countries", value: of("countries"), error: fields.countries })}`;
}

type Choices = readonly (readonly [value: string, text: string])[];

type ListPage = Form &
  Readonly<{
    path: string;
    list: ListRow;
    shows: readonly TitledShow[];
    /** Which of the forms was refused. */
    form: "settings" | "shows" | "rule";
    categories: Choices;
    languages: Choices;
  }>;

const FIRST_TIME: Refusal = { given: {}, fields: {}, message: null };

export function listView(page: ListPage): Html {
  const { words, csrf, path, list } = page;
  const of = (name: ListPage["form"]) => (page.form === name ? page.refusal : FIRST_TIME);
  const revision = html`<input type="hidden" name="revision" value="${list.revision}">`;
  return html`
${notice(page.refusal.message, "problem")}
<section class="topic" aria-labelledby="shows-title"><h2 id="shows-title">${words.shows}</h2><div>
${list.filled_by === "rule" ? html`<p>${words.filled_by_rule}</p>` : orderView(page, of("shows"), revision)}
<details${list.filled_by === "rule" && html` open`}><summary>${words.rule}</summary>${ruleView(page, of("rule"), revision)}</details>
${list.filled_by === "rule" && html`<details><summary>${words.by_hand}</summary>${orderView(page, of("shows"), revision)}</details>`}
</div></section>
<section class="topic" aria-labelledby="settings-title"><h2 id="settings-title">${words.settings}</h2><div>
${form(
  path,
  csrf,
  html`${revision}${nameFields(words, of("settings"), {
    name: list.name,
    subtitle: list.subtitle ?? "",
    countries: list.countries.join(", "),
  })}
${checkbox({ name: "hidden", label: words.hide_list, checked: list.hidden_at !== null })}
${submit(words.save)}`,
)}</div></section>
<section class="topic" aria-labelledby="delete-title"><h2 id="delete-title">${words.delete}</h2><div>
<details><summary>${words.delete_list}</summary><p>${words.delete_list_sure}</p>${actForm(`${path}/delete`, csrf, words.delete_list, "danger")}</details></div></section>`;
}

/** Rows that can be dragged, and numbers that do the same without a pointer or a script. */
function orderView({ words, csrf, path, shows }: ListPage, refusal: Refusal, revision: Html): Html {
  const { given, fields } = refusal;
  const table = html`<div class="scroller" tabindex="0" role="region" aria-label="${words.shows}"><table class="ordered" data-order>
<caption class="hidden">${words.shows}</caption>
<thead><tr><th scope="col">${words.position}</th><th scope="col">${words.show}</th></tr></thead>
<tbody>${shows.map(
    (
      { show_id, title, author, visibility },
      at,
    ) => html`<tr><td><input type="number" name="${positionField(show_id)}" value="${given[positionField(show_id)] ?? String(at + 1)}" step="any" aria-label="${fill(words.position_of, { name: title })}"></td>
<th scope="row"><a href="/show/${show_id}">${title}</a> <span class="soft">${author}</span>${visibility !== "PUBLIC" && html` ${badge(words.not_public, "signal")}`}</th></tr>`,
  )}</tbody></table></div>`;
  return form(
    `${path}/shows`,
    csrf,
    html`${revision}<p class="soft">${words.order_lead} <span class="by-script">${words.order_drag}</span></p>
${shows.length > 0 && table}
${field({ label: words.add_shows, hint: words.add_shows_hint, name: "add", value: given.add ?? "", error: fields.shows, maxlength: 2000 })}
${submit(words.save_order)}`,
  );
}

function ruleView(page: ListPage, { given, fields }: Refusal, revision: Html): Html {
  const { words, csrf, path, list, categories, languages } = page;
  const of = (name: "category_id" | "language" | "max_age_days") =>
    given[name] ?? (list[name] === null ? "" : String(list[name]));
  const any = ["", words.any] as const;
  return form(
    `${path}/rule`,
    csrf,
    html`${revision}<p class="soft">${words.rule_lead}</p>
${choice({ label: words.category, name: "category_id", value: of("category_id"), error: fields.category_id, options: [any, ...categories] })}
${choice({ label: words.language, name: "language", value: of("language"), error: fields.language, options: [any, ...languages] })}
${field({ label: words.max_age, hint: words.max_age_hint, name: "max_age_days", type: "number", value: of("max_age_days"), error: fields.max_age_days })}
${submit(words.save_rule, "quiet")}`,
  );
}
