/** Requests to OAuth: authorization, tokens, devices, metadata. */
import type { Draft } from "../draft.ts";
import type { Random } from "../random.ts";
import { CSRF, form, get, type Made, mine, type Surface, some } from "./making.ts";

const CLIENT = { client_id: mine("client_id"), client_secret: mine("client_secret") };
const AUTHORIZE = {
  response_type: "code",
  client_id: mine("client_id"),
  redirect_uri: "https://app.invalid/back",
  scope: "basic",
  state: "x",
};
const oauthForm = (path: string, fields: Draft["fields"], random: Random): Made => ({
  ...form(path, fields),
  forms: random.chance(0.3) ? ["multipart"] : ["urlencoded"],
  rightful: "nobody",
});

export const OAUTH: readonly Surface[] = [
  (random) =>
    get("/oauth2/authorize", {
      ...AUTHORIZE,
      ...some(random, {
        prompt: "none",
        code_challenge: "a".repeat(43),
        code_challenge_method: "S256",
        nonce: "n",
        max_age: 0,
        login_hint: "x",
        claims: "{}",
        request: "x",
        response_mode: "form_post",
      }),
    }),
  () => form("/oauth2/authorize", AUTHORIZE),
  (random) => get(`/oauth2/authorize/${random.word(21)}`),
  (random) => get(`/oauth2/interaction/${random.word(21)}`),
  (random) => form(`/oauth2/interaction/${random.word(21)}`, { decision: "allow", csrf: CSRF }),
  (random) =>
    oauthForm(
      "/oauth2/token",
      {
        grant_type: "authorization_code",
        code: random.word(43),
        redirect_uri: "https://app.invalid/back",
        ...CLIENT,
      },
      random,
    ),
  (random) =>
    oauthForm(
      "/oauth2/token",
      { grant_type: "refresh_token", refresh_token: random.word(43), ...CLIENT },
      random,
    ),
  (random) =>
    oauthForm(
      "/oauth2/token",
      {
        grant_type: "urn:ietf:params:oauth:grant-type:device_code",
        device_code: mine("device_code"),
        ...CLIENT,
      },
      random,
    ),
  (random) => oauthForm("/oauth2/revoke", { token: random.word(43), ...CLIENT }, random),
  (random) =>
    oauthForm(
      "/oauth2/introspect",
      { token: random.pick([random.word(43), mine("device_code")]), ...CLIENT },
      random,
    ),
  (random) => oauthForm("/oauth2/device_authorization", { scope: "basic", ...CLIENT }, random),
  (random) => get("/oauth2/device", random.chance(0.5) ? { user_code: mine("user_code") } : {}),
  (random) =>
    form("/oauth2/device", {
      user_code: random.pick([mine("user_code"), "AAAA-BBBB"]),
      xsrf: random.word(20),
      confirm: "yes",
    }),
  (random) => get(`/oauth2/device/${random.word(21)}`),
  () => get("/oauth2/jwks"),
  () => get("/.well-known/oauth-authorization-server"),
  () => get("/.well-known/openid-configuration"),
];
