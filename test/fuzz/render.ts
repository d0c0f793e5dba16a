/** Converts a request to the bytes sent. */

import { type Caller, type FuzzRequest, type Sending, WHOLE } from "./request.ts";
import type { Pools } from "./world/pools.ts";

/** A caller's token and cookie. */
export type Credentials = Readonly<{ token: string | null; cookie: string | null }>;

export type Rendering = Readonly<{
  pools: Pools;
  /** `host:port` of the server. */
  host: string;
  credentials: Readonly<Record<Caller, Credentials>>;
}>;

/** Bytes to send in pieces with pauses, and how the connection ends. */
export type Script = Readonly<{
  pieces: readonly Buffer[];
  pauseMs: number;
  /** The expected number of responses on the connection. */
  answers: number;
  /**
   * "keep": reusable; "once": for this request only; "finish": the client closes its side; "break": the connection is
   * reset.
   */
  end: "keep" | "once" | "finish" | "break";
  /** Whether the request is HEAD, whose response has no body. */
  head: boolean;
  /** Whether the server may wait for more data, so that a missing response is not a fault. */
  unfinished: boolean;
}>;

const KEEPING = new Set(["valid", "values"]);

export function render(request: FuzzRequest, rendering: Rendering): Script {
  const { sending, method, kind } = request;
  const whole = sending.raw ?? bytesOf(request, rendering);
  const all = Buffer.concat(Array.from({ length: sending.times ?? 1 }, () => whole));
  const cut = all.subarray(0, sending.cutAt ?? all.length);
  return {
    pieces: piecesOf(cut, sending.pieces ?? 1),
    pauseMs: sending.pauseMs ?? 0,
    answers: sending.times ?? 1,
    end: endOf(request),
    head: method === "HEAD",
    unfinished: kind === "wire" || kind === "garbage" || isOdd(request),
  };
}

function endOf({ kind, sending: { breakOff, cutAt } }: FuzzRequest): Script["end"] {
  if (breakOff) return "break";
  if (cutAt !== undefined && cutAt !== WHOLE) return "finish";
  return KEEPING.has(kind) ? "keep" : "once";
}

/** The announced length may be wrong; and a server that is no proxy does not respond to CONNECT. */
const isOdd = ({ headers, method }: FuzzRequest): boolean =>
  method === "CONNECT" ||
  headers.some(([name]) =>
    /^(content-length|transfer-encoding|expect|upgrade|connection)$/.test(name),
  );

function bytesOf(request: FuzzRequest, rendering: Rendering): Buffer {
  const { method, version, sending } = request;
  const resolve = (text: string) =>
    rendering.pools
      .resolve(text, request.pick, request.caller)
      .replaceAll("@@host@@", rendering.host);
  const body = resolveBody(request.body, resolve);
  const headers = [...withCredentials(request, rendering), ...framing(request, sending, body)];
  const lines = headers.map(([name, value]) => `${name}: ${resolve(value)}\r\n`);
  const target = withToken(request, resolve(request.target), rendering);
  const head = `${method} ${target} HTTP/${version}\r\n${lines.join("")}\r\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), sending.chunked ? chunked(body) : body]);
}

function resolveBody(body: Buffer | null, resolve: (text: string) => string): Buffer {
  if (body === null) return Buffer.alloc(0);
  return body.includes("@@") ? Buffer.from(resolve(body.toString("latin1")), "latin1") : body;
}

type Header = readonly [string, string];

function withCredentials(request: FuzzRequest, rendering: Rendering): Header[] {
  const { headers, credentials, caller } = request;
  const { token, cookie } = rendering.credentials[caller];
  const has = (name: string) => headers.some(([one]) => one === name);
  return [
    ...(has("host") ? [] : [["host", rendering.host] as const]),
    ...(has("user-agent") ? [] : [["user-agent", AGENT] as const]),
    ...(has("x-forwarded-for") ? [] : [["x-forwarded-for", addressOf(request)] as const]),
    ...headers,
    ...(credentials === "header" && token !== null
      ? [["authorization", `Bearer ${token}`] as const]
      : []),
    ...(credentials === "cookie" && cookie !== null ? [["cookie", cookie] as const] : []),
  ];
}

/** Uses many addresses, so that throttled requests still reach the server. */
const addressOf = ({ pick }: FuzzRequest): string => `10.${pick % 199}.${pick % 241}.${pick % 251}`;

/** The user agent of every request without another one; it must not be logged. */
export const AGENT = "fuzz-agent/zqua7";

function withToken(
  { caller, credentials }: FuzzRequest,
  target: string,
  rendering: Rendering,
): string {
  const { token } = rendering.credentials[caller];
  if (credentials !== "query" || token === null) return target;
  return `${target}${target.includes("?") ? "&" : "?"}oauth2_access_token=${token}`;
}

function framing({ headers, method }: FuzzRequest, sending: Sending, body: Buffer): Header[] {
  if (headers.some(([name]) => name === "content-length")) return [];
  const chunks = sending.chunked ? [["transfer-encoding", "chunked"] as const] : [];
  if (sending.contentLength !== undefined)
    return [...chunks, ["content-length", sending.contentLength]];
  if (sending.chunked) return chunks;
  const needed = body.length > 0 || ["POST", "PUT", "PATCH"].includes(method);
  return needed ? [["content-length", String(body.length)]] : [];
}

/** In chunks from a few bytes to many. */
function chunked(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let start = 0, size = 1; start < body.length; start += size, size *= 3) {
    const part = body.subarray(start, start + size);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\n"));
  }
  return Buffer.concat([...parts, Buffer.from("0\r\n\r\n")]);
}

function piecesOf(bytes: Buffer, count: number): Buffer[] {
  const size = Math.max(Math.ceil(bytes.length / count), 1);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
}
