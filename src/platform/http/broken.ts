/** Answers what never becomes a request: bytes that are not HTTP, headers without end. */
import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { errorAnswer } from "./errors.ts";
import { JSON_TYPE } from "./route.ts";

const BROKEN: Record<string, { code: number; type: string; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    code: 431,
    type: "headers-too-large",
    message: "The request's headers are too large.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 408,
    type: "request-timeout",
    message: "The request took too long to arrive.",
  },
};
const NOT_HTTP = {
  code: 400,
  type: "malformed-request",
  message: "This is not a well-formed HTTP request.",
};

/** Node's mark of the answer that a connection is busy with. */
type Busy = { _httpMessage?: { headersSent: boolean } | null };

/**
 * Answers a `clientError` of `node:http` on the bare connection and closes it; only closes it when
 * an answer is already on its way, which a second one would garble.
 */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const busy = (socket as Busy)._httpMessage?.headersSent ?? false;
  const { code, ...told } = BROKEN[error.code ?? ""] ?? NOT_HTTP;
  const id = randomUUID();
  const body = errorAnswer(code, id, told);
  if (socket.writable && !busy)
    socket.write(
      `HTTP/1.1 ${code} ${STATUS_CODES[code]}\r\nContent-Type: ${JSON_TYPE}\r\n` +
        `X-Request-Id: ${id}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `Connection: close\r\n\r\n${body}`,
    );
  socket.destroy(error);
}
