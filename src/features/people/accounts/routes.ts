/** The pages that start and end sessions, and the limits and error pages of accounts. */
import type { Config } from "../../../config.ts";
import type { Deps } from "../../../deps.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { localPath } from "../../../platform/http/localpath.ts";
import { type PageError, type PageOptions, page, redirect } from "../../../platform/http/pages.ts";
import type { LimitGroup } from "../../../platform/limits.ts";
import { wordsOf } from "../../web/layout/rules.ts";
import { layout } from "../../web/layout/views.ts";
import { TOKENS } from "../users/actions.ts";
import { endSession, findSession, SESSION_COOKIE, startSession } from "./actions.ts";
import { checkPassword, type PasswordDeps, signUp } from "./passwords.ts";
import { HASHES, HASHES_OF_ONE, limitOf, SESSIONS, THROTTLES, type ThrottleName } from "./rules.ts";
import { nextQuery, signInForm, signUpForm } from "./schema.ts";
import { signInView, signUpClosedView, signUpView } from "./views.ts";

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
export const accountPageOptions = (deps: Deps): PageOptions => ({
  publicUrl: deps.config.publicUrl,
  sessionCookie: SESSION_COOKIE,
  findSession: (request) => findSession(deps, request),
  signInPath: "/sign-in",
  errorPage,
});

const HOME = "/settings";

const signInPages = formPage({
  path: "/sign-in",
  summary: "Sign in with a username or e-mail address, and a password",
  access: "anyone",
  whileFull: true,
  query: nextQuery.extend({ done: nextQuery.shape.next }),
  body: signInForm,
  // After the sign-in, the person may consent to an app, which redirects to the app.
  formAction: ({ query }) => (localPath(query.next)?.startsWith("/oauth2/") ? "any" : []),
  show(call, refusal, { config: { signup } }: Deps & PasswordDeps) {
    const { csrf, query } = call;
    const next = localPath(query.next);
    const done = query.done === "reset" ? "Your new password is set. You can sign in now." : null;
    const body = signInView({ csrf, refusal, next, signup, done });
    return layout({ ...call, title: "Sign in", body, narrow: true });
  },
  async submit({ query, request, reply }, value, deps: Deps & PasswordDeps) {
    const user_id = await checkPassword(deps, { ...value, address: request.ip });
    await startSession(deps, reply, user_id);
    return redirect(localPath(query.next) ?? HOME);
  },
});

function signUpPages({ signup }: Config) {
  const path = "/sign-up";
  const summary = "Create an account";
  if (signup === "closed") {
    const closed = (method: "GET" | "POST") =>
      page({
        ...{ method, path, summary, access: "anyone" },
        handle(call) {
          call.reply.code(403);
          return layout({
            ...call,
            title: "Sign-up is closed",
            body: signUpClosedView(),
            narrow: true,
          });
        },
      });
    return [closed("GET"), closed("POST")];
  }
  return formPage({
    ...{ path, summary, access: "anyone" },
    query: nextQuery,
    body: signUpForm,
    formAction: ({ query }) => (localPath(query.next)?.startsWith("/oauth2/") ? "any" : []),
    show(call, refusal) {
      const body = signUpView({ csrf: call.csrf, refusal, next: localPath(call.query.next) });
      return layout({ ...call, title: "Create an account", body, narrow: true });
    },
    async submit({ query, request, reply }, value, deps: Deps & PasswordDeps) {
      await startSession(deps, reply, await signUp(deps, request.ip, value));
      return redirect(localPath(query.next) ?? HOME);
    },
  });
}

const signOutPage = page({
  method: "POST",
  path: "/sign-out",
  summary: "Sign out in this browser",
  access: "anyone",
  whileFull: true,
  async handle({ reply }, deps: Deps) {
    await endSession(deps, reply);
    return redirect("/sign-in");
  },
});

/** The pages that start and end sessions. The configuration says whether anyone may sign up. */
export const accountPages = (config: Config) => [
  ...signInPages,
  ...signUpPages(config),
  signOutPage,
];

const TITLES: Record<number, string> = {
  403: "You don’t have permission",
  429: "Too many requests",
  503: "Temporarily unavailable",
  507: "The server is full",
};

function errorPage(refusal: PageError): Html {
  if (refusal.status === 404) return missingPage(refusal);
  const { status, messages, session } = refusal;
  const title = TITLES[status] ?? (status < 500 ? "That didn’t work" : "Something went wrong");
  const paragraphs = messages.map((message) => html`<p>${message}</p>`);
  const body = html`<h1>${title}</h1>${paragraphs}<p><a href="${HOME}">Go to your settings</a></p>`;
  return layout({ session, title, body, narrow: true });
}

/** The 404 page, in the reader's language; error messages exist in English only. */
function missingPage({ locale, session }: PageError): Html {
  const words = wordsOf(locale);
  const body = html`<h1>${words.nothing_here}</h1><p><a href="/">${words.to_start}</a></p>`;
  return layout({ session, words, title: words.nothing_here, body, narrow: true });
}
