/** Limits of the authorization server: how much is stored for one user, app or connection. */
import type { Limit } from "../../../platform/limits.ts";

export const APPS: Limit = {
  name: "apps-of-user",
  value: 50,
  unit: "apps",
  bounds: "Client apps that one person has registered.",
  beyond: "409 `too-many-apps`; delete one first.",
};

export const REDIRECT_URIS: Limit = {
  name: "redirect-addresses-of-app",
  value: 10,
  unit: "addresses",
  bounds: "Redirect addresses of one client app, each of at most 1,000 characters.",
  beyond: "400 on `redirect_uris`",
};

const CONNECTIONS: Limit = {
  name: "connections-of-user",
  value: 500,
  unit: "connections",
  bounds: "Consents of one person to apps; each device and each browser may have its own.",
  beyond: "The oldest connection ends, with its tokens.",
};

const ACCESS_TOKENS: Limit = {
  name: "access-tokens-of-connection",
  value: 100,
  unit: "tokens",
  bounds: "Access tokens of one connection that are still good.",
  beyond: "The oldest token ends.",
};

const REFRESH_TOKENS: Limit = {
  name: "refresh-tokens-of-connection",
  value: 100,
  unit: "tokens",
  bounds: "Refresh tokens of one connection that have not been used.",
  beyond: "The oldest token ends.",
};

const SIGN_INS: Limit = {
  name: "oauth-sessions-of-user",
  value: 100,
  unit: "sessions",
  bounds: "Browsers in which one person has signed in for an app.",
  beyond: "The oldest one asks for consent again.",
};

/** The limit for each kind of record, and whether it applies per grant or per user. */
export const BOUNDED: Readonly<Record<string, Readonly<{ per: "grant" | "user"; limit: Limit }>>> =
  {
    Grant: { per: "user", limit: CONNECTIONS },
    Session: { per: "user", limit: SIGN_INS },
    AccessToken: { per: "grant", limit: ACCESS_TOKENS },
    RefreshToken: { per: "grant", limit: REFRESH_TOKENS },
  };

export const OAUTH_LIMITS: readonly Limit[] = [
  APPS,
  REDIRECT_URIS,
  CONNECTIONS,
  ACCESS_TOKENS,
  REFRESH_TOKENS,
  SIGN_INS,
];
