/** Bodies of the pages where people sign up, sign in and get a new password. */

import type { Refusal } from "../../platform/http/formpage.ts";
import { type Html, html } from "../../platform/http/html.ts";
import { checkbox, field, form, notice, submit } from "../layout/views.ts";

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

/** What may end together with the old password, for who thinks that somebody else knew it. */
export const alsoEnd: Html = html`
${checkbox({ name: "end_tokens", label: "Also revoke my access tokens" })}
${checkbox({ name: "end_apps", label: "Also disconnect all apps" })}`;

/** `path` + `next`, where there is one. */
const onward = (path: string, next: string | null): string =>
  next === null ? path : `${path}?next=${encodeURIComponent(next)}`;

type Door = Shown &
  Readonly<{ next: string | null; signup: "open" | "closed"; done: string | null }>;

export const signInView = ({ csrf, refusal, next, signup, done }: Door): Html => html`
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

export const signUpView = ({ csrf, refusal, next }: Omit<Door, "signup" | "done">): Html => html`
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
  hint: "3 to 32 of a to z, 0 to 9 and _. It is part of your public address.",
  required: true,
})}
${field({
  label: "Name",
  name: "fullname",
  value: refusal.given.fullname,
  error: refusal.fields.fullname,
  autocomplete: "name",
  hint: "As everyone will see it.",
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
${submit("Create the account")}`,
)}
<div class="below soft">
<p>Have an account? <a href="${onward("/sign-in", next)}">Sign in</a></p>
</div>`;

export const signUpClosedView = (): Html => html`
<h1>Sign-up is closed</h1>
<p>New accounts on this server are made by its operator. If you should have one, ask them.</p>
<p><a href="/sign-in">Sign in</a></p>`;

export const forgotView = ({ csrf, refusal }: Shown): Html => html`
<h1>Forgot your password?</h1>
<p>Say who you are, and we mail you a link that sets a new one. It works once, within an hour.</p>
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
${submit("Mail me a link")}`,
)}`;

export const forgotSentView = (): Html => html`
<h1>Look into your mail</h1>
<p>If there is such an account, a mail is on its way to its address. It may take a few minutes; look among unwanted mail too.</p>
<p><a href="/sign-in">Back to sign in</a></p>`;

export const forgotByOperatorView = (): Html => html`
<h1>Forgot your password?</h1>
<p>This server sends no mail. Its operator can give you a new password by command line:</p>
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
  label: "Code from the mail",
  name: "code",
  value: refusal.given.code ?? code,
  error: refusal.fields.code,
  autocomplete: "one-time-code",
  autocapitalize: "none",
  required: true,
})}
${newPassword("New password", refusal.fields.password)}
${alsoEnd}
${submit("Set the password")}`,
)}`;

/** The mail with a code. Without PUBLIC_URL no link: the host of a request could be anybody's. */
export const resetMail = (publicUrl: string | null, fullname: string, code: string): string => {
  const way =
    publicUrl === null
      ? `Open the page /reset-password of the server and enter this code:\n\n${code}`
      : `Open this address:\n\n${publicUrl}/reset-password?code=${code}`;
  return `Hello ${fullname},\n\nsomebody asked for a new password for your account. ${way}\n\nIt works once, within an hour. If it was not you, do nothing: your password stays as it is.\n`;
};
