/** The pages that set up a server without users: they work with the code that the server printed. */
import type { Deps } from "../../../deps.ts";
import { formPage, type Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { page, type Redirect, redirect } from "../../../platform/http/pages.ts";
import type { SiteDeps } from "../../../platform/http/site.ts";
import { type PasswordDeps, startSession } from "../../people/accounts/actions.ts";
import { hasUsers } from "../../people/users/store.ts";
import { saveIdentity } from "../identity/actions.ts";
import { OWN_ACCENT } from "../layout/accent.ts";
import { problemsOf } from "../layout/problems.ts";
import { createFirstAccount, findHeldCode, forgetCode, isSetupCode, keepCode } from "./actions.ts";
import { setupWords } from "./rules.ts";
import { accountForm, codeForm, siteForm, welcomeQuery } from "./schema.ts";
import { accountView, podcastView } from "./views.ts";
import { type Call, NOT_REFUSED, show, showSite, showStranger, welcomePage } from "./welcome.ts";

function showAccount(call: Call, refusal: Refusal): Html {
  const words = setupWords(call.locale);
  return show(
    call,
    words.step_account,
    accountView({ csrf: call.csrf, refusal: problemsOf(words.lang, refusal), words }),
  );
}

/** What others than the holder of the code get instead of a step: the welcome, or the home page once there are users. */
async function refuseStranger(call: Call, { db }: Deps): Promise<Html | Redirect> {
  if (await hasUsers(db)) return redirect("/");
  call.reply.code(403);
  return showStranger(call);
}

const guarded = async (call: Call, deps: Deps, step: () => Html): Promise<Html | Redirect> =>
  (await findHeldCode(deps, call)) === null ? refuseStranger(call, deps) : step();

/** Keeps a right code in a cookie and leaves the address that contains it; a wrong one is said to be wrong. */
async function enter(call: Call, deps: Deps, code: string): Promise<Redirect> {
  if (!(await isSetupCode(deps, call.request.ip, code))) return redirect("/setup?refused=1");
  keepCode(call, code);
  return redirect("/setup?begin=1");
}

/**
 * The step after the code was kept. A browser that followed a link of another site, such as a terminal in a browser, has
 * not sent the cookie yet; it does when this page itself leads on.
 */
async function begin(call: Call, deps: Deps): Promise<Html | Redirect> {
  if ((await findHeldCode(deps, call)) !== null) return redirect("/");
  const head = html`<meta http-equiv="refresh" content="0; url=/">`;
  return showStranger(call, NOT_REFUSED, head);
}

const welcomePages = [
  page({
    method: "GET",
    path: "/setup",
    summary: "Begin the setup of a new server with the code that it printed",
    access: "anyone",
    query: welcomeQuery,
    async handle(call, deps: Deps) {
      const { code, refused, begin: isBegun } = call.query;
      if (await hasUsers(deps.db)) return redirect("/");
      if (code !== undefined) return enter(call, deps, code);
      if (isBegun !== undefined) return begin(call, deps);
      if (refused === undefined) return welcomePage(call, deps);
      const { refused: message } = setupWords(call.locale);
      return showStranger(call, { ...NOT_REFUSED, message });
    },
  }),
  page({
    method: "POST",
    path: "/setup",
    summary: "Enter the code of the setup",
    access: "anyone",
    body: codeForm,
    async handle(call, deps: Deps) {
      if (await hasUsers(deps.db)) return redirect("/");
      return call.form.ok ? enter(call, deps, call.form.value.code) : redirect("/setup?refused=1");
    },
  }),
];

const sitePages = formPage({
  path: "/setup/site",
  summary: "Name a new site",
  access: "anyone",
  body: siteForm,
  show: (call, refusal, deps: Deps & SiteDeps) =>
    guarded(call, deps, () => showSite(call, refusal)),
  async submit(call, value, deps: Deps & SiteDeps) {
    if ((await findHeldCode(deps, call)) === null) return refuseStranger(call, deps);
    // Left as it is, the color stays Longwave's own, which has a second shade for dark pages.
    const accent = value.accent === OWN_ACCENT ? null : value.accent;
    await saveIdentity(deps.db, { ...value, accent });
    deps.siteIdentity.forget();
    return redirect("/setup/account");
  },
});

const accountPages = formPage({
  path: "/setup/account",
  summary: "Create the first account of a new server",
  access: "anyone",
  body: accountForm,
  show: (call, refusal, deps: Deps & PasswordDeps) =>
    guarded(call, deps, () => showAccount(call, refusal)),
  async submit(call, value, deps: Deps & PasswordDeps) {
    const code = await findHeldCode(deps, call);
    if (code === null) return refuseStranger(call, deps);
    const user_id = await createFirstAccount(deps, call.request.ip, code, value);
    forgetCode(call);
    // Somebody else was faster.
    if (user_id === undefined) return redirect("/");
    await startSession(deps, call.reply, user_id);
    return redirect("/setup/podcast");
  },
});

const podcastPage = page({
  method: "GET",
  path: "/setup/podcast",
  summary: "Choose the first podcast of a new site",
  access: "signed-in",
  handle(call) {
    const words = setupWords(call.locale);
    return show(call, words.step_podcast, podcastView({ csrf: call.csrf, words }));
  },
});

export const setupPages = [...welcomePages, ...sitePages, ...accountPages, podcastPage];
