/** Puts the authorization server under /oauth2 of the HTTP server. */
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type Provider from "oidc-provider";
import type { Deps } from "../../deps.ts";
import { Failure } from "../../platform/failure.ts";
import { readCookie } from "../../platform/http/cookies.ts";
import { sendError } from "../../platform/http/errors.ts";
import { originOf } from "../../platform/http/origin.ts";
import type { SessionViewer } from "../../platform/http/pages.ts";
import { countAttempt, findSession, networkOf } from "../accounts/actions.ts";
import { loadKeys } from "./keys.ts";
import { createProvider, SESSION_COOKIE } from "./provider.ts";
import { InvalidRequest, readRequest } from "./requests.ts";

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

/** Whoever asks here, signed in or not, has a record stored. */
const BEGINNING = new Set<string>([
  "/oauth2/authorize",
  "/oauth2/device_authorization",
  "/oauth2/device",
]);

/** Refusals that come before the library are told as it tells its own (RFC 6749 §5.2). */
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

/** Registers the OAuth paths; their answers are plain OAuth, outside the API's envelope. */
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
    // `tellPlainly` makes OAuth's `invalid_request` of it (RFC 6749 §5.2).
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
  // Without the page's cookie no form of its can be right: the page gives one.
  if (request.method === "POST" && request.routeOptions.url === DEVICE_PATH)
    if (readCookie(request, SESSION_COOKIE) === null) return reply.redirect(DEVICE_PATH, 303);
  const raw = await readRequest(withDefaultScope(request));
  const issuer = deps.config.publicUrl ?? originOf(request);
  const provider = await oauth.provider(issuer);
  oauth.remember(raw, await findSession(deps, request));
  reply.hijack();
  // Its pages of its own have nothing but a form that sends itself, to the app where the app wants that.
  reply.raw.setHeader("content-security-policy", OWN_PAGES);
  reply.raw.setHeader("x-frame-options", "DENY");
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
