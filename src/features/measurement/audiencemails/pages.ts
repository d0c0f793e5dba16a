/** The pages of mails about one's shows: their settings, and where the links of mails lead, for people signed in or not. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { redirect } from "../../../platform/http/pages.ts";
import { canMailLinks } from "../../../platform/mail/mail.ts";
import { showNarrow, shownOf, showSettings } from "../../people/accounts/frame.ts";
import { changeAudienceMails, readAudienceMails, requireEndCode, unsubscribe } from "./actions.ts";
import { audienceMailForm, mailCode } from "./schema.ts";
import { END, endedView, endView, SETTINGS } from "./unsubscribing/views.ts";
import { audienceMailsView } from "./views.ts";
import { audienceMailWords } from "./words.ts";

const settingsPages = formPage({
  path: SETTINGS,
  summary: "Choose what you are mailed about your shows",
  access: "signed-in",
  body: audienceMailForm,
  async show(call, refusal, deps: Deps) {
    const words = audienceMailWords(call.locale);
    const body = audienceMailsView(words, {
      shown: shownOf(call, refusal),
      settings: await readAudienceMails(deps, call.session.user_id),
      canMail: canMailLinks(deps.config),
    });
    return showSettings(call, "/settings/notifications", { title: words.title, body });
  },
  async submit({ session }, values, deps: Deps) {
    await changeAudienceMails(deps, session.user_id, values);
    return redirect("/settings/notifications?done=saved#numbers");
  },
});

const endPages = formPage({
  path: END,
  summary: "Unsubscribe from mails about your shows",
  access: "anyone",
  query: z.object({ code: mailCode.prefault("") }),
  body: z.object({ code: mailCode }),
  async show(call, refusal, { db }: Deps) {
    const words = audienceMailWords(call.locale);
    const code = refusal.given.code ?? call.query.code;
    const { kind } = await requireEndCode(db, code);
    return showNarrow(call, words.title, endView(words, { csrf: call.csrf, code, kind }));
  },
  async submit(call, { code }, deps: Deps) {
    const { kind } = await requireEndCode(deps.db, code);
    await unsubscribe(deps, code);
    const words = audienceMailWords(call.locale);
    return showNarrow(call, words.title, endedView(words, kind));
  },
});

export const audienceMailPages = [...settingsPages, ...endPages];
