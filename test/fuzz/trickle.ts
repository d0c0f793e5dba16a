/** Sends requests in ways that no valid client uses: wrong lengths, pauses, truncation. */
import type { Hostile } from "./hostile.ts";
import type { Random } from "./random.ts";
import { type FuzzRequest, type Sending, WHOLE } from "./request.ts";

const WAYS: readonly Hostile<Sending>[] = [
  ["Content-Length too small", (random) => ({ contentLength: String(random.below(5)) })],
  ["Content-Length too large", () => ({ contentLength: "100000", cutAt: WHOLE })],
  [
    "Content-Length without a body, broken off",
    () => ({ contentLength: "1000000", cutAt: WHOLE, breakOff: true }),
  ],
  [
    "Content-Length that is no number",
    (random) => ({
      contentLength: random.pick(["x", "-1", "", "5 5", "0x5", "18446744073709551616"]),
    }),
  ],
  ["chunked", () => ({ chunked: true })],
  ["chunked and Content-Length", () => ({ chunked: true, contentLength: "5" })],
  ["chunked, cut", (random) => ({ chunked: true, cutAt: 60 + random.below(500) })],
  ["ended early", (random) => ({ cutAt: 1 + random.below(600) })],
  ["broken off", (random) => ({ cutAt: 1 + random.below(600), breakOff: true })],
  ["in pieces", (random) => ({ pieces: 2 + random.below(6), pauseMs: random.below(40) })],
  ["slow", (random) => ({ pieces: 4, pauseMs: 100 + random.below(150) })],
  ["pipelined", (random) => ({ times: 2 + random.below(6) })],
];

/** `request`, sent in one of these ways. */
export function trickle(request: FuzzRequest, random: Random): FuzzRequest {
  const [change, make] = random.pick(WAYS);
  return { ...request, kind: "wire", changes: [...request.changes, change], sending: make(random) };
}

const GARBAGE: readonly Hostile<Buffer>[] = [
  ["noise", (random) => random.bytes(1 + random.below(600))],
  [
    "noise of lines",
    (random) =>
      Buffer.from(
        random
          .bytes(300)
          .toString("latin1")
          .replace(/./g, (char) => (random.chance(0.1) ? "\r\n" : char)),
        "latin1",
      ),
  ],
  ["chunks without size", () => chunks("zz\r\nabc\r\n")],
  ["chunk of an enormous size", () => chunks("ffffffffffffffff1\r\nabc\r\n")],
  ["chunk with extensions", () => chunks(`1;${"a=b;".repeat(3000)}\r\nx\r\n0\r\n\r\n`)],
  ["chunk with trailers", () => chunks("1\r\n{\r\n0\r\nContent-Length: 5\r\nX: y\r\n\r\n")],
  ["chunk size with a sign", () => chunks("+1\r\n{\r\n0\r\n\r\n")],
  ["bare line feeds", () => Buffer.from("GET /v2/me HTTP/1.1\nHost: a\n\n")],
  ["HTTP/0.9", () => Buffer.from("GET /\r\n")],
  ["HTTP/2 preface", () => Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")],
  ["TLS hello", () => Buffer.from("16030100a5010000a10303", "hex")],
  ["no Host", () => Buffer.from("GET /v2/show-categories HTTP/1.1\r\n\r\n")],
  ["two Hosts", () => Buffer.from("GET /show/1 HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n")],
  ["CONNECT", () => Buffer.from("CONNECT a.invalid:443 HTTP/1.1\r\nHost: a.invalid:443\r\n\r\n")],
  [
    "request in a body",
    () =>
      Buffer.from(
        "POST /v2/shows HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\nHost: a\r\n\r\n",
      ),
  ],
  [
    "header of spaces",
    () =>
      Buffer.from(
        `GET /v2/me HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x${" ".repeat(15_000)}y\r\n\r\n`,
      ),
  ],
  ["line without end", (random) => Buffer.from(`GET /${"a".repeat(random.below(40_000))}`)],
  ["NUL in the line", () => Buffer.from("GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n")],
];

const chunks = (text: string): Buffer =>
  Buffer.from(
    `POST /v2/shows HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${text}`,
    "latin1",
  );

/** Bytes that hardly resemble HTTP. */
export function garbage(random: Random): FuzzRequest {
  const [change, make] = random.pick(GARBAGE);
  return {
    operation: "garbage",
    caller: "nobody",
    credentials: "none",
    kind: "garbage",
    changes: [change],
    method: "",
    target: "",
    version: "",
    headers: [],
    body: null,
    sending: { raw: make(random), cutAt: WHOLE },
    pick: 0,
  };
}
