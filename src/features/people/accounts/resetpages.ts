/** The pages on which people reset a forgotten password. */
import type { Config } from "../../../config.ts";
import type { Deps } from "../../../deps.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { page, redirect } from "../../../platform/http/pages.ts";
import { showNarrow, shownOf } from "./frame.ts";
import { askForReset } from "./jobs.ts";
import { type PasswordDeps, resetPassword } from "./passwords.ts";
import { forgotForm, resetForm, resetQuery } from "./schema.ts";
import { forgotByOperatorView, forgotSentView, forgotView, resetView } from "./views.ts";
import { accountWords } from "./words.ts";

const forgotByOperatorPage = page({
  method: "GET",
  path: "/forgot-password",
  summary: "Explain who resets passwords on a server without e-mail",
  access: "anyone",
  handle(call) {
    const words = accountWords(call.locale);
    return showNarrow(call, words.forgot, forgotByOperatorView(words));
  },
});

const forgotPages = formPage({
  path: "/forgot-password",
  summary: "Request an e-mail to reset your password",
  access: "anyone",
  body: forgotForm,
  show(call, refusal) {
    const shown = shownOf(call, refusal);
    return showNarrow(call, shown.words.forgot, forgotView(shown));
  },
  async submit(call, { login }, deps: Deps) {
    await askForReset(deps, call.request.ip, login);
    const words = accountWords(call.locale);
    return showNarrow(call, words.inbox, forgotSentView(words));
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
      const shown = shownOf(call, refusal);
      return showNarrow(call, shown.words.reset, resetView(shown, call.query.code));
    },
    async submit({ request }, value, deps: PasswordDeps) {
      await resetPassword(deps, request.ip, value);
      return redirect("/sign-in?done=reset");
    },
  }),
];
