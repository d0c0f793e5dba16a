/** HTML of the forms of saved reports. Pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { MOST_NAME } from "../../measurement/campaignreports/saved/rules.ts";
import { buttonLink } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { field, form, notice, submit } from "../../web/layout/views.ts";
import { type Choices, specFields } from "./fields.ts";
import type { Words } from "./words.ts";

export type SavedForm = Readonly<{
  words: Words;
  csrf: string;
  action: string;
  refusal: Refusal;
  /** The saved values, or those of the report that is to be saved. */
  values: Readonly<Record<string, string>>;
  /** Fields that are not shown: the team of a new report, or the revision of a saved one. */
  hidden: Readonly<Record<string, string>>;
  advertisers: Choices;
  campaigns: Choices;
  back: string;
}>;

export function savedFormView(spec: SavedForm): Html {
  const { words, csrf, action, refusal, hidden, advertisers, campaigns, back } = spec;
  const { given, fields: errors, message } = refusal;
  // What the person typed comes before what is saved.
  const values = Object.keys(given).length === 0 ? spec.values : given;
  return html`${notice(message, "problem")}
${form(
  action,
  csrf,
  html`${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${field({ label: words.name, name: "name", value: values.name, error: errors.name, required: true, maxlength: MOST_NAME })}
${specFields({ words, values, errors, advertisers, campaigns })}
<p class="actions">${submit(words.save_report)} ${buttonLink(back, words.cancel, "quiet")}</p>`,
)}`;
}

type Deletion = Readonly<{
  words: Words;
  csrf: string;
  refusal: Refusal;
  action: string;
  back: string;
  name: string;
}>;

export const deletionView = ({ words, csrf, refusal, action, back, name }: Deletion): Html => html`
${notice(refusal.message, "problem")}<p>${fill(words.delete_lead, { name })}</p>
${form(
  action,
  csrf,
  html`${field({ label: words.type_name, name: "name", value: refusal.given.name, error: refusal.fields.name, hint: name, required: true, maxlength: 500, autocomplete: "off" })}
<p class="actions">${submit(words.delete, "danger")} ${buttonLink(back, words.cancel, "quiet")}</p>`,
)}`;
