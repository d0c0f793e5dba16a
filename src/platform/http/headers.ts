/** Headers that every answer carries: request id, CORS for every origin, what browsers must not do. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What the preflights of this OPTIONS route are answered beyond the usual. */
    preflight?: Readonly<Record<string, string>>;
  }
}

/**
 * Contract §1, CORS. They are the same for every request, so no `Vary: Origin` is needed, and a
 * table costs a tenth of what @fastify/cors and @fastify/helmet do (docs/decisions/http.md).
 */
const PREFLIGHT = {
  "access-control-allow-methods": "GET, HEAD, PUT, POST, DELETE",
  "access-control-allow-headers":
    "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Range, If-Range",
  "access-control-max-age": "86400",
};

const EVERYWHERE = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "ETag, Content-Language, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Longwave-Limit, X-Request-Id, Accept-Ranges, Content-Length, Content-Range, Content-Disposition, Last-Modified, X-Rendition",
  // Nothing of ours is a page unless its route says so with a policy of its own.
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "cross-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Two years, as the preload lists ask; only where the server is reached by https at all. */
const HTTPS_ONLY = { "strict-transport-security": "max-age=63072000; includeSubDomains" };

/** The headers of every answer, but for its id. */
export const everywhere = (publicUrl: string | null): Readonly<Record<string, string>> => ({
  ...EVERYWHERE,
  ...(publicUrl?.startsWith("https:") ? HTTPS_ONLY : {}),
});

/** Puts the headers on `reply`; for answers that come before any hook has run. */
export type SetHeaders = (request: FastifyRequest, reply: FastifyReply) => void;

/** Adds the headers to every answer of `app` and answers CORS preflights of any path. */
export function addHeaders(app: FastifyInstance, publicUrl: string | null): SetHeaders {
  const fixed = everywhere(publicUrl);
  const setHeaders: SetHeaders = (request, reply) => {
    reply.headers(fixed).header("x-request-id", request.id);
  };
  app.addHook("onRequest", (request, reply, done) => {
    setHeaders(request, reply);
    if (isPreflight(request)) {
      const { preflight } = request.routeOptions.config;
      reply.headers({ ...PREFLIGHT, ...preflight });
      reply.code(204).send();
    } else done();
  });
  return setHeaders;
}

/** What a browser asks before it sends the actual request (Fetch standard, §4.8). */
const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === "OPTIONS" &&
  headers.origin !== undefined &&
  headers["access-control-request-method"] !== undefined;
