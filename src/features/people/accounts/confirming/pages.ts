/** The pages on which people confirm their e-mail address. */
import type { Config } from "../../../../config.ts";
import type { Deps } from "../../../../deps.ts";
import { formPage } from "../../../../platform/http/formpage.ts";
import { page, redirect } from "../../../../platform/http/pages.ts";
import { showNarrow, shownOf } from "../frame.ts";
import { confirmQuery, nothingForm } from "../schema.ts";
import { accountWords } from "../words.ts";
import { confirmAddress } from "./actions.ts";
import { askToConfirm } from "./jobs.ts";
import { ASK, CONFIRM, confirmedView, confirmView } from "./views.ts";

const askPage = page({
  method: "POST",
  path: ASK,
  summary: "Request an e-mail to confirm your address",
  access: "signed-in",
  body: nothingForm,
  async handle({ session }, deps: Deps) {
    await askToConfirm(deps, session.user_id);
    return redirect("/settings/email?done=asked");
  },
});

const confirmPages = formPage({
  path: CONFIRM,
  summary: "Confirm an e-mail address with the code from the e-mail",
  access: "anyone",
  query: confirmQuery.partial(),
  body: confirmQuery,
  show(call, refusal) {
    const shown = shownOf(call, refusal);
    return showNarrow(call, shown.words.confirm, confirmView(shown, call.query.code));
  },
  async submit(call, { code }, deps: Deps) {
    await confirmAddress(deps, code);
    const words = accountWords(call.locale);
    return showNarrow(call, words.confirm, confirmedView(words));
  },
});

/** Servers without mail send no codes. */
export const confirmingPages = ({ smtpUrl }: Config) =>
  smtpUrl === null ? [] : [askPage, ...confirmPages];
