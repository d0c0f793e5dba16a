/** HTML of the page of a new episode: drop zone, details, publication, and the checks beside them; pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { fill } from "../../web/layout/rules.ts";
import { choice, field, notice } from "../../web/layout/views.ts";
import { autosaved } from "../drafts/views.ts";
import type { DraftWords } from "../drafts/words/en.ts";
import { fileField } from "../frame/filefields.ts";
import { notesField } from "../notes/views.ts";
import type { Zone } from "../range/zones.ts";
import { resumableUpload } from "../upload/views.ts";
import type { UploadWords } from "../upload/words/en.ts";
import type { Check } from "./checks.ts";
import { whenField } from "./fields.ts";
import type { Proposal } from "./proposing.ts";
import type { Words } from "./words.ts";

/** A draft that is stored: saved while it is written. */
export type StoredDraft = Readonly<{
  episode_id: number;
  revision: number;
  values: Readonly<Record<string, string>>;
  /** Whether it has audio, or audio that is being processed. */
  hasAudio: boolean;
  isProcessing: boolean;
}>;

export type NewPage = Readonly<{
  words: Words;
  uploadTexts: UploadWords;
  draftTexts: DraftWords;
  csrf: string;
  refusal: Refusal;
  show_id: number;
  user_id: number;
  zone: Zone;
  /** The moment to schedule it for, and why. */
  proposal: Proposal;
  /** The maximum size of a file, in words. */
  size: string;
  draft: StoredDraft | null;
  checks: readonly Check[];
  /** The newest episode of the show with a number; the fields of the one after it. */
  newest: Readonly<{ title: string; number: string }> | null;
  next: Readonly<Record<string, string>>;
}>;

export const newView = (page: NewPage): Html => {
  const { words, csrf, refusal, show_id, draft } = page;
  const { given, fields } = refusal;
  const path = `/studio/shows/${show_id}/episodes`;
  const begun = draft?.values ?? page.next;
  const value = (name: string) => given[name] ?? begun[name];
  return html`
${notice(refusal.message, "problem")}
<div class="new-episode" data-new data-path="${path}">
<form method="post" action="${path}/new" enctype="multipart/form-data" data-notes>
<input type="hidden" name="csrf" value="${csrf}">
<input type="hidden" name="draft" value="${draft?.episode_id ?? ""}">
${audioView(page)}
${field({ label: words.title, name: "title", value: value("title"), error: fields.title, maxlength: 140 })}
${notesField({ locale: words.locale, value: value("description"), error: fields.description })}
<div class="field-row">
${field({ label: words.season, name: "season_number", value: value("season_number"), error: fields.season_number })}
${field({ label: words.number, name: "episode_number", value: value("episode_number"), error: fields.episode_number })}
${choice({
  label: words.kind,
  name: "season_episode_type",
  value: value("season_episode_type"),
  error: fields.season_episode_type,
  options: [
    ["FULL", words.kind_full],
    ["TRAILER", words.kind_trailer],
    ["BONUS", words.kind_bonus],
  ],
})}
</div>
${page.newest !== null && html`<p class="hint">${fill(words.newest_number, { title: page.newest.title, number: page.newest.number })}</p>`}
${field({ label: words.tags, name: "tags", value: value("tags"), error: fields.tags, hint: words.tags_hint })}
${whenField({ words, refusal, zone: page.zone, proposal: page.proposal, chosen: "now", at: null, now: words.when_now })}
<div data-draft>${draft !== null && draftView(page, draft)}</div>
<p class="actions">${finishView(words)}</p>
</form>
<aside class="checks" aria-labelledby="checks"><h2 id="checks">${words.checks}</h2>
<div data-checks>${checksView(words, page.checks, draft)}</div></aside>
</div>`;
};

/** Scripts name what the chosen moment of publication will do; without them the button fits every choice. */
function finishView(words: Words): Html {
  const texts = { now: words.finish_now, later: words.finish_later, draft: words.finish_draft };
  return html`<button type="submit" data-finish="${JSON.stringify(texts)}">${words.finish}</button>`;
}

function audioView({ words, uploadTexts, user_id, size, refusal, draft }: NewPage): Html {
  const own = fileField({
    label: draft?.hasAudio === true ? words.replace_file : words.audio_file,
    name: "media_file",
    accept: "audio/*,.mp3,.m4a,.aac,.wav,.flac,.ogg,.aiff,.wma,.amr",
    hint: fill(words.drop_hint, { size }),
    error: refusal.fields.media_file ?? refusal.fields.upload_id,
  });
  return html`<div class="drop">${resumableUpload({ words: uploadTexts, user_id, field: own })}</div>`;
}

/** What makes the form save itself. */
export function draftView(
  { draftTexts, user_id }: Pick<NewPage, "draftTexts" | "user_id">,
  { episode_id, revision, values }: StoredDraft,
): Html {
  const path = `/studio/episodes/${episode_id}`;
  const places = { save: `${path}/autosave`, merge: `${path}/merge` };
  return autosaved({ words: draftTexts, user_id, ...places, revision, values });
}

const SIGNS = { good: "✓", open: "○", bad: "!" } as const;

/** The list of checks. Its states are words, too, not only signs and colours. */
export const checksView = (
  words: Words,
  checks: readonly Check[],
  draft: Pick<StoredDraft, "episode_id" | "isProcessing"> | null,
): Html => html`
<ul${draft?.isProcessing === true && html` data-processing`}>${checks.map(
  ({ state, text, name, values = {}, href }) => html`
<li class="check ${state}"><span class="sign" aria-hidden="true">${SIGNS[state]}</span>
<div><strong>${words[`check_${name}`]}</strong> <span class="hidden">(${words[`state_${state}`]})</span>
<p>${fill(words[text], values)}${href !== undefined && html` <a href="${href}">${name === "chapters" ? words.place_chapters : words.mend}</a>`}</p>${
    text === "audio_progress" &&
    html`<progress max="100" value="${values.n}" aria-label="${fill(words[text], values)}"></progress>`
  }</div></li>`,
)}</ul>
${draft !== null && html`<p class="soft"><a href="/episode/${draft.episode_id}" target="_blank">${words.preview_page}</a> · <a href="/studio/episodes/${draft.episode_id}/preview" target="_blank">${words.preview_audio}</a></p>`}`;
