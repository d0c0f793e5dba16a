/** HTML of the confirmation of an e-mail address, and the mail that asks for it. Pure. */
import { type Html, html } from "../../../../platform/http/html.ts";
import { fill } from "../../../web/layout/rules.ts";
import { field, form, notice, submit } from "../../../web/layout/views.ts";
import type { Shown } from "../frame.ts";
import type { AccountWords } from "../words.ts";

export const CONFIRM = "/confirm-email";
export const ASK = "/settings/email/confirm";

/** Whether the address is confirmed, and the button that asks for the link that does so. */
export const standingView = ({ words, csrf }: Shown, isConfirmed: boolean): Html =>
  isConfirmed
    ? html`<p>${words.email_confirmed}</p>`
    : html`<p>${words.email_unconfirmed}</p>${form(ASK, csrf, submit(words.confirm_send, "quiet"))}`;

/** A button, because programs that check mails open their links. */
export const confirmView = (
  { words, csrf, refusal }: Shown,
  code: string | undefined,
): Html => html`
<h1>${words.confirm}</h1>
<p>${words.confirm_text}</p>
${notice(refusal.message, "problem")}
${form(
  CONFIRM,
  csrf,
  html`
${field({
  label: words.reset_code,
  name: "code",
  value: refusal.given.code ?? code,
  error: refusal.fields.code,
  autocomplete: "one-time-code",
  autocapitalize: "none",
  required: true,
})}
${submit(words.confirm_button)}`,
)}`;

export const confirmedView = (words: AccountWords): Html => html`
<h1>${words.confirm}</h1>
<p>${words.confirm_done}</p>
<p><a href="/settings/email">${words.to_settings}</a></p>`;

type Mailed = Readonly<{ publicUrl: string | null; site: string; username: string; code: string }>;

export const confirmationMail = (
  words: AccountWords,
  { publicUrl, site, username, code }: Mailed,
): string => {
  const way =
    publicUrl === null
      ? `${words.confirm_mail_code}\n\n${code}`
      : `${words.confirm_link}\n\n${publicUrl}${CONFIRM}?code=${code}`;
  return `${fill(words.confirm_asked, { username, site })} ${way}\n\n${words.confirm_end}\n`;
};
