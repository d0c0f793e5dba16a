/** The bar at the bottom of the window that goes on playing while people browse. */
import { dataBlock, type Html, html } from "../../../platform/http/html.ts";
import type { Words } from "../../web/layout/rules.ts";
import { assetPath, modulePaths } from "./assets.ts";
import {
  aheadButton,
  backButton,
  iconButton,
  playToggle,
  seekBar,
  skipChoice,
  speedChoice,
  upNextButton,
  volumeSlider,
} from "./controls.ts";
import { icon } from "./icons.ts";
import { queueButtons } from "./views.ts";

/** Texts that the scripts use. */
const SPOKEN = [
  ...[
    "play",
    "pause",
    "play_named",
    "pause_named",
    "left",
    "left_one",
    "copied",
    "copied_feed",
    "copied_code",
    "try_again",
  ],
  ...["played", "then_from", "up_named", "down_named", "remove_named"],
  ...["will_play_next", "will_play_last"],
  ...["mark_played", "mark_unplayed", "marked_played", "marked_unplayed"],
  ...["rewind", "forward", "failed", "playlist", "chapters", "transcript", "now_playing"],
  ...["suggestions", "search_for", "episode", "person", "category"],
] as const satisfies readonly (keyof Words)[];

/** Without scripts, the controls that need them are not shown. */
const plainStyles = (): Html =>
  html`<noscript><link rel="stylesheet" href="${assetPath("plain.css")}"></noscript>`;

/** Scripts and styles for the head: `entry` is the script to start, `sheet` the styles that only its pages need. */
const headOf = (entry: "embed.js" | "site.js", sheet: string, words: Words): Html => html`
<link rel="stylesheet" href="${assetPath("player.css")}">
<link rel="stylesheet" href="${assetPath(sheet)}">
${plainStyles()}
${modulePaths(entry).map((path) => html`<link rel="modulepreload" href="${path}">`)}
<script type="module" src="${assetPath(entry)}"></script>
${dataBlock("application/json", Object.fromEntries(SPOKEN.map((key) => [key, words[key]])), "spoken")}`;

/** The head of a page with nothing but a player. */
export const embedHead = (words: Words): Html => headOf("embed.js", "embed.css", words);

/** The head of a public page: its players, play buttons and links keep playing what plays. */
export const listeningHead = (words: Words): Html => html`${headOf("site.js", "site.css", words)}
<template id="dock"><aside class="dock" data-stays lang="${words.lang}" aria-label="${words.player}" hidden>
${seekBar(words, "line")}
<span class="art none"><img alt="" width="40" height="40" hidden></span>
<p class="what"><a class="name"></a><span class="show"></span></p>
<div class="controls">${backButton(words)}${playToggle(words)}${aheadButton(words)}</div>
<button type="button" class="tool unfold" data-act="unfold" aria-expanded="false" aria-label="${words.more_controls}" title="${words.more_controls}">${icon("unfold")}</button>
<div class="more"><span class="times"></span>${speedChoice(words)}${volumeSlider(words)}${upNextButton(words)}${iconButton("close", "close", words.close_player)}</div>
<p class="status" role="status"></p>
</aside></template>${upNextSheet(words)}${actsMenu(words)}`;

/** The sheet of what plays next; the script fills its lists. */
const upNextSheet = (words: Words): Html => html`
<template id="up-next"><dialog class="dialog sheet-dialog up-next" data-stays lang="${words.lang}" aria-labelledby="up-next-title">
<div class="dialog-head"><h2 id="up-next-title" tabindex="-1">${words.up_next}</h2><form method="dialog"><button class="plain" aria-label="${words.close}">×</button></form></div>
<p class="goes-on"><input type="checkbox" id="goes-on" checked> <label for="goes-on">${words.goes_on}</label></p>
<p class="skips">${skipChoice("back", words.skip_back, words)}${skipChoice("ahead", words.skip_ahead, words)}</p>
<p class="soft" data-part="none">${words.queue_empty}</p>
<ol class="rows" data-part="queue" aria-label="${words.queue}"></ol>
<p data-part="clear" hidden><button type="button" class="plain">${words.clear_queue}</button></p>
<section data-part="following" aria-labelledby="then-from" hidden><h3 id="then-from" data-part="of"></h3><ol class="rows" data-part="after"></ol></section>
</dialog></template>`;

/** What one can do with an episode of a list. */
const actsMenu = (words: Words): Html => html`
<template id="acts"><div class="acts-menu" popover data-stays lang="${words.lang}">
${queueButtons(words)}<button type="button" data-marks>${words.mark_played}</button>
</div></template>`;
