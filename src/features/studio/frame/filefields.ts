/** Form fields for files, and forms that send them with a progress bar; pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { fill } from "../../web/layout/rules.ts";
import type { Words } from "./words.ts";

type FileSpec = Readonly<{
  label: string;
  name: string;
  accept: string;
  hint?: string;
  error: string | undefined;
  required?: boolean;
}>;

export const fileField = ({
  label,
  name,
  accept,
  hint,
  error,
  required = false,
}: FileSpec): Html => html`
<div class="field${error !== undefined && " wrong"}">
<label for="${name}">${label}</label>
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
<input class="file" id="${name}" name="${name}" type="file" accept="${accept}"${required && html` required`}${hint !== undefined && html` aria-describedby="${name}-hint"`}${error !== undefined && html` aria-invalid="true"`}>
${error !== undefined && html`<p class="error">${error.endsWith(".") ? error : `${label} ${error}.`}</p>`}
</div>`;

/** A form with files. Its token comes first, because no file is received before it was checked. */
export const fileForm = (action: string, csrf: string, words: Words, body: Html): Html => html`
<form method="post" action="${action}" enctype="multipart/form-data" data-upload data-uploading="${words.uploading}" data-failed="${words.upload_failed}">
<input type="hidden" name="csrf" value="${csrf}">
${body}
<progress max="100" value="0" aria-label="${fill(words.uploading, { n: "" })}" hidden></progress>
<p class="soft" data-status role="status"></p>
</form>`;
