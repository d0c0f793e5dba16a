/** HTML of the pages for sign-up, sign-in and password reset. */

import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { buttonLink } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { checkbox, field, form, notice, submit } from "../../web/layout/views.ts";
import type { Shown } from "./frame.ts";
import { fillHtml } from "./times.ts";
import type { AccountWords } from "./words.ts";

/** The field of these with which the person goes on: the first with an error, else the first empty one. */
function firstToFill<Name extends string>(
  { given, fields }: Refusal,
  names: readonly Name[],
): Name | undefined {
  const isEmpty = (name: Name) => name === "password" || (given[name] ?? "") === "";
  return names.find((name) => fields[name] !== undefined) ?? names.find(isEmpty);
}

const newPassword = (
  { words, refusal }: Pick<Shown, "words" | "refusal">,
  label: string,
  autofocus: boolean,
): Html =>
  field({
    label,
    name: "password",
    type: "password",
    autocomplete: "new-password",
    hint: words.password_hint,
    required: true,
    error: refusal.fields.password,
    autofocus,
  });

const login = ({ words, refusal }: Shown, autofocus: boolean): Html =>
  field({
    autofocus,
    label: words.login,
    name: "login",
    value: refusal.given.login,
    error: refusal.fields.login,
    autocomplete: "username",
    autocapitalize: "none",
    required: true,
  });

/** Options to revoke other access along with the old password, in case somebody else knew it. */
export const alsoEnd = (words: AccountWords): Html => html`
${checkbox({ name: "end_tokens", label: words.end_tokens })}
${checkbox({ name: "end_apps", label: words.end_apps })}`;

/** Appends `next` to `path`, if there is one. */
const onward = (path: string, next: string | null): string =>
  next === null ? path : `${path}?next=${encodeURIComponent(next)}`;

type SignIn = Readonly<{
  next: string | null;
  signup: "open" | "closed";
  done: Html;
  /** Who is signed in already. */
  username: string | null;
}>;

export const signInView = (shown: Shown, { next, signup, done, username }: SignIn): Html => {
  const { words, csrf, refusal } = shown;
  // Who is signed in already reads that first.
  const first = username === null ? firstToFill(refusal, ["login", "password"]) : undefined;
  return html`
<h1>${words.sign_in}</h1>
${done}
${username !== null && notice(html`${fillHtml(words.signed_in_as, { username: html`<strong>${username}</strong>` })} ${words.other_person}`, "plain")}
${notice(refusal.message, "problem")}
${form(
  onward("/sign-in", next),
  csrf,
  html`
${login(shown, first === "login")}
${field({
  autofocus: first === "password",
  label: words.password,
  name: "password",
  type: "password",
  error: refusal.fields.password,
  autocomplete: "current-password",
  required: true,
})}
${submit(words.sign_in)}`,
)}
<div class="below soft">
<p><a href="/forgot-password">${words.forgot}</a></p>
${signup === "open" && username === null && html`<p>${words.new_here} <a href="${onward("/sign-up", next)}">${words.sign_up}</a></p>`}
</div>`;
};

export const signUpView = (shown: Shown, next: string | null): Html => {
  const { words, csrf, refusal } = shown;
  const first = firstToFill(refusal, ["username", "fullname", "email", "password"]);
  return html`
<h1>${words.sign_up}</h1>
${notice(refusal.message, "problem")}
${form(
  onward("/sign-up", next),
  csrf,
  html`
${field({
  autofocus: first === "username",
  label: words.username,
  name: "username",
  value: refusal.given.username,
  error: refusal.fields.username,
  autocomplete: "username",
  autocapitalize: "none",
  hint: words.username_hint,
  required: true,
})}
${field({
  autofocus: first === "fullname",
  label: words.fullname,
  name: "fullname",
  value: refusal.given.fullname,
  error: refusal.fields.fullname,
  autocomplete: "name",
  hint: words.fullname_hint,
  required: true,
})}
${field({
  autofocus: first === "email",
  label: words.email,
  name: "email",
  type: "email",
  value: refusal.given.email,
  error: refusal.fields.email,
  autocomplete: "email",
  required: true,
})}
${newPassword(shown, words.password, first === "password")}
${submit(words.create_account)}`,
)}
<div class="below soft">
<p>${words.have_account} <a href="${onward("/sign-in", next)}">${words.sign_in}</a></p>
</div>`;
};

export const signUpClosedView = (words: AccountWords): Html => html`
<h1>${words.closed}</h1>
<p>${words.closed_text}</p>
<p><a href="/sign-in">${words.sign_in}</a></p>`;

/** For who opens the sign-up while signed in. */
export const alreadyView = (words: AccountWords, csrf: string, username: string): Html => html`
<h1>${words.already}</h1>
<p>${fill(words.already_text, { username })}</p>
${form("/sign-out", csrf, submit(words.sign_out))}
<p class="below">${buttonLink("/settings", words.to_settings, "quiet")}</p>`;

/** For who follows the link below every page. */
export const signOutView = (words: AccountWords, csrf: string, username: string): Html => html`
<h1>${words.sign_out}</h1>
<p>${fill(words.signed_in_as, { username })}</p>
${form("/sign-out", csrf, submit(words.sign_out))}
<p class="below">${buttonLink("/settings", words.to_settings, "quiet")}</p>`;

export const forgotView = (shown: Shown): Html => html`
<h1>${shown.words.forgot}</h1>
<p>${shown.words.forgot_text}</p>
${notice(shown.refusal.message, "problem")}
${form("/forgot-password", shown.csrf, html`${login(shown, true)} ${submit(shown.words.send_link)}`)}`;

export const forgotSentView = (words: AccountWords): Html => html`
<h1>${words.inbox}</h1>
<p>${words.inbox_text}</p>
<p><a href="/sign-in">${words.back_to_sign_in}</a></p>`;

export const forgotByOperatorView = (words: AccountWords): Html => html`
<h1>${words.forgot}</h1>
<p>${words.forgot_operator}</p>
<details class="unfold"><summary>${words.operator}</summary>
<p>${words.operator_command}</p>
<p class="secret">longwave user set --username … --password</p></details>
<p><a href="/sign-in">${words.back_to_sign_in}</a></p>`;

export const resetView = (shown: Shown, code: string | undefined): Html => {
  const { words, csrf, refusal } = shown;
  const given = { ...refusal.given, code: refusal.given.code ?? code ?? "" };
  const first = firstToFill({ ...refusal, given }, ["code", "password"]);
  return html`
<h1>${words.reset}</h1>
<p>${words.reset_text}</p>
${notice(refusal.message, "problem")}
${form(
  "/reset-password",
  csrf,
  html`
${field({
  autofocus: first === "code",
  label: words.reset_code,
  name: "code",
  value: given.code,
  error: refusal.fields.code,
  autocomplete: "one-time-code",
  autocapitalize: "none",
  required: true,
})}
${newPassword(shown, words.new_password, first === "password")}
${alsoEnd(words)}
${submit(words.set_password)}`,
)}`;
};

/**
 * The mail with a reset code. Without PUBLIC_URL it contains no link, because the Host header of a request can be
 * forged.
 */
export const resetMail = (
  words: AccountWords,
  publicUrl: string | null,
  site: string,
  name: string,
  code: string,
): string => {
  const asked = fill(words.mail_asked, { site });
  const way =
    publicUrl === null
      ? `${words.mail_code}\n\n${code}`
      : `${words.mail_link}\n\n${publicUrl}/reset-password?code=${code}`;
  return `${fill(words.mail_hello, { name })}\n\n${asked} ${way}\n\n${words.mail_end}\n`;
};
