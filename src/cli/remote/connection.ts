/** Opens the client of another server with the token that belongs to it. */
import { createLongwave, type Longwave } from "../../../clients/typescript/src/client.ts";
import { LongwaveError } from "../../../clients/typescript/src/errors.ts";
import { refreshTokens, type Tokens } from "../../../clients/typescript/src/oauth.ts";
import { UsageError } from "../errors.ts";
import { type Credential, keepCredential, readCredentials, withLock } from "./credentials.ts";
import type { RemoteEnvironment } from "./environment.ts";

export type Connection = Readonly<{
  /** The origin of the server, such as `https://radio.example`. */
  server: string;
  environment: RemoteEnvironment;
  longwave: Longwave;
}>;

/** A token is renewed this long before it ends, so that it does not end during a request. Milliseconds. */
const MARGIN_MS = 60_000;

export function connect(address: string, environment: RemoteEnvironment): Connection {
  const server = originOf(address);
  const given = environment.token?.trim() ?? null;
  // A header with other characters fails with a message that contains the token.
  if (given !== null && !/^[\x21-\x7e]+$/.test(given))
    throw new UsageError("LONGWAVE_TOKEN is not a token.");
  const token = given ?? (() => storedToken(server, environment.credentials));
  return { server, environment, longwave: createLongwave({ server, token }) };
}

/** Throws unless `address` names a server and nothing else. */
function originOf(address: string): string {
  const url = URL.parse(address);
  const isServer = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (isServer) return url.origin;
  throw new UsageError(`The server must be a URL such as https://radio.example, not “${address}”.`);
}

/** The token that `login` kept, renewed if necessary. Undefined without one: public records need none. */
async function storedToken(server: string, file: string): Promise<string | undefined> {
  const stored = (await readCredentials(file))[server];
  if (stored === undefined) return undefined;
  if (!isEnding(stored)) return stored.access_token;
  return withLock(file, async () => {
    const current = (await readCredentials(file))[server] ?? stored;
    const { refresh_token, client_id: clientId } = current;
    if (!isEnding(current) || refresh_token === undefined || clientId === undefined)
      return current.access_token;
    const tokens = await refreshTokens({ server, clientId }, refresh_token).catch(nullIfRefused);
    // The server then refuses the old token too, and the command says how to sign in again.
    if (tokens === null) return current.access_token;
    const renewed = credentialOf(tokens, clientId);
    await keepCredential(file, server, renewed);
    return renewed.access_token;
  });
}

/** The sign-in has ended: the person disconnected the app, or the token was not used for too long. */
function nullIfRefused(error: unknown): null {
  if (error instanceof LongwaveError && error.status < 500) return null;
  throw error;
}

const isEnding = ({ expires_at = Number.POSITIVE_INFINITY }: Credential): boolean =>
  expires_at - MARGIN_MS < Date.now();

export const credentialOf = (tokens: Tokens, client_id: string): Credential => ({
  access_token: tokens.access_token,
  client_id,
  expires_at: Date.now() + tokens.expires_in * 1000,
  ...(tokens.refresh_token === undefined ? {} : { refresh_token: tokens.refresh_token }),
});
