/** HTML of the page that ends mails about one's shows. Pure. */
import { type Html, html } from "../../../../platform/http/html.ts";
import { form, submit } from "../../../web/layout/views.ts";
import type { Words } from "../words.ts";
import type { MailKind } from "./codes.ts";

export const END = "/unsubscribe-numbers";
/** The address for mailboxes. */
export const ONE_CLICK = "/v2/audience-mails/unsubscribe";
/** Where people choose these mails. */
export const SETTINGS = "/settings/notifications/numbers";

type Shown = Readonly<{ csrf: string; code: string; kind: MailKind }>;

/** A button, because programs that check mails open their links. */
export const endView = (words: Words, { csrf, code, kind }: Shown): Html => html`
<h1>${words.title}</h1>
<p>${words[`end_${kind}`]}</p>
${form(END, csrf, html`<input type="hidden" name="code" value="${code}">${submit(words.end)}`)}`;

export const endedView = (words: Words, kind: MailKind): Html => html`
<h1>${words.title}</h1>
<p role="status">${words[`ended_${kind}`]}</p>
<p><a href="${SETTINGS}">${words.to_settings}</a></p>`;
