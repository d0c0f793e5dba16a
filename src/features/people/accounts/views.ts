/** HTML of the pages for sign-up, sign-in and password reset. */

import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { checkbox, field, form, notice, submit } from "../../web/layout/views.ts";

type Shown = Readonly<{ csrf: string; refusal: Refusal }>;

const newPassword = (label: string, error: string | undefined): Html =>
  field({
    label,
    name: "password",
    type: "password",
    autocomplete: "new-password",
    hint: "At least 8 characters.",
    required: true,
    error,
  });

/** Options to revoke other access along with the old password, in case somebody else knew it. */
export const alsoEnd: Html = html`
${checkbox({ name: "end_tokens", label: "Also revoke my access tokens" })}
${checkbox({ name: "end_apps", label: "Also disconnect all apps" })}`;

/** Appends `next` to `path`, if there is one. */
const onward = (path: string, next: string | null): string =>
  next === null ? path : `${path}?next=${encodeURIComponent(next)}`;

type SignInData = Shown &
  Readonly<{ next: string | null; signup: "open" | "closed"; done: string | null }>;

export const signInView = ({ csrf, refusal, next, signup, done }: SignInData): Html => html`
<h1>Sign in</h1>
${notice(done, "good")}
${notice(refusal.message, "problem")}
${form(
  onward("/sign-in", next),
  csrf,
  html`
${field({
  label: "Username or e-mail address",
  name: "login",
  value: refusal.given.login,
  error: refusal.fields.login,
  autocomplete: "username",
  autocapitalize: "none",
  required: true,
})}
${field({
  label: "Password",
  name: "password",
  type: "password",
  error: refusal.fields.password,
  autocomplete: "current-password",
  required: true,
})}
${submit("Sign in")}`,
)}
<div class="below soft">
<p><a href="/forgot-password">Forgot your password?</a></p>
${signup === "open" && html`<p>New here? <a href="${onward("/sign-up", next)}">Create an account</a></p>`}
</div>`;

export const signUpView = ({
  csrf,
  refusal,
  next,
}: Omit<SignInData, "signup" | "done">): Html => html`
<h1>Create an account</h1>
${notice(refusal.message, "problem")}
${form(
  onward("/sign-up", next),
  csrf,
  html`
${field({
  label: "Username",
  name: "username",
  value: refusal.given.username,
  error: refusal.fields.username,
  autocomplete: "username",
  autocapitalize: "none",
  hint: "3–32 characters: a–z, 0–9 or _. Part of the address of your public page.",
  required: true,
})}
${field({
  label: "Name",
  name: "fullname",
  value: refusal.given.fullname,
  error: refusal.fields.fullname,
  autocomplete: "name",
  hint: "Shown publicly.",
  required: true,
})}
${field({
  label: "E-mail address",
  name: "email",
  type: "email",
  value: refusal.given.email,
  error: refusal.fields.email,
  autocomplete: "email",
  required: true,
})}
${newPassword("Password", refusal.fields.password)}
${submit("Create account")}`,
)}
<div class="below soft">
<p>Already have an account? <a href="${onward("/sign-in", next)}">Sign in</a></p>
</div>`;

export const signUpClosedView = (): Html => html`
<h1>Sign-up is closed</h1>
<p>Only the operator of this server can create accounts. Ask them for an account.</p>
<p><a href="/sign-in">Sign in</a></p>`;

export const forgotView = ({ csrf, refusal }: Shown): Html => html`
<h1>Forgot your password?</h1>
<p>Enter your username or e-mail address and we’ll send you a reset link. The link works once and expires after an hour.</p>
${notice(refusal.message, "problem")}
${form(
  "/forgot-password",
  csrf,
  html`
${field({
  label: "Username or e-mail address",
  name: "login",
  value: refusal.given.login,
  error: refusal.fields.login,
  autocomplete: "username",
  autocapitalize: "none",
  required: true,
})}
${submit("Send reset link")}`,
)}`;

export const forgotSentView = (): Html => html`
<h1>Check your inbox</h1>
<p>If the account exists, we have sent an e-mail with a reset link to its address. It may take a few minutes to arrive; check your spam folder too.</p>
<p><a href="/sign-in">Back to sign in</a></p>`;

export const forgotByOperatorView = (): Html => html`
<h1>Forgot your password?</h1>
<p>This server cannot send e-mail. Its operator can set a new password for you on the command line:</p>
<p class="secret">longwave user set --username … --password …</p>
<p><a href="/sign-in">Back to sign in</a></p>`;

export const resetView = ({
  csrf,
  refusal,
  code,
}: Shown & { code: string | undefined }): Html => html`
<h1>Set a new password</h1>
<p>You will be signed out everywhere else.</p>
${notice(refusal.message, "problem")}
${form(
  "/reset-password",
  csrf,
  html`
${field({
  label: "Code from the e-mail",
  name: "code",
  value: refusal.given.code ?? code,
  error: refusal.fields.code,
  autocomplete: "one-time-code",
  autocapitalize: "none",
  required: true,
})}
${newPassword("New password", refusal.fields.password)}
${alsoEnd}
${submit("Set password")}`,
)}`;

/**
 * The mail with a reset code. Without PUBLIC_URL it contains no link, because the Host header of a request can be
 * forged.
 */
export const resetMail = (publicUrl: string | null, fullname: string, code: string): string => {
  const way =
    publicUrl === null
      ? `To set a new one, open the page /reset-password on the server and enter this code:\n\n${code}`
      : `To set a new one, open this link:\n\n${publicUrl}/reset-password?code=${code}`;
  return `Hello ${fullname},\n\nSomeone asked to reset the password of your account. ${way}\n\nIt works once and expires after an hour. If you did not ask for this, ignore this e-mail: your password stays the same.\n`;
};
