/** Signs a person in with a browser: the authorization code flow with PKCE (RFC 7636). */
import { type App, requestTokens, type Tokens } from "./oauth.ts";

export type SignIn = Readonly<{
  /** Where to send the person. */
  url: string;
  /** To be kept until the person comes back, where nobody else can read or change it. */
  pending: Readonly<{ verifier: string; state: string; redirectUri: string }>;
}>;

/** Begins to sign in: send the person to `url`, and keep `pending`. */
export async function beginSignIn(app: App, redirectUri: string): Promise<SignIn> {
  const verifier = randomText();
  const state = randomText();
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const url = new URL("/oauth2/authorize", app.server);
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: app.clientId,
    redirect_uri: redirectUri,
    scope: app.scope ?? "basic",
    state,
    code_challenge: base64url(new Uint8Array(hash)),
    code_challenge_method: "S256",
  }).toString();
  return { url: url.href, pending: { verifier, state, redirectUri } };
}

/** The tokens, when the person has come back to `returned`. Throws if they came from elsewhere or refused. */
export async function finishSignIn(
  app: App,
  returned: string | URL,
  { verifier, state, redirectUri }: SignIn["pending"],
): Promise<Tokens> {
  const { searchParams } = new URL(returned);
  if (searchParams.get("state") !== state) throw new Error("This sign-in was begun elsewhere.");
  const code = searchParams.get("code");
  if (code === null)
    throw new Error(`Signing in was refused: ${searchParams.get("error") ?? "no code"}.`);
  return requestTokens(app, {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
}

const randomText = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
