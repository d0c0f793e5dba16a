/** The field of show notes: light markup, buttons that write it, and a preview; pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import type { Locale } from "../../../platform/http/locale.ts";
import { textArea } from "../../web/layout/views.ts";
import { script, stylesheet } from "../frame/assets.ts";
import { notesWords } from "./words.ts";

type Notes = Readonly<{
  locale: Locale;
  value: string | undefined;
  error: string | undefined;
  /** As listeners read them; null: not asked for yet; undefined: the form has no preview. */
  preview?: Html | null;
}>;

/** What the head of a page with the field needs; its form has the attribute `data-notes`. */
export const notesHead = (): Html =>
  html`${stylesheet("notes/browser/notes.css")}${script("notes/browser/notes.js")}`;

/** Without scripts people type the marks, as the hint explains them, and the preview comes with the page. */
export function notesField({ locale, value, error, preview }: Notes): Html {
  const words = notesWords(locale);
  return html`
<div class="notes">
<div class="notes-tools" role="group" aria-label="${words.formatting}" data-tools hidden>
<button type="button" class="quiet" data-mark="**"><b>${words.bold}</b></button>
<button type="button" class="quiet" data-mark="_"><i>${words.italic}</i></button>
<button type="button" class="quiet" data-link>${words.link}</button>
<button type="button" class="quiet" data-bullet>${words.list}</button>
</div>
${textArea({ label: words.notes, name: "description", rows: 10, value, error, hint: html`<span class="by-script">${words.notes_hint}</span><span class="without-script">${words.notes_signs}</span>` })}
${
  preview !== undefined &&
  html`<button type="submit" class="plain" name="act" value="preview" formnovalidate data-preview-notes>${words.preview_notes}</button>
<div class="notes-preview" data-preview${preview === null && html` hidden`}><h2>${words.preview}</h2><div class="said" data-shown>${preview}</div></div>`
}
</div>`;
}
