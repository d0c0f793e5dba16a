/** Where the caller sees this server, for the absolute addresses in answers. */
import type { FastifyRequest } from "fastify";

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/**
 * Scheme and host of the request, no trailing slash. Fastify believes `X-Forwarded-*` from a
 * trusted proxy alone. A host that is not one is answered with our own port.
 */
export function originOf(request: FastifyRequest): string {
  const host = HOST.test(request.host) ? request.host : `localhost:${request.socket.localPort}`;
  return `${request.protocol === "https" ? "https" : "http"}://${host}`;
}

/** The request's address below `baseUrl`, its doubled slashes joined. */
export function urlOf(request: FastifyRequest, baseUrl: string): URL {
  const target = request.url.replace(/^https?:\/\/[^/?#]*/i, "");
  return new URL(baseUrl + target.replace(/^[^?]*/, (path) => path.replace(/\/{2,}/g, "/")));
}
