/** HTML of a creative's sound: waveform, levels, and what is worth changing in it; pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import type { Advice } from "../../advertising/lineitems/creatives/sound/rules.ts";
import type { SoundCheckDetail } from "../../advertising/lineitems/creatives/sound/schema.ts";
import { fill } from "../../web/layout/rules.ts";
import { plural } from "../frame/plurals.ts";
import type { Words } from "./words.ts";

const SENTENCES = {
  louder: "a_louder",
  quieter: "a_quieter",
  clipped: "a_clipped",
  peaks: "a_peaks",
  "silence-start": "a_silence_start",
  "silence-end": "a_silence_end",
} as const satisfies Record<Advice, keyof Words>;

/** Everything that is known of the sound; a sentence while it is not measured. */
export function soundView(check: SoundCheckDetail, words: Words): Html {
  const { sound, peaks } = check;
  if (sound === null) return html`<p class="soft">${words.sound_none}</p>`;
  const db = (value: number | null, unit: string) =>
    value === null ? "–" : `${decimal(value, words)} ${unit}`;
  const seconds = (ms: number) => `${decimal(ms / 1000, words)} s`;
  const fact = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`${waveView(peaks)}
<ul class="ad-advice">${adviceTexts(check, words).map((text) => html`<li>${text}</li>`)}</ul>
<dl class="ad-sound">${fact(words.loudness, db(sound.loudness_lufs, "LUFS"))}${fact(words.true_peak, db(sound.true_peak_dbtp, "dBTP"))}${fact(words.uploaded, `${sound.source.format}, ${db(sound.source.loudness_lufs, "LUFS")}, ${db(sound.source.true_peak_dbtp, "dBTP")}`)}${fact(words.silence, `${seconds(sound.silence_start)} / ${seconds(sound.silence_end)}`)}</dl>`;
}

/** A true minus sign, as long as a digit. */
const decimal = (value: number, { locale }: Words): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    .format(value)
    .replace("-", "−");

/** What is worth changing, or that nothing is. */
function adviceTexts({ advice, sound, programmes }: SoundCheckDetail, words: Words): string[] {
  const { jumps_count, episodes_count, greatest_jump_lu } = programmes;
  if (advice.length === 0)
    return [
      episodes_count === 0 ? words.a_fine_alone : plural(words, words.a_fine, episodes_count),
    ];
  const second = (ms: number | undefined) => decimal((ms ?? 0) / 1000, words);
  const values = {
    jumps: jumps_count.toLocaleString(words.locale),
    lu: decimal(Math.abs(greatest_jump_lu ?? 0), words),
    peak: decimal(sound?.source.true_peak_dbtp ?? 0, words),
  };
  return advice.map((one) => {
    const text = words[SENTENCES[one]];
    const s = second(one === "silence-start" ? sound?.silence_start : sound?.silence_end);
    if (typeof text === "string") return fill(text, { ...values, s });
    return plural(words, text, episodes_count, values);
  });
}

const HEIGHT = 40;

/** Decoration beside the player: its figures are in the text. */
const waveView = (peaks: readonly number[]): Html =>
  html`<svg class="ad-wave" viewBox="0 0 ${Math.max(1, peaks.length)} ${2 * HEIGHT}" preserveAspectRatio="none" aria-hidden="true"><path d="${peaks
    .map((peak, at) => {
      const height = Math.max(0.5, (peak * HEIGHT) / 100);
      return `M${at + 0.5} ${HEIGHT - height}V${HEIGHT + height}`;
    })
    .join("")}"/></svg>`;
