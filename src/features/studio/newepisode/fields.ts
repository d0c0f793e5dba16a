/** The form field that chooses when an episode is published; pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { zoneText } from "../../../platform/text/timezones.ts";
import { fill } from "../../web/layout/rules.ts";
import type { Zone } from "../range/zones.ts";
import type { Words } from "./words.ts";

type WhenSpec = Readonly<{
  words: Words;
  refusal: Refusal;
  zone: Zone;
  /** What is chosen, unless the form was sent before. */
  chosen: "now" | "later" | "draft";
  at: string;
  now: string;
}>;

/** When to publish an episode: three choices, one of them with a date. */
export const whenField = ({ words, refusal, zone, chosen, at, now }: WhenSpec): Html => {
  const { given, fields } = refusal;
  const choice = (value: WhenSpec["chosen"], text: string) => html`
<div class="choice"><input type="radio" id="when-${value}" name="when" value="${value}"${value === (given.when ?? chosen) && html` checked`}>
<label for="when-${value}">${text}</label></div>`;
  return html`
<fieldset class="field when${fields.at !== undefined && " wrong"}">
<legend>${words.when}</legend>
${choice("now", now)}
${choice("later", words.when_later)}
<div class="when-at">
<label for="at">${words.at}</label>
<p class="hint" id="at-hint">${fill(zone.show_id === null ? words.at_hint : words.at_hint_of_show, { zone: zoneText(zone.timezone) })}</p>
<input id="at" name="at" type="datetime-local" value="${given.at ?? at}" aria-describedby="at-hint"${fields.at !== undefined && html` aria-invalid="true"`}>
${fields.at !== undefined && html`<p class="error">${fields.at.endsWith(".") ? fields.at : `${words.at} ${fields.at}.`}</p>`}
</div>
${choice("draft", words.when_draft)}
</fieldset>`;
};
