/** HTML of the audio page of an episode: the waveform, the rows of its marks, loudness; pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { buttonLink } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { form, notice, submit } from "../../web/layout/views.ts";
import type { LoudnessText } from "../frame/loudness.ts";
import { formatMoment } from "../waveform/moments.ts";
import type { Peaks } from "../waveform/peaks.ts";
import { type Mark, waveformView } from "../waveform/views.ts";
import type { Words as WaveformWords } from "../waveform/words.ts";
import { marksOf, type Row } from "./rules.ts";
import { faultsView, faultText, firstWrong, idOf } from "./summary.ts";
import type { Words } from "./words.ts";

export type AudioPage = Readonly<{
  words: Words;
  waveform: WaveformWords;
  csrf: string;
  episode_id: number;
  duration: number;
  /** The programme without ads; null while there is none to play. */
  audio_url: string | null;
  peaks: Peaks | null;
  rows: readonly Row[];
  faults: Readonly<Record<string, string>>;
  message: string | null;
  version: string;
  loudness: LoudnessText | null;
  /** A splice to hear at once: an address with a range. */
  heard: string | null;
  /** Whether the marks have just been saved. */
  isSaved: boolean;
}>;

/** The whole page below its tabs. */
export function audioView(page: AudioPage): Html {
  const { words, waveform, csrf, peaks, duration, audio_url, message, version, rows } = page;
  const path = `/studio/episodes/${page.episode_id}/audio`;
  const texts = JSON.stringify({ ...words, chapter: waveform.chapter, break: waveform.break });
  return html`
${notice(message, "problem")}
${faultsView(page)}
<div class="wave-editor" data-dial data-duration="${duration}" data-path="${path}" data-texts="${texts}">
${waveformView({ words: waveform, peaks, duration, marks: drawnMarks(rows) })}
${audio_url !== null && toolsView(page, audio_url)}
<p class="soft" role="status" data-said></p>
</div>
${audio_url !== null && keysView(words)}
${page.heard !== null && html`<p class="heard"><label for="heard">${words.splice}</label> <audio id="heard" controls autoplay src="${page.heard}"></audio></p>`}
${form(
  path,
  csrf,
  html`
<div hidden><button type="submit">${words.save}</button></div>
<input type="hidden" name="version" value="${version}">
<section class="marks" data-marks="chapter"><h2>${words.chapters}</h2>
<p class="soft">${words.chapters_hint}</p>
<ol>${rows.filter(({ kind }) => kind === "chapter").map((row, at) => chapterRow(page, row, at + 1))}</ol>
</section>
<section class="marks" data-marks="break"><h2 id="breaks">${words.breaks}</h2>
<p class="soft">${words.breaks_hint}</p>
${page.faults.breaks !== undefined && html`<p class="error" role="alert">${words.too_many}</p>`}
<ol>${rows.filter(({ kind }) => kind === "break").map((row, at) => breakRow(page, row, at + 1))}</ol>
</section>
<p class="actions marks-save">${submit(words.save)}<span class="soft" role="status" data-unsaved${page.isSaved && html` data-done="saved"`}>${page.isSaved && words.saved}</span></p>`,
)}
<section class="audio-file"><h2>${words.loudness}</h2>
<p>${loudnessSentence(page)}</p>
<p class="actions">${buttonLink(`${path}/replace`, words.replace, "quiet")} ${audio_url !== null && buttonLink(`/studio/episodes/${page.episode_id}/preview`, words.preview, "quiet")}</p>
</section>`;
}

/** The player without scripts; with them the waveform is the player, and these are its buttons. */
function toolsView({ words, duration }: AudioPage, audio_url: string): Html {
  const act = (name: string, text: string) =>
    html`<button type="button" class="quiet by-script" data-act="${name}">${text}</button>`;
  const length = formatMoment(1000 * Math.round(duration / 1000));
  return html`<div class="wave-tools">
<button type="button" class="wave-play by-script" data-act="play">${words.play}</button>
<output class="wave-clock by-script">${formatMoment(0)} / ${length}</output>
<audio controls preload="metadata" src="${audio_url}"></audio>
${act("zoom_in", words.zoom_in)}${act("zoom_out", words.zoom_out)}${act("chapter", words.add_chapter)}${act("break", words.add_break)}
</div>`;
}

const loudnessSentence = ({ words, loudness }: AudioPage): string =>
  loudness === null ? words.loudness_none : fill(words[`loudness_${loudness.change}`], loudness);

