/** The pages of mails about new episodes: their settings, and where their links lead, for people signed in or not. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { formPage } from "../../../../platform/http/formpage.ts";
import { redirect } from "../../../../platform/http/pages.ts";
import { canMailLinks } from "../../../../platform/mail/mail.ts";
import { showNarrow, shownOf, showSettings } from "../../../people/accounts/frame.ts";
import { agree, changeSettings, readSettings, requireEndCode, unsubscribe } from "./actions.ts";
import {
  AGREE,
  agreedView,
  agreeView,
  END,
  endedView,
  endView,
  MAIL_SETTINGS,
  mailSettingsView,
} from "./pageviews.ts";
import { mailCode, newSettings } from "./schema.ts";
import { mailWords } from "./words.ts";

const settingsPages = formPage({
  path: MAIL_SETTINGS,
  summary: "Choose how you are mailed about new episodes",
  access: "signed-in",
  body: newSettings,
  async show(call, refusal, deps: Deps) {
    const words = mailWords(call.locale);
    const { settings, address } = await readSettings(deps, call.session.user_id);
    const body = mailSettingsView(words, {
      shown: shownOf(call, refusal),
      settings,
      address,
      canMail: canMailLinks(deps.config),
    });
    return showSettings(call, "/settings/notifications", { title: words.mails, body });
  },
  async submit({ session }, values, deps: Deps) {
    await changeSettings(deps, session.user_id, values);
    const { settings } = await readSettings(deps, session.user_id);
    const done = ["UNCONFIRMED", "REFUSED"].includes(settings.state) ? "asked" : "saved";
    return redirect(`/settings/notifications?done=${done}`);
  },
});

const codeQuery = z.object({ code: mailCode.prefault("") });

const agreePages = formPage({
  path: AGREE,
  summary: "Agree to mails about new episodes with the code of a mail",
  access: "anyone",
  query: codeQuery,
  body: z.object({ code: mailCode }),
  show(call, refusal) {
    const words = mailWords(call.locale);
    return showNarrow(
      call,
      words.agree_title,
      agreeView(words, shownOf(call, refusal), call.query.code),
    );
  },
  async submit(call, { code }, deps: Deps) {
    await agree(deps, code);
    const words = mailWords(call.locale);
    return showNarrow(call, words.agree_title, agreedView(words));
  },
});

const endPages = formPage({
  path: END,
  summary: "Unsubscribe from mails about new episodes",
  access: "anyone",
  query: codeQuery,
  body: z.object({ code: mailCode }),
  async show(call, refusal, { db }: Deps) {
    const words = mailWords(call.locale);
    const code = refusal.given.code ?? call.query.code;
    await requireEndCode(db, code);
    return showNarrow(call, words.agree_title, endView(words, call.csrf, code));
  },
  async submit(call, { code }, deps: Deps) {
    await unsubscribe(deps, code);
    const words = mailWords(call.locale);
    return showNarrow(call, words.agree_title, endedView(words));
  },
});

export const episodeMailPages = [...settingsPages, ...agreePages, ...endPages];
