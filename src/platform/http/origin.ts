/** Where the caller sees this server, for the absolute addresses in answers. */
import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/**
 * Scheme and host of the request, no trailing slash. Fastify believes `X-Forwarded-*` from a
 * trusted proxy alone. A host that is not one is answered with our own port.
 */
export function originOf(request: FastifyRequest): string {
  const scheme = request.protocol === "https" ? "https" : "http";
  return `${scheme}://${hostOr(request.host, request)}`;
}

/** The same of a request that no proxy says anything about; null where one does: then Fastify decides. */
export function directOriginOf(request: IncomingMessage): string | null {
  const { headers } = request;
  if (headers["x-forwarded-host"] !== undefined || headers["x-forwarded-proto"] !== undefined)
    return null;
  return `http://${hostOr(headers.host, request)}`;
}

/** Whether the `Host` header is absent, empty or a host with or without a port (RFC 9112 §3.2). */
export const hasGoodHost = ({ headers: { host } }: IncomingMessage): boolean =>
  host === undefined || host === "" || isHost(host);

const isHost = (host: string): boolean => HOST.test(host) && URL.canParse(`http://${host}`);

type Connected = { socket: { localPort?: number | undefined } };

const hostOr = (host: string | undefined, { socket }: Connected): string =>
  host !== undefined && isHost(host) ? host : `localhost:${socket.localPort}`;

/** The request's address below `baseUrl`, its doubled slashes joined. */
export function urlOf(request: FastifyRequest, baseUrl: string): URL {
  const target = request.url.replace(/^https?:\/\/[^/?#]*/i, "");
  return new URL(baseUrl + target.replace(/^[^?]*/, (path) => path.replace(/\/{2,}/g, "/")));
}
