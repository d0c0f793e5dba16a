/** HTML of the page that ends mails. Pure. */
import { type Html, html } from "../../../../platform/http/html.ts";
import { fill } from "../../../web/layout/rules.ts";
import { form, submit } from "../../../web/layout/views.ts";
import type { Words } from "../words.ts";

export const UNSUBSCRIBE = "/unsubscribe";
/** The address for mailboxes. */
export const ONE_CLICK = "/v2/report-mails/unsubscribe";

type Shown = Readonly<{ words: Words; csrf: string; code: string; name: string; isOut: boolean }>;

/** A button, because programs that check mails open their links. */
export const unsubscribeView = ({ words, csrf, code, name, isOut }: Shown): Html => html`
<h1>${words.unsubscribe_title}</h1>
<p${isOut && html` role="status"`}>${fill(isOut ? words.unsubscribed : words.unsubscribe_ask, { name })}</p>
${form(
  UNSUBSCRIBE,
  csrf,
  html`<input type="hidden" name="code" value="${code}">
${isOut && html`<input type="hidden" name="again" value="1">`}
${isOut ? submit(words.subscribe, "quiet") : submit(words.unsubscribe)}`,
)}`;
