/** Puts the authorization server under /oauth2 of the HTTP server. */
import { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type Provider from "oidc-provider";
import type { Deps } from "../../deps.ts";
import { originOf } from "../../platform/http/origin.ts";
import type { SessionViewer } from "../../platform/http/pages.ts";
import { findSession } from "../accounts/actions.ts";
import { loadKeys } from "./keys.ts";
import { createProvider } from "./provider.ts";

/** How long a process goes on with keys that may have been rotated elsewhere. */
const KEYS_MEMORY_MS = 60_000;

/** The authorization server of this process, rebuilt when the keys or the public address change. */
export type Oauth = {
  /** The provider that answers under `issuer`. */
  provider(issuer: string): Promise<Provider>;
  /** Lets the provider's policy know who is signed in behind `request`. */
  remember(request: IncomingMessage, session: SessionViewer | null): void;
};

export function createOauth(deps: Deps): Oauth {
  const sessions = new WeakMap<IncomingMessage, SessionViewer>();
  const providers = new Map<string, Provider>();
  let version = "";
  let checkedAt = 0;
  return {
    async provider(issuer) {
      const known = providers.get(issuer);
      if (known && deps.clock().getTime() - checkedAt < KEYS_MEMORY_MS) return known;
      const keys = await loadKeys(deps);
      checkedAt = deps.clock().getTime();
      // Only PUBLIC_URL or the address of a request can be an issuer; strangers' Host headers stay few.
      if (keys.version !== version || providers.size > 20) providers.clear();
      version = keys.version;
      const provider =
        providers.get(issuer) ??
        createProvider(deps, issuer, keys, (request) => sessions.get(request) ?? null);
      providers.set(issuer, provider);
      return provider;
    },
    remember(request, session) {
      if (session !== null) sessions.set(request, session);
    },
  };
}

const PATHS = [
  ["GET", "/oauth2/authorize"],
  ["GET", "/oauth2/authorize/:uid"],
  ["POST", "/oauth2/authorize"],
  ["POST", "/oauth2/token"],
  ["POST", "/oauth2/revoke"],
  ["POST", "/oauth2/introspect"],
  ["POST", "/oauth2/device_authorization"],
  ["GET", "/oauth2/device"],
  ["POST", "/oauth2/device"],
  ["GET", "/oauth2/device/:uid"],
  ["GET", "/oauth2/jwks"],
  ["GET", "/.well-known/oauth-authorization-server"],
  ["GET", "/.well-known/openid-configuration"],
] as const;

/** Registers the OAuth paths; their answers are plain OAuth, outside the API's envelope. */
export async function mountOauth(app: FastifyInstance, deps: Deps, oauth: Oauth): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(/^multipart\/form-data/, (_request, payload, done) =>
      done(null, payload),
    );
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    for (const [method, url] of PATHS)
      scope.route({
        method,
        url,
        exposeHeadRoute: false,
        handler: (request, reply) => hand(deps, oauth, request, reply),
      });
  });
}

async function hand(deps: Deps, oauth: Oauth, request: FastifyRequest, reply: FastifyReply) {
  const raw = await asUrlencoded(withDefaultScope(request));
  const issuer = deps.config.publicUrl ?? originOf(request);
  const provider = await oauth.provider(issuer);
  oauth.remember(raw, await findSession(deps, request));
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined && !/^(content-security-policy|access-control-)/.test(name))
      reply.raw.setHeader(name, value);
  await provider.callback()(raw, reply.raw);
}

/** Existing clients leave `scope` out and mean all of their user's rights. */
function withDefaultScope(request: FastifyRequest): IncomingMessage {
  const { raw } = request;
  const url = new URL(raw.url ?? "/", "http://localhost");
  if (
    url.pathname === "/oauth2/authorize" &&
    request.method === "GET" &&
    !url.searchParams.has("scope")
  ) {
    url.searchParams.set("scope", "basic");
    raw.url = url.pathname + url.search;
  }
  return raw;
}

const MAX_FORM_BYTES = 56 * 1024;

/** Existing clients post the token request as multipart; the library reads urlencoded forms only. */
async function asUrlencoded(raw: IncomingMessage): Promise<IncomingMessage> {
  const type = raw.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/form-data")) return raw;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of raw) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_FORM_BYTES) break;
    chunks.push(chunk as Buffer);
  }
  const form = await new Response(Buffer.concat(chunks), { headers: { "content-type": type } })
    .formData()
    .catch(() => new FormData());
  const pairs = [...form].filter((pair): pair is [string, string] => typeof pair[1] === "string");
  const body = Buffer.from(new URLSearchParams(pairs).toString());
  const copy = new IncomingMessage(raw.socket);
  copy.method = raw.method ?? "POST";
  copy.url = raw.url ?? "/";
  copy.headers = {
    ...raw.headers,
    "content-type": "application/x-www-form-urlencoded",
    "content-length": String(body.length),
  };
  delete copy.headers["transfer-encoding"];
  copy.push(body);
  copy.push(null);
  // Else the end of the stream would count as an abort and close the connection.
  copy.complete = true;
  return copy;
}
