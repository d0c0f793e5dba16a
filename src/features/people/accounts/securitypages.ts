/** The settings about security: the password, and where somebody is signed in. */
import type { Deps } from "../../../deps.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { html } from "../../../platform/http/html.ts";
import { page, redirect } from "../../../platform/http/pages.ts";
import { fill } from "../../web/layout/rules.ts";
import { clockOf, doneNotice, question, shownOf, showSettings } from "./frame.ts";
import { changePassword, type PasswordDeps } from "./passwords.ts";
import { doneQuery, passwordForm, whichSession } from "./schema.ts";
import { browserText, passwordView, sessionsView } from "./securityviews.ts";
import { deleteSession, deleteSessions, listSessions } from "./store.ts";

const SESSIONS = "/settings/sessions";

const passwordPages = formPage({
  path: "/settings/password",
  summary: "Change your password",
  access: "signed-in",
  query: doneQuery,
  body: passwordForm,
  show(call, refusal) {
    const shown = shownOf(call, refusal);
    const { words } = shown;
    const notice = doneNotice(call.query.done, { saved: words.password_saved });
    const body = html`${notice}${passwordView(shown, call.session.username)}`;
    return showSettings(call, "/settings/password", { title: words.password, body });
  },
  async submit({ session }, value, deps: PasswordDeps) {
    await changePassword(deps, session, value);
    return redirect("/settings/password?done=saved");
  },
});

const sessionsPage = page({
  method: "GET",
  path: SESSIONS,
  summary: "List the browsers you are signed in with",
  access: "signed-in",
  query: doneQuery,
  async handle(call, deps: Deps) {
    const { words } = shownOf(call);
    const { user_id, session_id } = call.session;
    const now = deps.clock();
    const sessions = await listSessions(deps.db, user_id, now);
    const notice = doneNotice(call.query.done, {
      ended: words.session_ended,
      others: words.others_ended,
    });
    const body = html`${notice}${sessionsView(words, sessions, session_id, clockOf(call, now))}`;
    return showSettings(call, SESSIONS, { title: words.sessions, body });
  },
});

/** What ends is in the address of the question, and in a field of its form. */
const endPages = formPage({
  path: `${SESSIONS}/end`,
  summary: "Sign out another browser, or all others",
  access: "signed-in",
  whileFull: true,
  query: whichSession.partial(),
  body: whichSession,
  async show(call, refusal, deps: Deps) {
    const { words, csrf } = shownOf(call, refusal);
    const which = call.query.session_id;
    const sessions = await listSessions(deps.db, call.session.user_id, deps.clock());
    const found = sessions.find(({ session_id }) => session_id === which);
    const [title, text, button] =
      which === "others"
        ? [words.end_others_ask, words.end_others_text, words.end_others]
        : [
            fill(words.end_session_ask, { browser: browserText(found?.browser ?? "", words) }),
            words.end_session_text,
            words.end_session,
          ];
    const hidden = { session_id: String(which) };
    const body =
      found === undefined && which !== "others"
        ? html`<p>${words.gone}</p><p><a href="${SESSIONS}">${words.sessions}</a></p>`
        : question({
            words,
            csrf,
            text,
            action: `${SESSIONS}/end`,
            hidden,
            button,
            back: SESSIONS,
          });
    const heading = found === undefined && which !== "others" ? words.sessions : title;
    return showSettings(call, SESSIONS, { title: heading, body });
  },
  async submit({ session }, { session_id }, deps: Deps) {
    const { user_id } = session;
    if (session_id === "others") await deleteSessions(deps.db, user_id, session.session_id);
    else await deleteSession(deps.db, user_id, session_id);
    return redirect(`${SESSIONS}?done=${session_id === "others" ? "others" : "ended"}`);
  },
});

export const securityPages = [...passwordPages, sessionsPage, ...endPages];
