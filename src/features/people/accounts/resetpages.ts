/** The pages on which people reset a forgotten password. */
import type { Config } from "../../../config.ts";
import type { Deps } from "../../../deps.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { page, redirect } from "../../../platform/http/pages.ts";
import { layout } from "../../web/layout/views.ts";
import { askForReset } from "./jobs.ts";
import { type PasswordDeps, resetPassword } from "./passwords.ts";
import { forgotForm, resetForm, resetQuery } from "./schema.ts";
import { forgotByOperatorView, forgotSentView, forgotView, resetView } from "./views.ts";

const forgotByOperatorPage = page({
  method: "GET",
  path: "/forgot-password",
  summary: "Explain who resets passwords on a server without e-mail",
  access: "anyone",
  handle(call) {
    const body = forgotByOperatorView();
    return layout({ ...call, title: "Forgot your password?", body, narrow: true });
  },
});

const forgotPages = formPage({
  path: "/forgot-password",
  summary: "Request an e-mail to reset your password",
  access: "anyone",
  body: forgotForm,
  show(call, refusal) {
    const body = forgotView({ csrf: call.csrf, refusal });
    return layout({ ...call, title: "Forgot your password?", body, narrow: true });
  },
  async submit(call, { login }, deps: Deps) {
    await askForReset(deps, call.request.ip, login);
    return layout({
      ...call,
      title: "Check your inbox",
      body: forgotSentView(),
      narrow: true,
    });
  },
});

/** The configuration says whether this server sends e-mail. */
export const resetPages = ({ smtpUrl }: Config) => [
  ...(smtpUrl === null ? [forgotByOperatorPage] : forgotPages),
  ...formPage({
    path: "/reset-password",
    summary: "Set a new password with the code from the e-mail",
    access: "anyone",
    query: resetQuery,
    body: resetForm,
    show(call, refusal) {
      const body = resetView({ csrf: call.csrf, refusal, code: call.query.code });
      return layout({ ...call, title: "Set a new password", body, narrow: true });
    },
    async submit({ request }, value, deps: PasswordDeps) {
      await resetPassword(deps, request.ip, value);
      return redirect("/sign-in?done=reset");
    },
  }),
];
