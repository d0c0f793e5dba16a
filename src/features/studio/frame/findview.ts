/** HTML of what a search found, which the palette shows, too; and of the keys of the studio. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { fill } from "../../web/layout/rules.ts";
import type { Finds, Found } from "./finding.ts";
import type { Words } from "./words.ts";

/** `data-found` is what the palette takes from the page. */
export const findView = (words: Words, q: string, finds: Finds): Html => html`
<div data-found>
${group(words.shows, finds.shows)}${group(words.episodes, finds.episodes)}${group(words.pages, finds.pages)}
${[finds.shows, finds.episodes, finds.pages].every((found) => found.length === 0) && html`<p class="soft">${q === "" ? words.find_hint : fill(words.found_none, { q })}</p>`}
</div>`;

const group = (name: string, found: readonly Found[]): Html =>
  html`${
    found.length > 0 &&
    html`<section class="found"><h2>${name}</h2><ul>${found.map(
      ({ href, name, hint }) =>
        html`<li><a href="${href}">${name}${hint !== undefined && html` <span class="soft">${hint}</span>`}</a></li>`,
    )}</ul></section>`
  }`;

const KEYS = [
  ["Ctrl K / ⌘ K", "keys_find"],
  ["/", "keys_search"],
  ["?", "keys_help"],
  ["n", "keys_action"],
  ["← →", "keys_point"],
  ["Esc", "keys_close"],
] as const;

/** The checkbox works where scripts run, and so do the keys. */
export const keysView = (words: Words): Html => html`
<p>${words.keys_lead}</p>
<div class="scroller keys"><table><thead><tr><th scope="col">${words.key}</th><th scope="col">${words.key_use}</th></tr></thead>
<tbody>${KEYS.map(
  ([key, use]) =>
    html`<tr><th scope="row">${key.split(" / ").map((one, at) => html`${at > 0 && " "}<kbd>${one}</kbd>`)}</th><td>${words[use]}</td></tr>`,
)}</tbody></table></div>
<div class="field choice" data-single-keys hidden><input type="checkbox" id="single-keys"><label for="single-keys">${words.keys_single}</label></div>`;
