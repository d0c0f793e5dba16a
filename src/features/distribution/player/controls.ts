/** The controls of the player as markup; the script gives them their function, and enables the buttons: before, a press would be lost. */
import { type Html, html } from "../../../platform/http/html.ts";
import { fill, type Words } from "../../web/layout/rules.ts";
import { type IconName, icon } from "./icons.ts";

/** How many times as fast one may listen. */
export const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** How many seconds the buttons skip that one may choose, and unless one does. */
export const SKIPS_S = [5, 10, 15, 30, 45, 60] as const;
export const BACK_S = 15;
export const AHEAD_S = 30;

/** A button that only has an icon. */
export const iconButton = (act: string, name: IconName, label: string): Html =>
  html`<button type="button" class="tool" data-act="${act}" aria-label="${label}" title="${label}" disabled>${icon(name)}</button>`;

/** Play and pause in one button, which shows one of both icons. */
export const playToggle = (words: Words): Html =>
  html`<button type="button" class="toggle" data-act="toggle" aria-label="${words.play}" disabled>${icon("play")}${icon("pause")}</button>`;

export const backButton = (words: Words): Html =>
  iconButton("back", "back", fill(words.rewind, { n: BACK_S }));
export const aheadButton = (words: Words): Html =>
  iconButton("ahead", "ahead", fill(words.forward, { n: AHEAD_S }));

/** How far a button skips, of those that the script knows too. */
export const skipChoice = (name: "back" | "ahead", label: string, words: Words): Html =>
  html`<label>${label} <select data-skip="${name}">${SKIPS_S.map(
    (seconds) => html`<option value="${seconds}">${secondsText(seconds, words)}</option>`,
  )}</select></label>`;

/** `15 sec`. */
export const secondsText = (seconds: number, { lang }: Words): string =>
  new Intl.NumberFormat(lang, { style: "unit", unit: "second" }).format(seconds);

/** Opens the sheet of what plays next. */
export const upNextButton = (words: Words): Html => iconButton("up-next", "queue", words.up_next);

/** `1.5×`. */
export const speedText = (rate: number, { lang }: Words): string =>
  `${new Intl.NumberFormat(lang).format(rate)}×`;

export const speedChoice = (words: Words): Html =>
  html`<select class="speed" data-act="speed" aria-label="${words.speed}">${SPEEDS.map(
    (rate) =>
      html`<option value="${rate}"${rate === 1 && html` selected`}>${speedText(rate, words)}</option>`,
  )}</select>`;

export const volumeSlider = (words: Words): Html =>
  html`<label class="volume">${icon("volume")}<input type="range" data-act="volume" min="0" max="1" step="0.05" value="1" aria-label="${words.volume}"></label>`;

/** A slider for the playback position; `kind` is how it looks. */
export const seekBar = (words: Words, kind: "wave" | "line"): Html =>
  html`<div class="${kind}" data-act="seek" role="slider" tabindex="0" aria-label="${words.position}" aria-valuemin="0" aria-valuemax="0" aria-valuenow="0"><canvas aria-hidden="true"></canvas></div>`;
