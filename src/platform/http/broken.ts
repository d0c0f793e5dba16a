/**
 * Writes error responses directly to connections whose request cannot reach a route: malformed, too late or too many.
 */
import { randomUUID } from "node:crypto";
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { ConnectionErrorType, ErrorType } from "../errortypes.ts";
import { type Limit, reportExceeded } from "../limits.ts";
import { errorAnswer, limitHeader } from "./errors.ts";
import { JSON_TYPE } from "./route.ts";

/** A refusal before a route is known. */
export type EarlyRefusal = Readonly<{
  code: number;
  type: ErrorType | ConnectionErrorType;
  message: string;
}>;

/** A request, or a part of one, took too long. */
export const LATE: EarlyRefusal = {
  code: 408,
  type: "request-timeout",
  message: "The request took too long to arrive.",
};
const NOT_HTTP: EarlyRefusal = {
  code: 400,
  type: "malformed-request",
  message: "This is not a well-formed HTTP request.",
};
const BROKEN: Record<string, EarlyRefusal> = {
  HPE_HEADER_OVERFLOW: {
    code: 431,
    type: "headers-too-large",
    message: "The request's headers are too large.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: LATE,
};

/** Node's internal reference to the response that a connection is busy with. */
type Busy = { _httpMessage?: { headersSent: boolean } | null };

/**
 * Responds to a `clientError` of `node:http` and closes the connection. `limit` is the limit that was exceeded, if any.
 */
export function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  limit: Limit | null = null,
): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  refuseOnSocket(socket, BROKEN[error.code ?? ""] ?? NOT_HTTP, limit, error);
}

/**
 * Writes the refusal to the connection and closes it. If a response is already being sent, which a second one would
 * corrupt, it only closes the connection. A limit is reported.
 */
export function refuseOnSocket(
  socket: Duplex,
  refusal: EarlyRefusal,
  limit: Limit | null,
  error?: Error,
): void {
  if (limit !== null) reportExceeded(limit);
  const busy = (socket as Busy)._httpMessage?.headersSent ?? false;
  if (socket.writable && !busy) {
    const { body, headers } = early(refusal, limit);
    const lines = Object.entries({ ...headers, Connection: "close" });
    socket.write(
      `HTTP/1.1 ${refusal.code} ${STATUS_CODES[refusal.code]}\r\n` +
        `${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`,
    );
  }
  socket.destroy(error);
}

/** Sends the refusal as a regular response; the connection stays open unless `more` sets a header that closes it. */
export function refuseEarly(
  response: ServerResponse,
  refusal: EarlyRefusal,
  limit: Limit | null,
  more: Readonly<Record<string, string>> = {},
): void {
  if (limit !== null) reportExceeded(limit);
  const { body, headers } = early(refusal, limit);
  response.writeHead(refusal.code, { ...headers, ...more }).end(body);
}

function early({ code, type, message }: EarlyRefusal, limit: Limit | null) {
  const id = randomUUID();
  const body = errorAnswer(code, id, { type, message });
  const headers: Record<string, string> = {
    "Content-Type": JSON_TYPE,
    "Content-Length": String(Buffer.byteLength(body)),
    "X-Request-Id": id,
    "Cache-Control": "no-store",
    "Access-Control-Allow-Origin": "*",
    ...(limit === null ? {} : { "Longwave-Limit": limitHeader(limit) }),
  };
  return { body, headers };
}
