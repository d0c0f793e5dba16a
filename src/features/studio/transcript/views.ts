/** HTML of an episode's transcripts; pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { type Cue, clockText } from "../../distribution/feedtags/transcripts/cues.ts";
import { LINKED_TYPES } from "../../distribution/feedtags/transcripts/rules.ts";
import { emptyState } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { choice, field, form, notice, submit } from "../../web/layout/views.ts";
import { fileField, fileForm } from "../frame/filefields.ts";
import { plural } from "../frame/plurals.ts";
import type { Words as FrameWords } from "../frame/words.ts";
import type { Opened } from "./actions.ts";
import { differences, textOfCues } from "./pagetext.ts";
import { EXPORTS } from "./schema.ts";
import type { Words } from "./words.ts";

type Shown = Readonly<{
  words: Words;
  terms: FrameWords;
  csrf: string;
  episode: Readonly<{ episode_id: number; duration: number }>;
}>;

type Page = Readonly<{ pages: number; number: number; first: number; cues: readonly Cue[] }>;

type TranscriptShown = Shown &
  Readonly<{
    opened: Opened;
    page: Page;
    /** The text that was sent and not saved. */
    typed: string | undefined;
    /** The cues that were sent, if somebody else was faster. */
    mine: readonly Cue[] | null;
    fault: string | null;
    audio_url: string | null;
  }>;

const pathOf = ({ episode }: Shown) => `/studio/episodes/${episode.episode_id}/transcript`;

export function transcriptView(shown: TranscriptShown): Html {
  const { words, opened } = shown;
  if (opened.rows.length > 0)
    return html`<div class="beside">
<div>${opened.chosen === undefined ? html`<p>${words.only_links}</p>` : editor(shown, opened.chosen)}</div>
<div class="beside-side">${besides(shown)}</div></div>`;
  return html`
${emptyState({ title: words.none, text: words.none_text })}
<div class="column">${uploadForm({ ...shown, refusal: { given: {}, fields: {}, message: null } })}</div>`;
}

type Chosen = NonNullable<Opened["chosen"]>;

const editor = (shown: TranscriptShown, chosen: Chosen): Html => {
  const { words, csrf, page, typed, mine, fault, audio_url, opened } = shown;
  const lang = chosen.language ?? "";
  return html`
${mine !== null && conflictView(words, differences(mine, page.cues))}
${notice(fault === null ? null : faultText(words, fault), "problem")}
${
  audio_url === null
    ? html`<p class="soft">${words.no_audio}</p>`
    : html`<div class="transcript-audio"><audio controls preload="metadata" src="${audio_url}" data-audio></audio></div>`
}
<form method="post" action="${pathOf(shown)}" data-cues data-leave="${words.leave}">
<input type="hidden" name="csrf" value="${csrf}">
<input type="hidden" name="transcript_id" value="${chosen.transcript_id}">
<input type="hidden" name="media_key" value="${chosen.media_key}">
<input type="hidden" name="page" value="${page.number}">
<div class="field cue-source">
<label for="cues">${words.cues}</label>
<p class="hint" id="cues-hint">${words.cues_hint}</p>
<textarea id="cues" name="cues" rows="24" lang="${lang}" aria-describedby="cues-hint" spellcheck="true">
${typed ?? textOfCues(page.cues)}</textarea>
</div>
<ol class="cue-list" data-list lang="${lang}" start="${page.first + 1}" hidden></ol>
<datalist id="speakers">${speakersOf(opened.cues).map((speaker) => html`<option value="${speaker}">`)}</datalist>
<p class="cue-keys soft" data-keys hidden>${words.keys}</p>
<p class="actions cue-save">${submit(words.save)}<span class="soft">${plural(words, words.count, opened.cues.length)}${page.pages > 1 && html` · ${fill(words.page_of, { page: page.number, pages: page.pages })}`}</span></p>
</form>
${pagesView(shown, chosen)}
${rowTemplate(words)}`;
};

/** The names that occur, for the field of the next one. */
const speakersOf = (cues: readonly Cue[]): string[] =>
  [...new Set(cues.map(({ speaker }) => speaker).filter((speaker) => speaker !== null))].slice(
    0,
    50,
  );

const faultText = (words: Words, fault: string): string => {
  const [kind = "", line = ""] = fault.split(" ");
  if (kind === "times") return fill(words.fault_times, { line });
  if (kind === "order") return fill(words.fault_order, { line });
  return kind === "empty" ? words.fault_empty : words.fault_other;
};

const conflictView = (words: Words, theirs: readonly Cue[]): Html => html`
<div class="notice problem" role="alert"><p>${words.conflict}</p>
${
  theirs.length > 0 &&
  html`<ul class="cue-theirs">${theirs.map(
    ({ starts_at, speaker, text }) =>
      html`<li><span class="at">${clockText(starts_at)}</span> ${speaker !== null && html`<strong>${speaker}</strong> `}${text}</li>`,
  )}</ul>`
}</div>`;

