/** HTML of a show's details: form and cover; pure. */
import type { Refusal } from "../../../../platform/http/formpage.ts";
import { type Html, html } from "../../../../platform/http/html.ts";
import type { Locale } from "../../../../platform/http/locale.ts";
import type { ShowRow } from "../../../publishing/shows/store.ts";
import { buttonLink } from "../../../web/layout/components.ts";
import { form, notice, submit } from "../../../web/layout/views.ts";
import type { Values } from "../../drafts/rules.ts";
import { showPath } from "../showlayout.ts";
import { choicesOf, detailsField, SECTIONS } from "./fields.ts";
import { sentValues } from "./values.ts";
import type { Words } from "./words.ts";

type Shown = Readonly<{
  csrf: string;
  words: Words;
  locale: Locale;
  show: ShowRow;
  image_url: string | null;
  values: Values;
  /** Keeps what is written until it is saved. */
  keeper: Html;
}>;

/** The values that the form shows: those that were sent, if it is shown again. */
const shownValues = (values: Values, { given }: Refusal): Values =>
  given.base === undefined ? values : { ...values, ...sentValues(values, given) };

export function detailsView(shown: Shown, refusal: Refusal): Html {
  const { csrf, words, locale, show, values } = shown;
  const options = choicesOf(words, locale);
  const spec = { words, options, values: shownValues(values, refusal), errors: refusal.fields };
  const sections = SECTIONS.map(
    ({ name, fields }) => html`
<section class="topic" aria-labelledby="section-${name}">
<h2 id="section-${name}">${words.sections[name]}</h2>
<div>${fields.map((one) => detailsField(one, spec))}</div>
</section>`,
  );
  return html`
${notice(refusal.message, "problem")}
<section class="topic" aria-labelledby="cover-title">
<h2 id="cover-title">${words.cover.title}</h2>
${coverCard(shown)}
</section>
${form(
  showPath(show.show_id),
  csrf,
  html`<input type="hidden" name="base" value="${refusal.given.base ?? JSON.stringify(values)}">
${sections}
<div class="save-bar">${submit(words.save)}${shown.keeper}</div>`,
)}
<section class="topic danger-zone" aria-labelledby="delete-title">
<h2 id="delete-title">${words.deletion.title}</h2>
<div><p>${words.deletion.lead}</p>
<p>${buttonLink(showPath(show.show_id, "/delete"), words.deletion.title, "danger")}</p></div>
</section>`;
}

const coverCard = ({ words, show, image_url }: Shown): Html => html`
<div class="cover-card">
${
  image_url === null
    ? html`<span class="cover none big-cover"></span>`
    : html`<img class="cover big-cover" src="${image_url}" alt="" width="160" height="160">`
}
<div>${image_url === null && html`<p>${words.cover.none}</p>`}
<p>${buttonLink(showPath(show.show_id, "/cover"), image_url === null ? words.cover.add : words.cover.change, "quiet")}</p>
</div></div>`;
