/** The settings pages: profile, password, sessions, personal access tokens. */
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/failure.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { page, redirect, type SessionCaller } from "../../../platform/http/pages.ts";
import { layout } from "../../web/layout/views.ts";
import { changeUser, createToken } from "../users/actions.ts";
import { findAccount } from "../users/store.ts";
import { listTokens, revokeOwnToken } from "../users/tokens/store.ts";
import { changePassword, confirmPassword, type PasswordDeps } from "./passwords.ts";
import {
  newTokenForm,
  passwordForm,
  profileForm,
  revokeTokenForm,
  savedQuery,
  sessionsForm,
} from "./schema.ts";
import {
  createdTokenView,
  passwordView,
  profileView,
  sessionsView,
  tokensView,
} from "./settingsviews.ts";
import { deleteSession, deleteSessions, listSessions } from "./store.ts";

/** A session has all rights of its user. */
const asViewer = (session: SessionCaller) => ({
  ...session,
  scope: "basic",
  client_id: null,
});

const profilePages = formPage({
  path: "/settings",
  summary: "Edit your public profile and preferences",
  access: "signed-in",
  query: savedQuery,
  body: profileForm,
  async show(call, refusal, deps: Deps) {
    const profile = await findAccount(deps.db, call.session.user_id);
    if (profile === undefined) throw notFound("user");
    const { csrf, query } = call;
    const body = profileView({ csrf, refusal, saved: query.saved !== undefined, profile });
    return layout({ ...call, title: "Profile", body });
  },
  async submit({ session }, value, deps: Deps) {
    await changeUser(deps, asViewer(session), session.user_id, value, {}, null);
    return redirect("/settings?saved=1");
  },
});

const passwordPages = formPage({
  path: "/settings/password",
  summary: "Change your password",
  access: "signed-in",
  query: savedQuery,
  body: passwordForm,
  show(call, refusal) {
    const { csrf, query, session } = call;
    const saved = query.saved !== undefined;
    const body = passwordView({ csrf, refusal, saved, username: session.username });
    return layout({ ...call, title: "Password", body });
  },
  async submit({ session }, value, deps: PasswordDeps) {
    await changePassword(deps, session, value);
    return redirect("/settings/password?saved=1");
  },
});

const sessionPages = formPage({
  path: "/settings/sessions",
  summary: "List the browsers you are signed in with",
  access: "signed-in",
  body: sessionsForm,
  async show(call, _refusal, deps: Deps) {
    const { user_id, session_id } = call.session;
    const sessions = await listSessions(deps.db, user_id, deps.clock());
    const body = sessionsView(call.csrf, sessions, session_id);
    return layout({ ...call, title: "Sessions", body });
  },
  async submit({ session }, { session_id }, deps: Deps) {
    if (session_id === "others") await deleteSessions(deps.db, session.user_id, session.session_id);
    else await deleteSession(deps.db, session.user_id, session_id);
    return redirect("/settings/sessions");
  },
});

const DAY_MS = 86_400_000;

const tokenPages = [
  ...formPage({
    path: "/settings/tokens",
    summary: "Manage personal access tokens",
    access: "signed-in",
    body: newTokenForm,
    async show(call, refusal, deps: Deps & PasswordDeps) {
      const tokens = await listTokens(deps.db, call.session.user_id);
      const body = tokensView({ csrf: call.csrf, refusal, tokens, now: deps.clock() });
      return layout({ ...call, title: "Access tokens", body });
    },
    async submit(call, { name, scope, days, present }, deps: Deps & PasswordDeps) {
      // The token gives full access and outlives the session, so someone who finds an open browser must not be able to
      // create one.
      if (scope === "basic") await confirmPassword(deps, call.session, present);
      const lasting = Number(days) * DAY_MS;
      const expiresAt = lasting === 0 ? null : new Date(deps.clock().getTime() + lasting);
      const token = await createToken(deps, call.session.username, { name, scope, expiresAt });
      return layout({ ...call, title: "Your new token", body: createdTokenView(call.csrf, token) });
    },
  }),
  page({
    method: "POST",
    path: "/settings/tokens/revoke",
    summary: "Revoke a personal access token",
    access: "signed-in",
    whileFull: true,
    body: revokeTokenForm,
    async handle({ form, session }, deps: Deps) {
      if (form.ok)
        await revokeOwnToken(deps.db, session.user_id, form.value.token_id, deps.clock());
      return redirect("/settings/tokens");
    },
  }),
];

export const settingsPages = [...profilePages, ...passwordPages, ...sessionPages, ...tokenPages];
