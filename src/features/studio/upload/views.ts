/** A field for a file that is sent while the person goes on; without scripts, it is sent with its form. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import type { UploadWords } from "./words/en.ts";

type Resumable = Readonly<{
  words: UploadWords;
  /** The person, whose browser may be used by others, too. */
  user_id: number;
  /** The label, the input of type `file`, its hint and its error. */
  field: Html;
}>;

/**
 * Makes `field` resumable where `upload/browser/upload.js` runs: the form then sends `upload_id` instead of the file.
 * The form needs a field `csrf`.
 */
export const resumableUpload = ({ words, user_id, field }: Resumable): Html => html`
<div class="resumable" data-resumable data-user="${user_id}" data-texts="${JSON.stringify(words)}">
${field}
<input type="hidden" name="upload_id" disabled>
<div data-transfer hidden>
<progress max="100" value="0" aria-label="${words.progress}"></progress>
<span data-amount aria-hidden="true"></span>
<button type="button" class="quiet">${words.pause}</button>
<p role="status"></p>
</div>
</div>`;
