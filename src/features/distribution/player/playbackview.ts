/** The settings of playback, which the browser keeps: its script fills them in and saves each choice at once. */
import { type Html, html } from "../../../platform/http/html.ts";
import type { Words } from "../../web/layout/rules.ts";
import { checkbox, choice, notice } from "../../web/layout/views.ts";
import { assetPath, modulePaths } from "./assets.ts";
import { AHEAD_S, BACK_S, SKIPS_S, SPEEDS, secondsText, speedText } from "./controls.ts";

const ENTRY = "playbackform.js";

/** The script, for the head of the page. */
export const playbackHead = (): Html => html`
${modulePaths(ENTRY).map((path) => html`<link rel="modulepreload" href="${path}">`)}
<script type="module" src="${assetPath(ENTRY)}"></script>`;

/** Speed, skips and whether the next episode plays; they can be used once the script runs. */
export function playbackFields(words: Words): Html {
  const skips = SKIPS_S.map((seconds) => [String(seconds), secondsText(seconds, words)] as const);
  const skip = (name: string, label: string, seconds: number) =>
    choice({ name, label, value: String(seconds), options: skips });
  const speeds = SPEEDS.map((rate) => [String(rate), speedText(rate, words)] as const);
  return html`<p>${words.playback_hint}</p>
<noscript>${notice(words.playback_plain, "plain")}</noscript>
<fieldset class="playback" data-playback data-saved="${words.playback_saved}" disabled><legend class="hidden">${words.playback}</legend>
${choice({ name: "speed", label: words.speed, value: "1", options: speeds })}
${skip("back", words.skip_back, BACK_S)}
${skip("ahead", words.skip_ahead, AHEAD_S)}
${checkbox({ name: "goes_on", label: words.goes_on, checked: true })}
</fieldset>
<p class="soft" role="status"></p>`;
}
