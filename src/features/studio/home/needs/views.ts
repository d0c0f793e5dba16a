/** HTML of what needs the person: a line for each, with its one act; pure. */
import { type Html, html } from "../../../../platform/http/html.ts";
import { fill } from "../../../web/layout/rules.ts";
import { audioFault } from "../../frame/audiofaults.ts";
import { plural } from "../../frame/plurals.ts";
import type { Words as FrameWords } from "../../frame/words.ts";
import type { Words } from "../words.ts";
import type { AnyNeed } from "./rules.ts";

export const needsView = (words: Words, terms: FrameWords, needs: readonly AnyNeed[]): Html => html`
<section class="home-part" aria-labelledby="needs">
<h2 id="needs">${words.needs}${needs.length > 0 && html` <span class="count">${needs.length}</span>`}</h2>
${
  needs.length === 0
    ? html`<p class="soft">${words.needs_none}</p>`
    : html`<ul class="needs">${needs.map((need) => lineOf(words, terms, need))}</ul>`
}
</section>`;

const lineOf = (words: Words, terms: FrameWords, need: AnyNeed): Html => html`
<li class="${need.isUrgent ? "urgent" : "waiting"}"><div><p>${textOf(words, need)}</p>
${(need.show !== undefined || typeof need.reason === "string") && html`<p class="hint">${need.show}${typeof need.reason === "string" && html`${need.show !== undefined && ": "}${audioFault(terms, need.reason)}`}</p>`}</div>
<a href="${need.href}">${words[`act_${need.text}`]}</a></li>`;

function textOf(words: Words, need: AnyNeed): string {
  if ("n" in need) return plural(words, words[`need_${need.text}`], need.n, need.fill ?? {});
  return fill(words[`need_${need.text}`], need.fill);
}
