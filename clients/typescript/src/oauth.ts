/** Requests to the token endpoint, which both ways of signing in share. */
import { errorFrom } from "./errors.ts";

/** An app that its owner has registered in the settings, and the server it belongs to. */
export type App = Readonly<{
  server: string;
  clientId: string;
  /** Only of apps that can keep a secret. */
  clientSecret?: string;
  /** Separated by spaces. Default: `basic`, which is all that the user may do. */
  scope?: string;
  fetch?: typeof fetch;
}>;

export type Tokens = Readonly<{
  access_token: string;
  token_type: string;
  /** Seconds. */
  expires_in: number;
  refresh_token?: string;
  scope?: string;
}>;

/** Posts `fields` as a form with the app's credentials. */
export function postForm(app: App, path: string, fields: Record<string, string>) {
  const secret = app.clientSecret === undefined ? {} : { client_secret: app.clientSecret };
  const body = new URLSearchParams({ client_id: app.clientId, ...secret, ...fields });
  return (app.fetch ?? fetch)(new URL(path, app.server), { method: "POST", body });
}

/** Requests tokens; throws a `LongwaveError` whose `type` is OAuth's error code. */
export async function requestTokens(app: App, fields: Record<string, string>): Promise<Tokens> {
  const response = await postForm(app, "/oauth2/token", fields);
  if (!response.ok) throw await errorFrom(response);
  return (await response.json()) as Tokens;
}

/** New tokens for a refresh token, which cannot be used again. */
export const refreshTokens = (app: App, refresh_token: string): Promise<Tokens> =>
  requestTokens(app, { grant_type: "refresh_token", refresh_token });
