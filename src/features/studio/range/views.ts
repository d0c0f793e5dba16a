/** The control that chooses a range of dates and a comparison; it works by its URL, without scripts. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { zoneText } from "../../../platform/text/timezones.ts";
import { fill } from "../../web/layout/rules.ts";
import { type Range, rangeText } from "./rules.ts";
import { COMPARISONS, PRESETS } from "./schema.ts";
import type { Words } from "./words.ts";
import type { Zone } from "./zones.ts";

type Control = Readonly<{
  words: Words;
  range: Range;
  /** Path of the page. */
  path: string;
  /** Its other parameters, which stay as they are. */
  keep?: Readonly<Record<string, string>>;
  /** Further fields of the same form, such as filters. */
  fields?: Html;
  /** What a day is, if not one of the range's time zone. */
  note?: string;
}>;

export const rangeControl = ({
  words,
  range,
  path,
  keep = {},
  fields,
  note,
}: Control): Html => html`
<form class="range" action="${path}" data-range>
${Object.entries(keep).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="field"><label for="range">${words.range}</label><select id="range" name="range">${PRESETS.map(
  (preset) =>
    html`<option value="${preset}"${preset === range.preset && html` selected`}>${words[`r${preset}`]}</option>`,
)}</select></div>
<div class="field range-day"><label for="from">${words.from}</label><input id="from" name="from" type="date" value="${range.from}"></div>
<div class="field range-day"><label for="to">${words.to}</label><input id="to" name="to" type="date" value="${range.to}"></div>
<div class="field"><label for="compare">${words.compare}</label><select id="compare" name="compare">${COMPARISONS.map(
  (name) =>
    html`<option value="${name}"${name === range.compare && html` selected`}>${words[name]}</option>`,
)}</select></div>
${fields}<button type="submit" class="quiet">${words.show}</button>
</form>
<p class="soft range-note"><strong>${rangeText(range, words.locale)}.</strong>
${range.comparison !== null && fill(words.compared, { range: rangeText(range.comparison, words.locale) })}
${note ?? html`${fill(words.zone, { zone: zoneText(range.timezone) })} <a href="/settings/preferences">${words.change}</a>`}</p>`;

/** The line below a title: in which time zone the times are, and where that is chosen. */
export function zoneNote(words: Words, { timezone, show_id }: Zone): Html {
  const isOfShow = show_id !== null;
  const href = isOfShow ? `/studio/shows/${show_id}#timezone` : "/settings/preferences";
  const text = fill(isOfShow ? words.times_of_show : words.times, { zone: zoneText(timezone) });
  return html`${text} <a href="${href}">${words.change}</a>`;
}