function pagesView(shown: TranscriptShown, { transcript_id }: Chosen): Html {
  const { words, page } = shown;
  const to = (number: number, text: string) =>
    html`<a href="${pathOf(shown)}?transcript=${transcript_id}&amp;page=${number}">${text}</a>`;
  if (page.pages === 1) return html``;
  return html`<nav class="pager" aria-label="${words.pages}">${page.number > 1 && to(page.number - 1, words.before)}
${page.number < page.pages && to(page.number + 1, words.after)}</nav>`;
}

/** A cue as the script shows it; without scripts there is the text field. */
const rowTemplate = (words: Words): Html => html`
<template id="cue-row"><li class="cue">
<button type="button" class="cue-play quiet" data-play data-label="${words.play_from}"></button>
<div class="cue-words">
<input data-speaker list="speakers" maxlength="100" aria-label="${words.speaker}" placeholder="${words.speaker}" autocomplete="off">
<textarea data-text rows="1" aria-label="${words.said}"></textarea>
</div>
<div class="cue-acts">
<label><span class="hidden">${words.from}</span><input data-from inputmode="decimal" autocomplete="off" maxlength="14"></label>
<label><span class="hidden">${words.to}</span><input data-to inputmode="decimal" autocomplete="off" maxlength="14"></label>
<button type="button" class="plain" data-split>${words.split}</button>
<button type="button" class="plain" data-merge>${words.merge}</button>
<button type="button" class="plain" data-remove>${words.remove}</button>
</div>
</li></template>`;

/** Beside the text: exports, other transcripts, another upload, removal. */
function besides(shown: TranscriptShown): Html {
  const { words, opened, csrf } = shown;
  const { chosen, rows } = opened;
  return html`
${
  chosen !== undefined &&
  html`<section><h2>${words.export}</h2><ul class="plain-list">${EXPORTS.map(
    (format) =>
      html`<li><a href="${pathOf(shown)}/${chosen.transcript_id}?format=${format}" download>${words[`export_${format}`]}</a></li>`,
  )}</ul></section>`
}
<section><h2>${words.all}</h2><ul class="plain-list">${rows.map(
    (row) => html`<li>${
      row.media_key === null
        ? html`<a href="${row.url}" rel="noopener">${nameOf(words, row)}</a> <span class="soft">${words.elsewhere}</span>`
        : html`<a href="${pathOf(shown)}?transcript=${row.transcript_id}"${row.transcript_id === chosen?.transcript_id && html` aria-current="true"`}>${nameOf(words, row)}</a>`
    }
<details class="ask"><summary>${words.remove_transcript}<span class="hidden">: ${nameOf(words, row)}</span></summary>
${form(
  `${pathOf(shown)}/remove`,
  csrf,
  html`<input type="hidden" name="transcript_id" value="${row.transcript_id}"><input type="hidden" name="media_key" value="${row.media_key}"><p>${words.remove_asks}</p>${submit(words.remove_transcript, "danger")}`,
)}</details></li>`,
  )}</ul></section>
<p><a class="button quiet" href="${pathOf(shown)}/new">${words.add}</a></p>`;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  "text/vtt": "WebVTT",
  "application/x-subrip": "SubRip",
  "application/json": "JSON",
  "text/html": "HTML",
  "text/plain": "TXT",
};

/** “English, WebVTT” */
function nameOf(words: Words, row: Opened["rows"][number]): string {
  const type = TYPE_NAMES[row.type] ?? row.type;
  if (row.language === null) return type;
  const language = new Intl.DisplayNames(words.locale, { type: "language" }).of(row.language);
  return `${language ?? row.language}, ${type}`;
}

type Upload = Shown & Readonly<{ refusal: Refusal }>;

export const uploadPageView = (shown: Upload): Html => html`
<p><a href="${pathOf(shown)}">${shown.words.back}</a></p>
${uploadForm(shown)}`;

const uploadForm = (shown: Upload): Html => {
  const { words, terms, csrf, refusal } = shown;
  const { given, fields } = refusal;
  return html`${notice(refusal.message, "problem")}
${fileForm(
  `${pathOf(shown)}/new`,
  csrf,
  terms,
  html`
${fileField({ label: words.file, name: "transcript_file", accept: ".vtt,.srt,.json,.txt,text/vtt,application/json,text/plain", hint: words.file_hint, error: fields.transcript_file })}
${field({ label: words.language, name: "language", value: given.language ?? words.lang, error: fields.language, hint: words.language_hint, maxlength: 35 })}
<details class="ask"${(fields.url ?? fields.type) !== undefined && html` open`}><summary>${words.link_instead}</summary>
${field({ label: words.url, name: "url", type: "url", value: given.url, error: fields.url, maxlength: 2000 })}
${choice({ label: words.type, name: "type", value: given.type, error: fields.type, options: [["", "–"], ...LINKED_TYPES.map((type) => [type, TYPE_NAMES[type] ?? type] as const)] })}
</details>
${submit(words.upload)}`,
)}`;
};
