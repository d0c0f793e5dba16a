/** The field of show notes: light markup, buttons that write it, and a preview; pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { textArea } from "../../web/layout/views.ts";
import type { Words } from "./words.ts";

type Notes = Readonly<{
  words: Words;
  value: string;
  error: string | undefined;
  preview: Html | null;
}>;

/** Without scripts people type the marks, as the hint shows them, and the preview comes with the page. */
export const notesField = ({ words, value, error, preview }: Notes): Html => html`
<div class="notes">
<div class="notes-tools" role="group" aria-label="${words.formatting}" data-tools hidden>
<button type="button" class="quiet" data-mark="**"><b>${words.bold}</b></button>
<button type="button" class="quiet" data-mark="_"><i>${words.italic}</i></button>
<button type="button" class="quiet" data-link>${words.link}</button>
<button type="button" class="quiet" data-bullet>${words.list}</button>
</div>
${textArea({ label: words.notes, name: "description", rows: 10, value, error, hint: words.notes_hint })}
<button type="submit" class="plain" name="act" value="preview" formnovalidate data-preview-notes>${words.preview_notes}</button>
<div class="notes-preview" data-preview${preview === null && html` hidden`}><h2>${words.preview}</h2><div class="said" data-shown>${preview}</div></div>
</div>`;
