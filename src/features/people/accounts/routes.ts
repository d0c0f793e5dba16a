/** The pages that start and end sessions, and the limits and error pages of accounts. */
import { z } from "zod";
import type { Config } from "../../../config.ts";
import type { Deps } from "../../../deps.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { localPath } from "../../../platform/http/localpath.ts";
import {
  type PageCall,
  type PageError,
  type PageOptions,
  page,
  redirect,
  type SessionCaller,
} from "../../../platform/http/pages.ts";
import type { SiteDeps } from "../../../platform/http/site.ts";
import type { LimitGroup } from "../../../platform/limits.ts";
import { wordsOf } from "../../web/layout/rules.ts";
import { layout, searchForm } from "../../web/layout/views.ts";
import { TOKENS } from "../users/actions.ts";
import { hasUsers } from "../users/store.ts";
import { endSession, findSession, SESSION_COOKIE, startSession } from "./actions.ts";
import { reopenAccount } from "./closing.ts";
import { doneNotice, showNarrow, shownOf } from "./frame.ts";
import { checkPassword, type PasswordDeps, signUp } from "./passwords.ts";
import { HASHES, HASHES_OF_ONE, limitOf, SESSIONS, THROTTLES, type ThrottleName } from "./rules.ts";
import { doneQuery, nextQuery, signInForm, signUpForm } from "./schema.ts";
import { findPursuits } from "./store.ts";
import { alreadyView, signInView, signOutView, signUpClosedView, signUpView } from "./views.ts";
import { type AccountWords, accountWords } from "./words.ts";

/** The limits of accounts, as listed in `docs/limits.md`. */
export const accountLimits: LimitGroup = {
  title: "Accounts",
  limits: [
    HASHES,
    HASHES_OF_ONE,
    ...(Object.keys(THROTTLES) as ThrottleName[]).map(limitOf),
    SESSIONS,
    TOKENS,
  ],
};

/** The options that all pages of the server get from accounts. */
export const accountPageOptions = (deps: Deps & SiteDeps): PageOptions => ({
  sessionCookie: SESSION_COOKIE,
  findSession: (request) => findSession(deps, request),
  signInPath: "/sign-in",
  siteIdentity: deps.siteIdentity,
  errorPage,
});

const SETTINGS = "/settings";
/** Where people start after signing in: makers in the studio, listeners in their library once they follow shows. */
async function homeOf({ db }: Pick<Deps, "db">, user_id: number): Promise<string> {
  const { makes, follows } = await findPursuits(db, user_id);
  if (makes) return "/studio";
  return follows ? "/library" : "/";
}

const signInPages = formPage({
  path: "/sign-in",
  summary: "Sign in with a username or e-mail address, and a password",
  access: "anyone",
  whileFull: true,
  query: nextQuery.extend(doneQuery.shape),
  body: signInForm,
  // After the sign-in, the person may consent to an app, which redirects to the app.
  formAction: ({ query }) => (localPath(query.next)?.startsWith("/oauth2/") ? "any" : []),
  async show(call, refusal, deps: Deps & PasswordDeps) {
    const { query } = call;
    const signup = deps.config.signup === "open" && (await hasUsers(deps.db)) ? "open" : "closed";
    const next = localPath(query.next);
    const shown = shownOf(call, refusal);
    const { words } = shown;
    const texts = { reset: words.reset_done, deleted: words.deleted_done };
    const done = doneNotice(query.done, texts);
    const username = call.session?.username ?? null;
    const body = signInView(shown, { next, signup, done, username });
    return showNarrow(call, words.sign_in, body);
  },
  async submit({ query, request, reply }, value, deps: Deps & PasswordDeps) {
    const { user_id, isClosed } = await checkPassword(deps, { ...value, address: request.ip });
    if (isClosed) await reopenAccount(deps.db, user_id);
    await startSession(deps, reply, user_id);
    if (isClosed) return redirect("/settings?done=reopened");
    return redirect(localPath(query.next) ?? (await homeOf(deps, user_id)));
  },
});

/** What a visitor sees who cannot sign up. */
function closedPage(call: PageCall): Html {
  call.reply.code(403);
  const words = accountWords(call.locale);
  return showNarrow(call, words.closed, signUpClosedView(words));
}

/** What somebody sees who is signed in, and has no use for the sign-up. */
function alreadyPage(call: PageCall, { username }: SessionCaller): Html {
  const words = accountWords(call.locale);
  return showNarrow(call, words.already, alreadyView(words, call.csrf, username));
}

