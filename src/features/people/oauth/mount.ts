/** Mounts the authorization server under /oauth2 of the HTTP server. */
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type Provider from "oidc-provider";
import type { Deps } from "../../../deps.ts";
import { Failure } from "../../../platform/failure.ts";
import { readCookie } from "../../../platform/http/cookies.ts";
import { sendError } from "../../../platform/http/errors.ts";
import { originOf } from "../../../platform/http/origin.ts";
import type { SessionCaller } from "../../../platform/http/pages.ts";
import { countAttempt, findSession, networkOf } from "../accounts/actions.ts";
import { loadKeys } from "./keys.ts";
import { createProvider, SESSION_COOKIE } from "./provider.ts";
import { InvalidRequest, readRequest } from "./requests.ts";

/** How long a process uses its keys before it checks whether another process has rotated them. */
const KEYS_MEMORY_MS = 60_000;

/** The authorization server of this process, recreated when the keys or the public URL change. */
export type Oauth = {
  /** The provider for this `issuer`. */
  provider(issuer: string): Promise<Provider>;
  /** Tells the provider's policy which session `request` has. */
  remember(request: IncomingMessage, session: SessionCaller | null): void;
};

export function createOauth(deps: Deps): Oauth {
  const sessions = new WeakMap<IncomingMessage, SessionCaller>();
  // Without PUBLIC_URL each Host header makes an issuer of its own; this keeps their number small.
  const providers = new LRUCache<string, Provider>({ max: 20 });
  let version = "";
  let checkedAt = 0;
  return {
    async provider(issuer) {
      const known = providers.get(issuer);
      if (known && deps.clock().getTime() - checkedAt < KEYS_MEMORY_MS) return known;
      const keys = await loadKeys(deps);
      checkedAt = deps.clock().getTime();
      if (keys.version !== version) providers.clear();
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

const DEVICE_PATH = "/oauth2/device";

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

/** The library adds the hash of its script to `script-src`. */
const OWN_PAGES = "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Every request to these paths, signed in or not, stores a record. */
const BEGINNING: ReadonlySet<string> = new Set([
  "/oauth2/authorize",
  "/oauth2/device_authorization",
  "/oauth2/device",
]);

/** Errors raised before the library is reached use the library's format (RFC 6749 §5.2). */
function tellPlainly(scope: FastifyInstance): void {
  scope.addHook("onSend", async (_request, reply, payload) => {
    if (reply.statusCode < 400 || typeof payload !== "string") return payload;
    const { response } = JSON.parse(payload) as { response: { error: { messages: string[] } } };
    const error =
      reply.statusCode === 429 || reply.statusCode === 503
        ? "temporarily_unavailable"
        : reply.statusCode < 500
          ? "invalid_request"
          : "server_error";
    return JSON.stringify({ error, error_description: response.error.messages.join(" ") });
  });
}

/** Registers the OAuth paths; their responses are plain OAuth, without the API's envelope. */
export async function mountOauth(app: FastifyInstance, deps: Deps, oauth: Oauth): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(/^multipart\/form-data/, (_request, payload, done) =>
      done(null, payload),
    );
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    tellPlainly(scope);
    for (const [method, url] of PATHS)
      scope.route({
        method,
        url,
        exposeHeadRoute: false,
        config: { whileFull: true },
        handler: async (request, reply) => {
          if (BEGINNING.has(url))
            await countAttempt(deps, ["app-sign-ins-of-address", networkOf(request.ip)]);
          return hand(deps, oauth, request, reply);
        },
      });
    // `tellPlainly` turns this into OAuth's `invalid_request` (RFC 6749 §5.2).
    scope.setErrorHandler((error, request, reply) =>
      sendError(
        error instanceof InvalidRequest
          ? new Failure("invalid", "invalid-request", error.message)
          : error,
        request,
        reply,
      ),
    );
  });
}

async function hand(deps: Deps, oauth: Oauth, request: FastifyRequest, reply: FastifyReply) {
  // Without the cookie that the page sets, its form cannot be valid, so redirect to the page.
  if (request.method === "POST" && request.routeOptions.url === DEVICE_PATH)
    if (readCookie(request, SESSION_COOKIE) === null) return reply.redirect(DEVICE_PATH, 303);
  const raw = await readRequest(withDefaultScope(request));
  const issuer = deps.config.publicUrl ?? originOf(request);
  const provider = await oauth.provider(issuer);
  oauth.remember(raw, await findSession(deps, request));
  reply.hijack();
  // The library's own pages contain only a self-submitting form, which posts to the app if the app asked for that.
  reply.raw.setHeader("content-security-policy", OWN_PAGES);
  reply.raw.setHeader("x-frame-options", "DENY");
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined && !/^(content-security-policy|access-control-)/.test(name))
      reply.raw.setHeader(name, value);
  await provider.callback()(raw, reply.raw);
}

/** Existing clients omit `scope` and expect all rights of their user. */
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
