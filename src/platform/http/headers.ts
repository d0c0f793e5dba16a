/** Adds the headers of every response: request id, security headers, and CORS for every origin to the API. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { kindOf } from "./othermethods.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Additional headers for preflight responses of this OPTIONS route. */
    preflight?: Readonly<Record<string, string>>;
  }
}

/**
 * Contract §1, CORS. They are the same for every request, so `Vary: Origin` is not needed, and a table costs a tenth of
 * @fastify/cors and @fastify/helmet (docs/decisions/http.md).
 */
const PREFLIGHT = {
  "access-control-allow-methods": "GET, HEAD, PUT, POST, DELETE",
  "access-control-allow-headers":
    "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Range, If-Range",
  "access-control-max-age": "86400",
};

/** CORS: every origin may read the API. */
export const READABLE = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "ETag, Content-Language, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Longwave-Limit, Longwave-Image-Crop, X-Request-Id, Accept-Ranges, Content-Length, Content-Range, Content-Disposition, Last-Modified, X-Rendition",
};

const SECURE = {
  // No response may act as a page unless its route sets a policy of its own.
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "cross-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Two years, as the preload lists require; only if the server is reached over https. */
const HTTPS_ONLY = { "strict-transport-security": "max-age=63072000; includeSubDomains" };

/** The security headers of every response, unless its kind of path sets others. */
export const secure = (publicUrl: string | null): Readonly<Record<string, string>> => ({
  ...SECURE,
  ...(publicUrl?.startsWith("https:") ? HTTPS_ONLY : {}),
});

/** The headers of every response of the API except its request id. */
export const everywhere = (publicUrl: string | null): Readonly<Record<string, string>> => ({
  ...READABLE,
  ...secure(publicUrl),
});

/** Sets the headers on `reply`; for responses that are sent before any hook has run. */
export type SetHeaders = (request: FastifyRequest, reply: FastifyReply) => void;

/** Adds the headers to every response of `app` and responds to CORS preflights of any path. */
export function addHeaders(app: FastifyInstance, publicUrl: string | null): SetHeaders {
  const fixed = everywhere(publicUrl);
  const setHeaders: SetHeaders = (request, reply) => {
    const own = kindOf(request)?.headers;
    reply.headers(own ?? fixed).header("x-request-id", request.id);
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

/** The preflight that a browser sends before the actual request (Fetch standard, §4.8). */
const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === "OPTIONS" &&
  headers.origin !== undefined &&
  headers["access-control-request-method"] !== undefined;