/** The marks that the rows mean, for the drawing. */
function drawnMarks(rows: readonly Row[]): Mark[] {
  const drawn = rows.flatMap((row): Mark[] => {
    const { chapters, breaks } = marksOf([row], 0);
    const at = chapters[0]?.starts_at ?? breaks[0]?.timecode;
    if (at === undefined || row.at === "") return [];
    const title = row.kind === "chapter" && row.title !== "" ? { title: row.title } : {};
    return [{ kind: row.kind, at, name: row.key, ...title }];
  });
  return drawn.toSorted((a, b) => a.at - b.at);
}

const keysView = (words: Words): Html => html`
<details class="wave-keys by-script"><summary>${words.keys}</summary>
<ul>
<li><kbd>Space</kbd> ${words.key_play}</li>
<li><kbd>←</kbd> <kbd>→</kbd> ${words.key_second}</li>
<li><kbd>,</kbd> <kbd>.</kbd> ${words.key_fine}</li>
<li><kbd>c</kbd> ${words.key_chapter}</li>
<li><kbd>b</kbd> ${words.key_break}</li>
<li><kbd>q</kbd> ${words.key_quiet}</li>
<li><kbd>Delete</kbd> ${words.key_delete}</li>
</ul></details>`;

type Cell = Readonly<{ name: string; label: string; value: string; kind: "at" | "text" | "url" }>;

function cell(page: AudioPage, { name, label, value, kind }: Cell): Html {
  const fault = faultText(page, name);
  const id = idOf(name);
  return html`<div class="field ${kind}${fault !== undefined && " wrong"}">
<label for="${id}">${label}</label>
<input id="${id}" name="${name}" value="${value}" autocomplete="off" placeholder="${label}"${kind === "url" && html` type="url"`}${kind === "at" && html` inputmode="decimal"`}${kind === "text" && html` maxlength="120"`}${fault !== undefined && html` aria-invalid="true" aria-describedby="${id}-error"`}${name === firstWrong(page) && html` autofocus`}>
${fault !== undefined && html`<p class="error" id="${id}-error">${fault}</p>`}
</div>`;
}

const removal = ({ words }: AudioPage, { key, isRemoved }: Row): Html =>
  html`<label class="remove"><input type="checkbox" name="${key}.remove" value="1"${isRemoved && html` checked`}> ${words.remove}</label>`;

const isNew = ({ id, at }: Row): boolean => id === "" && at === "";

/** The number of a row on the waveform; the script counts again when marks move. */
const rowStart = (row: Row, n: number): Html =>
  html`<li id="${row.key}" data-row="${row.key}"${isNew(row) ? html` data-new` : html` data-n="${n}"`}>`;

function breakRow(page: AudioPage, row: Row, n: number): Html {
  const { words } = page;
  const { key } = row;
  const tools = html`<p class="row-tools">
<button type="submit" class="quiet" name="act" value="quiet.${key}" data-quiet>${words.quietest}</button>
<button type="submit" class="quiet" name="act" value="hear.${key}" data-hear>${words.hear}</button>
${removal(page, row)}</p>`;
  return html`${rowStart(row, n)}
${isNew(row) && html`<h3>${words.new_break}</h3>`}
<div class="row-fields">
${cell(page, { name: `${key}.at`, label: words.at, value: row.at, kind: "at" })}
<div class="field ads"><label for="${key}-ads">${words.ads}</label><select id="${key}-ads" name="${key}.ads">${["1", "2", "3", "4", "5"].map((n) => html`<option${n === (row.ads || "1") && html` selected`}>${n}</option>`)}</select></div>
</div>${page.audio_url === null ? removal(page, row) : tools}</li>`;
}

function chapterRow(page: AudioPage, row: Row, n: number): Html {
  const { words } = page;
  const { key } = row;
  return html`${rowStart(row, n)}
${isNew(row) && html`<h3>${words.new_chapter}</h3>`}
<input type="hidden" name="${key}.id" value="${row.id}">
<div class="row-fields">
${cell(page, { name: `${key}.at`, label: words.at, value: row.at, kind: "at" })}
${cell(page, { name: `${key}.title`, label: words.title, value: row.title, kind: "text" })}
${cell(page, { name: `${key}.url`, label: words.link, value: row.url, kind: "url" })}
</div>${removal(page, row)}</li>`;
}
