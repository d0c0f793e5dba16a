/** HTML of the notes on a time line, and of the form of one; pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { localTime } from "../../../platform/text/localtimes.ts";
import { zoneText } from "../../../platform/text/timezones.ts";
import { MAX_TEXT } from "../../measurement/annotations/rules.ts";
import type { AnnotationRow } from "../../measurement/annotations/store.ts";
import { buttonLink } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { field, form, notice, submit } from "../../web/layout/views.ts";
import type { Place } from "./place.ts";
import type { Words } from "./words.ts";

/** The notes of the range, and the way to write one. */
export const notesView = (
  { words, root, timezone }: Place,
  notes: readonly AnnotationRow[],
): Html => html`
<section class="time-notes" aria-labelledby="time-notes">
<h3 id="time-notes">${words.notes}</h3>
${notes.length === 0 && html`<p class="soft">${words.notes_lead}</p>`}
${notes.length > 0 && html`<ul>${notes.map((note) => html`<li><time datetime="${note.at.toISOString()}">${momentText(note.at, words, timezone)}</time> <span>${note.text}</span> <a href="${root}/notes/${note.annotation_id}">${words.edit_note}<span class="hidden">: ${note.text}</span></a></li>`)}</ul>`}
<p>${buttonLink(`${root}/notes/new`, words.add_note, "quiet")}</p>
</section>`;

const momentText = (at: Date, { locale }: Words, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone }).format(at);

type NoteForm = Readonly<{
  words: Words;
  csrf: string;
  refusal: Refusal;
  /** Where the form is sent. */
  action: string;
  timezone: string;
  now: Date;
  note: AnnotationRow | null;
}>;

export function noteFormView(shown: NoteForm): Html {
  const { words, csrf, refusal, action, timezone, now, note } = shown;
  const { given, fields } = refusal;
  return html`
${notice(refusal.message, "problem")}
${form(
  action,
  csrf,
  html`
${note !== null && html`<input type="hidden" name="revision" value="${note.revision}">`}
${field({ label: words.at, name: "at", type: "datetime-local", value: given.at ?? localTime(timezone, note?.at ?? now).replace(" ", "T"), error: fields.at, hint: fill(words.at_hint, { zone: zoneText(timezone) }), required: true })}
${field({ label: words.text, name: "text", value: given.text ?? note?.text, error: fields.text, required: true, maxlength: MAX_TEXT })}
${submit(words.save_note)}`,
)}
${
  note !== null &&
  html`<details class="delete-note"><summary>${words.delete_note}…</summary>
${form(`${action}/delete`, csrf, html`<p>${words.delete_lead}</p>${submit(words.delete_note, "danger")}`)}</details>`
}`;
}
