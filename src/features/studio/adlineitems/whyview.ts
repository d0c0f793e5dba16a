/** HTML of why a line item did or did not run: the sentence, its reasons, who takes its slots, day by day. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { buttonLink } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { priorityName } from "../adboard/columns.ts";
import { percentOf } from "../adboard/reasons.ts";
import { plural } from "../frame/plurals.ts";
import { calendarView } from "./calendarview.ts";
import { pathOf } from "./links.ts";
import type { Page } from "./page.ts";
import { diagnosisTexts, wonText } from "./reasons.ts";
import { sentenceOf } from "./sentence.ts";
import type { Words } from "./words.ts";

const n = (value: number, { locale }: Words): string => value.toLocaleString(locale);

export function whyView(page: Page): Html {
  const { words, shown, row, proposals, canPropose } = page;
  const { diagnosis } = shown;
  const { obstacles, reasons } = diagnosisTexts(diagnosis, words);
  const texts = [...obstacles, ...reasons];
  const sentence = sentenceOf(page);
  return html`<section class="ad-why" aria-labelledby="why"><h2 id="why">${words.why}</h2>
<p class="ad-sentence">${sentence ?? words.no_record}</p>
${sentence !== null && canPropose && proposals === null && html`<p>${buttonLink(`${pathOf(row)}?simulate=1#why`, words.do_propose, "quiet")}</p>`}
${texts.length > 0 && html`<p><a href="#calendar">${wonText(diagnosis, words)}</a></p><ul>${texts.map(({ id, text }) => html`<li id="${id}">${text}</li>`)}</ul>`}
${takersView(page)}
${calendarView(page)}</section>`;
}

/** Takers beyond these are small. */
const SHOWN_TAKERS = 5;

/** Who takes the slots that it could have, each leading to its page or to the days. */
function takersView({ words, board, shown: { diagnosis } }: Page): Html | false {
  const { takers, slots_count } = diagnosis;
  if (takers.length === 0) return false;
  const items = takers.slice(0, SHOWN_TAKERS).map(({ lineitem_id, name, priority_id, count }) => {
    const values = {
      n: n(count, words),
      percent: percentOf(count / Math.max(1, slots_count), words),
      priority: priorityName(priority_id, board),
    };
    return lineitem_id === null || name === null
      ? html`<li><a href="#calendar">${fill(words.taken_by_others, values)}</a></li>`
      : html`<li><a href="${pathOf({ lineitem_id })}">${fill(words.taken_by, { ...values, name })}</a></li>`;
  });
  return html`<h3 id="takers">${words.takers}</h3>
<p class="soft">${plural(words, words.takers_lead, slots_count)}</p>
<ul>${items}</ul>`;
}
