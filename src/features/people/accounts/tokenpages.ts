/** The settings with access tokens: they are created, shown once, and revoked after a question. */
import type { Deps } from "../../../deps.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { html } from "../../../platform/http/html.ts";
import { redirect } from "../../../platform/http/pages.ts";
import { fill } from "../../web/layout/rules.ts";
import { createToken } from "../users/actions.ts";
import { listTokens, revokeOwnToken } from "../users/tokens/store.ts";
import { copyScript } from "./assets.ts";
import { clockOf, doneNotice, question, shownOf, showSettings } from "./frame.ts";
import { confirmPassword, type PasswordDeps } from "./passwords.ts";
import { doneQuery, newTokenForm, whichToken } from "./schema.ts";
import { createdTokenView, nameOf, tokensView } from "./tokenviews.ts";

const TOKENS = "/settings/tokens";
const DAY_MS = 86_400_000;

const listPages = formPage({
  path: TOKENS,
  summary: "Manage personal access tokens",
  access: "signed-in",
  query: doneQuery,
  body: newTokenForm,
  look: { scripts: true },
  async show(call, refusal, deps: Deps & PasswordDeps) {
    const shown = shownOf(call, refusal);
    const { words } = shown;
    const tokens = await listTokens(deps.db, call.session.user_id);
    const notice = doneNotice(call.query.done, { revoked: words.revoked });
    const body = html`${notice}${tokensView(shown, tokens, clockOf(call, deps.clock()))}`;
    return showSettings(call, TOKENS, { title: words.tokens, body });
  },
  async submit(call, { name, scope, days, present }, deps: Deps & PasswordDeps) {
    // The token gives full access and outlives the session, so someone who finds an open browser must not be able to
    // create one.
    if (scope === "basic") await confirmPassword(deps, call.session, present);
    const lasting = Number(days) * DAY_MS;
    const expiresAt = lasting === 0 ? null : new Date(deps.clock().getTime() + lasting);
    const token = await createToken(deps, call.session.username, { name, scope, expiresAt });
    const { words } = shownOf(call);
    const body = createdTokenView(words, token);
    return showSettings(call, TOKENS, { title: words.new_token, body, head: copyScript });
  },
});

const revokePages = formPage({
  path: `${TOKENS}/revoke`,
  summary: "Revoke a personal access token",
  access: "signed-in",
  whileFull: true,
  query: whichToken.partial(),
  body: whichToken,
  async show(call, refusal, deps: Deps) {
    const { words, csrf } = shownOf(call, refusal);
    const tokens = await listTokens(deps.db, call.session.user_id);
    const token = tokens.find(({ token_id }) => token_id === call.query.token_id);
    if (token === undefined) {
      const body = html`<p>${words.gone}</p><p><a href="${TOKENS}">${words.back_to_tokens}</a></p>`;
      return showSettings(call, TOKENS, { title: words.tokens, body });
    }
    const title = fill(words.revoke_ask, { name: nameOf(token, words) });
    const body = question({
      words,
      csrf,
      text: words.revoke_text,
      action: `${TOKENS}/revoke`,
      hidden: { token_id: String(token.token_id) },
      button: words.revoke_token,
      back: TOKENS,
    });
    return showSettings(call, TOKENS, { title, body });
  },
  async submit({ session }, { token_id }, deps: Deps) {
    await revokeOwnToken(deps.db, session.user_id, token_id, deps.clock());
    return redirect(`${TOKENS}?done=revoked`);
  },
});

export const tokenPages = [...listPages, ...revokePages];
