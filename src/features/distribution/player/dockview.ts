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
  speedChoice,
  volumeSlider,
} from "./controls.ts";
import { icon } from "./icons.ts";

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
  ...["failed", "playlist", "chapters", "transcript", "now_playing"],
  ...["suggestions", "search_for", "person", "category"],
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
<div class="more"><span class="times"></span>${speedChoice(words)}${volumeSlider(words)}${iconButton("close", "close", words.close_player)}</div>
<p class="status" role="status"></p>
</aside></template>`;
