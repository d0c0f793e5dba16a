/** HTML of the forms of advertisers and campaigns, and of the questions before they are deleted. Pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { buttonLink } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { choice, field, form, notice, submit, textArea } from "../../web/layout/views.ts";
import { capFields } from "./caps.ts";
import { errorOf } from "./values.ts";
import type { Words } from "./words.ts";

type Values = Readonly<Record<string, string>>;
type Choices = readonly (readonly [value: string, text: string])[];

export type Form = Readonly<{
  words: Words;
  csrf: string;
  action: string;
  refusal: Refusal;
  /** The saved values, or those of a new record. */
  values: Values;
  /** The revision that is edited; null for a new record. */
  revision: number | null;
  back: string;
}>;

/** What the person typed comes before what is saved. */
const shownOf = ({ refusal, values }: Form): Values =>
  Object.keys(refusal.given).length === 0 ? values : refusal.given;

function formOf(spec: Form, fields: Html): Html {
  const { words, csrf, action, refusal, revision, back } = spec;
  return html`${notice(refusal.message, "problem")}
${form(
  action,
  csrf,
  html`${revision !== null && html`<input type="hidden" name="revision" value="${revision}">`}
${fields}
<p class="actions">${submit(revision === null ? words.create : words.save)} ${buttonLink(back, words.cancel, "quiet")}</p>`,
)}`;
}

export function advertiserFormView(spec: Form & Readonly<{ teams: Choices }>): Html {
  const { words, teams } = spec;
  const values = shownOf(spec);
  const { fields: errors } = spec.refusal;
  return formOf(
    spec,
    html`
${teams.length > 1 && spec.revision === null && choice({ label: words.team, name: "team_id", value: values.team_id, error: errors.team_id, options: teams })}
${field({ label: words.name, name: "name", value: values.name, error: errors.name, required: true, maxlength: 255 })}
${field({ label: words.categories, name: "iab_categories", value: values.iab_categories, error: errorOf(errors, "iab_categories"), hint: words.categories_hint, required: true, autocapitalize: "none" })}
${field({ label: words.domain, name: "domain", value: values.domain, error: errors.domain, autocapitalize: "none" })}
${field({ label: words.external, name: "external_id", value: values.external_id, error: errors.external_id, hint: words.external_hint, maxlength: 255 })}
${textArea({ label: words.notes, name: "notes", rows: 3, value: values.notes, error: errors.notes, maxlength: 4000 })}`,
  );
}

export function campaignFormView(spec: Form & Readonly<{ advertisers: Choices }>): Html {
  const { words, advertisers } = spec;
  const values = shownOf(spec);
  const { fields: errors } = spec.refusal;
  return formOf(
    spec,
    html`
${field({ label: words.name, name: "name", value: values.name, error: errors.name, required: true, maxlength: 255 })}
${choice({ label: words.advertiser, name: "advertiser_id", value: values.advertiser_id, error: errors.advertiser_id, options: advertisers })}
${field({ label: words.budget, name: "budget_amount", value: values.budget_amount, error: errors.budget_amount, hint: words.budget_hint, autocomplete: "off" })}
${field({ label: words.currency, name: "currency", value: values.currency ?? "EUR", error: errors.currency, hint: words.currency_hint, maxlength: 3 })}
${field({ label: words.external, name: "external_id", value: values.external_id, error: errors.external_id, hint: words.external_hint, maxlength: 255 })}
${capFields(values, words, errorOf(errors, "frequency_cap"))}`,
  );
}

type Deletion = Readonly<{
  words: Words;
  csrf: string;
  refusal: Refusal;
  action: string;
  back: string;
  name: string;
  lead: string;
}>;

/** Asks for the name of what is deleted. */
export const deletionView = ({ words, csrf, refusal, action, back, name, lead }: Deletion) => html`
${notice(refusal.message, "problem")}
<p>${fill(lead, { name })}</p>
${form(
  action,
  csrf,
  html`${field({ label: words.type_name, name: "name", value: refusal.given.name, error: refusal.fields.name, hint: name, required: true, maxlength: 500, autocomplete: "off" })}
<p class="actions">${submit(words.delete, "danger")} ${buttonLink(back, words.cancel, "quiet")}</p>`,
)}`;