function signUpPages({ signup }: Config) {
  const path = "/sign-up";
  const summary = "Create an account";
  if (signup === "closed") {
    const closed = (method: "GET" | "POST") =>
      page({ method, path, summary, access: "anyone", handle: closedPage });
    return [closed("GET"), closed("POST")];
  }
  return formPage({
    path,
    summary,
    access: "anyone",
    query: nextQuery,
    body: signUpForm,
    formAction: ({ query }) => (localPath(query.next)?.startsWith("/oauth2/") ? "any" : []),
    async show(call, refusal, deps: Deps & PasswordDeps) {
      if (!(await hasUsers(deps.db))) return closedPage(call);
      if (call.session !== null) return alreadyPage(call, call.session);
      const shown = shownOf(call, refusal);
      const body = signUpView(shown, localPath(call.query.next));
      return showNarrow(call, shown.words.sign_up, body);
    },
    async submit(call, value, deps: Deps & PasswordDeps) {
      // The first account is an admin, and is made with the code that the server prints (`features/web/setup`).
      if (!(await hasUsers(deps.db))) return closedPage(call);
      if (call.session !== null) return alreadyPage(call, call.session);
      const { query, request, reply } = call;
      await startSession(deps, reply, await signUp(deps, request.ip, value));
      return redirect(localPath(query.next) ?? "/");
    },
  });
}

/** A page, too, so that other pages can link to it instead of containing a form and its token. */
const signOutPages = formPage({
  path: "/sign-out",
  summary: "Sign out in this browser",
  access: "anyone",
  whileFull: true,
  body: z.object({}),
  show(call) {
    const words = accountWords(call.locale);
    if (call.session === null) return redirect("/sign-in");
    return showNarrow(call, words.sign_out, signOutView(words, call.csrf, call.session.username));
  },
  async submit({ reply }, _, deps: Deps) {
    await endSession(deps, reply);
    return redirect("/sign-in");
  },
});

/** The pages that start and end sessions. The configuration says whether anyone may sign up. */
export const accountPages = (config: Config) => [
  ...signInPages,
  ...signUpPages(config),
  ...signOutPages,
];

const TITLES = { 403: "forbidden", 429: "too_many", 503: "unavailable", 507: "full" } as const;

function errorPage(refusal: PageError): Html {
  if (refusal.status === 404) return missingPage(refusal);
  const { status, messages, locale } = refusal;
  const words = accountWords(locale);
  const known = Object.entries(TITLES).find(([code]) => Number(code) === status)?.[1];
  const title = words[known ?? (status < 500 ? "refused" : "broken")];
  // The API and its messages are in English, without typographic apostrophes.
  const paragraphs = messages.map((text) => html`<p lang="en">${text.replaceAll("'", "’")}</p>`);
  const isWrongAccount = status === 403 && refusal.session !== null;
  const ways = [wayBack(refusal, words), ...(isWrongAccount ? [otherAccount(refusal, words)] : [])];
  const body = html`<h1>${title}</h1>${paragraphs}${ways.map((way) => html`<p>${way}</p>`)}`;
  return showNarrow(refusal, title, body);
}

/** To the start of the part of the site in which it happened. */
function wayBack({ session, frame, locale }: PageError, words: AccountWords): Html {
  const isIn = (path: string) => session !== null && frame.url.startsWith(path);
  if (isIn("/studio")) return html`<a href="/studio">${words.to_studio}</a>`;
  if (isIn(SETTINGS)) return html`<a href="${SETTINGS}">${words.to_settings}</a>`;
  return html`<a href="/">${wordsOf(locale).to_start}</a>`;
}

/** Signs in again, and comes back to the page that this account may not see. */
const otherAccount = ({ frame }: PageError, words: AccountWords): Html =>
  html`<a href="/sign-in?next=${encodeURIComponent(frame.url)}">${words.other_account}</a>`;

/** The 404 page. */
function missingPage({ locale, session, frame }: PageError): Html {
  const words = wordsOf(locale);
  const body = html`<h1>${words.nothing_here}</h1>
<p>${words.error_hint}</p>
${searchForm(words, "", "again")}
<p class="below"><a href="/">${words.to_start}</a></p>`;
  return layout({ session, frame, words, title: words.nothing_here, body, narrow: true });
}
