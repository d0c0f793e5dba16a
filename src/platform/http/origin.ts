/** Determines the server's URL as the caller sees it, for absolute URLs in responses. */
import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/**
 * Scheme and host of the request, without a trailing slash. Fastify uses `X-Forwarded-*` only from a trusted proxy. An
 * invalid host is replaced by `localhost` and the local port.
 */
export function originOf(request: FastifyRequest): string {
  const scheme = request.protocol === "https" ? "https" : "http";
  return `${scheme}://${hostOr(request.host, request)}`;
}

/** `publicUrl`, else the request's own origin. */
export const baseUrlOf = (request: FastifyRequest, publicUrl: string | null): string =>
  publicUrl ?? originOf(request);

/** The origin of a request without proxy headers; null if there are any: then Fastify decides. */
export function directOriginOf(request: IncomingMessage): string | null {
  const { headers } = request;
  if (headers["x-forwarded-host"] !== undefined || headers["x-forwarded-proto"] !== undefined)
    return null;
  return `http://${hostOr(headers.host, request)}`;
}

/** Whether the `Host` header is absent, empty, or a host with or without a port (RFC 9112 §3.2). */
export const hasGoodHost = ({ headers: { host } }: IncomingMessage): boolean =>
  host === undefined || host === "" || isHost(host);

const isHost = (host: string): boolean => HOST.test(host) && URL.canParse(`http://${host}`);

type Connected = { socket: { localPort?: number | undefined } };

const hostOr = (host: string | undefined, { socket }: Connected): string =>
  host !== undefined && isHost(host) ? host : `localhost:${socket.localPort}`;

/** The request's URL below `baseUrl`, with repeated slashes collapsed. */
export function urlOf(request: FastifyRequest, baseUrl: string): URL {
  const target = request.url.replace(/^https?:\/\/[^/?#]*/i, "");
  return new URL(baseUrl + target.replace(/^[^?]*/, (path) => path.replace(/\/{2,}/g, "/")));
}
