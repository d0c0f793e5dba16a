/** Mounts the authorization server under /oauth2 of the HTTP server. */
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type Provider from "oidc-provider";
import type { Deps } from "../../../deps.ts";
import { readCookie } from "../../../platform/http/cookies.ts";
import type { RouteKind } from "../../../platform/http/endpoint.ts";
import { leaveBodiesUnread, leaveResponse } from "../../../platform/http/library.ts";
import { DEFAULT_LOCALE, pageLocaleOf } from "../../../platform/http/locale.ts";
import { baseUrlOf } from "../../../platform/http/origin.ts";
import { JSON_TYPE } from "../../../platform/http/route.ts";
import type { SiteDeps } from "../../../platform/http/site.ts";
import { countAttempt, findSession, networkOf } from "../accounts/actions.ts";
import type { Visitor } from "./devicepages.ts";
import { SESSION_COOKIE } from "./hash.ts";
import { loadKeys } from "./keys.ts";
import { readRequest } from "./requests.ts";

/** How long a process uses its keys before it checks whether another process has rotated them. */
const KEYS_MEMORY_MS = 60_000;

/** The authorization server of this process, recreated when the keys or the public URL change. */
export type Oauth = {
  /** The provider for this `issuer`. */
  provider(issuer: string): Promise<Provider>;
  /** Passes on to the provider who sends `request`. */
  remember(request: IncomingMessage, visitor: Visitor): void;
};

const STRANGER: Visitor = { session: null, locale: DEFAULT_LOCALE };

export function createOauth(deps: Deps & SiteDeps): Oauth {
  const visitors = new WeakMap<IncomingMessage, Visitor>();
  // Without PUBLIC_URL each Host header makes an issuer of its own; this keeps their number small.
  const providers = new LRUCache<string, Provider>({ max: 20 });
  let version = "";
  let checkedAt = 0;
  return {
    async provider(issuer) {
      const known = providers.get(issuer);
      if (known && deps.clock().getTime() - checkedAt < KEYS_MEMORY_MS) return known;
      // The library is loaded with the first request to it: it is a tenth of the application.
      const { createProvider } = await import("./provider.ts");
      const keys = await loadKeys(deps);
      checkedAt = deps.clock().getTime();
      if (keys.version !== version) providers.clear();
      version = keys.version;
      const provider =
        providers.get(issuer) ??
        createProvider(deps, issuer, keys, (request) => visitors.get(request) ?? STRANGER);
      providers.set(issuer, provider);
      return provider;
    },
    remember(request, visitor) {
      visitors.set(request, visitor);
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
const OAUTH: RouteKind = {
  errorBody({ status, messages }) {
    const isTemporary = status === 429 || status === 503;
    const refusal = status < 500 ? "invalid_request" : "server_error";
    const error = isTemporary ? "temporarily_unavailable" : refusal;
    const text = JSON.stringify({ error, error_description: messages.join(" ") });
    return { type: JSON_TYPE, text };
  },
};

/** Registers the OAuth paths; their responses are plain OAuth, without the API's envelope. */
export async function mountOauth(app: FastifyInstance, deps: Deps, oauth: Oauth): Promise<void> {
  await app.register(async (scope) => {
    leaveBodiesUnread(scope);
    for (const [method, url] of PATHS)
      scope.route({
        method,
        url,
        exposeHeadRoute: false,
        config: { whileFull: true, kind: OAUTH },
        handler: async (request, reply) => {
          if (BEGINNING.has(url))
            await countAttempt(deps, ["app-sign-ins-of-address", networkOf(request.ip)]);
          return hand(deps, oauth, request, reply);
        },
      });
  });
}

async function hand(deps: Deps, oauth: Oauth, request: FastifyRequest, reply: FastifyReply) {
  // Without the cookie that the page sets, its form cannot be valid, so redirect to the page.
  if (request.method === "POST" && request.routeOptions.url === DEVICE_PATH)
    if (readCookie(request, SESSION_COOKIE) === null) return reply.redirect(DEVICE_PATH, 303);
  const raw = await readRequest(withDefaultScope(request));
  const issuer = baseUrlOf(request, deps.config.publicUrl);
  const provider = await oauth.provider(issuer);
  const session = await findSession(deps, request);
  oauth.remember(raw, { session, locale: pageLocaleOf(request, session) });
  leaveResponse(reply, /^(content-security-policy|access-control-)/);
  // The library's own pages contain only a self-submitting form, which posts to the app if the app asked for that.
  reply.raw.setHeader("content-security-policy", OWN_PAGES);
  reply.raw.setHeader("x-frame-options", "DENY");
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
