/** Fetches URLs given by users: public addresses only, with limits on size, time, speed and redirects. */
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Agent, Response, fetch as send } from "undici";
import {
  lookUpAllowed,
  type PrivateAccess,
  PrivateAddressError,
  refusePrivateHost,
} from "./addresses.ts";
import { PACE, type Pace, type PaceWatch, TooSlow, watchPace } from "./pace.ts";

/**
 * The fetch failed; the message is a sentence without a full stop. It names the host and never the URL, which may
 * contain a secret: messages are logged.
 */
export class FetchError extends Error {
  override name = "FetchError";
  /** Retrying is pointless: the URL is refused, or its host reports that it does not exist. */
  readonly final: boolean;

  constructor(message: string, { final = false } = {}) {
    super(message);
    this.final = final;
  }
}

export type FetchOptions = Readonly<{
  /** Maximum size of the body in bytes after decompression. */
  maxBytes: number;
  /** Time limit for everything: name resolution, connections, redirects, body. */
  maxMs: number;
  /** Also allows loopback and private networks, for URLs that the operator configured, or those of `OUTBOUND_PRIVATE`. */
  allowPrivate: PrivateAccess;
  /** The minimum speed of the host; default: `PACE`. */
  pace?: Pace;
  /** Value of the Accept header; default: anything. */
  accept?: string;
  /** Aborts the fetch; its reason is thrown. */
  signal?: AbortSignal;
}>;

export type Fetched = Readonly<{
  bytes: Buffer;
  /** The `charset` of its content type; null if there is none. */
  charset: string | null;
}>;

const MAX_REDIRECTS = 5;
const FINAL = { final: true };
/** Client error statuses that a later request may not get: timeout, too early, too many requests. */
const MAY_CHANGE = [408, 425, 429];
const USER_AGENT = "Longwave (podcast import)";

/** Fetches `address` into memory. Throws `FetchError`. */
export function fetchBytes(address: string, options: FetchOptions): Promise<Fetched> {
  return withResponse(address, options, async (response, body) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    const type = response.headers.get("content-type") ?? "";
    const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1] ?? null;
    return { bytes: Buffer.concat(chunks), charset };
  });
}

/** Fetches `address` into the new file `target`; returns its size in bytes. Throws `FetchError`. */
export function fetchFile(address: string, target: string, options: FetchOptions): Promise<number> {
  return withResponse(address, options, async (_response, body) => {
    const file = createWriteStream(target, { flags: "wx" });
    await pipeline(Readable.from(body), file);
    return file.bytesWritten;
  });
}

type Body = AsyncIterable<Uint8Array>;

async function withResponse<T>(
  address: string,
  options: FetchOptions,
  read: (response: Response, body: Body) => Promise<T>,
): Promise<T> {
  // Loaded with the first request, because many servers never make one.
  const { Agent, fetch: send } = await import("undici");
  const agent = new Agent({
    connect: options.allowPrivate === true ? {} : { lookup: lookUpAllowed(options.allowPrivate) },
    maxHeaderSize: 2 ** 16,
  });
  using pace = watchPace(options.pace ?? PACE);
  const bounds = [AbortSignal.timeout(options.maxMs), pace.signal];
  const signal = AbortSignal.any(options.signal ? [...bounds, options.signal] : bounds);
  try {
    const response = await follow(address, { ...options, agent, send, signal });
    pace.startBody();
    return await read(response, limited(response, options.maxBytes, pace));
  } catch (error) {
    options.signal?.throwIfAborted();
    throw explain(error, address, options.maxMs);
  } finally {
    await agent.destroy();
  }
}

type Following = FetchOptions & { agent: Agent; send: typeof send; signal: AbortSignal };

/** The first response that is not a redirect. */
async function follow(
  start: string,
  { agent, send, signal, ...options }: Following,
): Promise<Response> {
  let url = new URL(start);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    if (!/^https?:$/.test(url.protocol))
      throw new FetchError(`${url.protocol} URLs are not supported, only http and https`, FINAL);
    refusePrivateHost(url.hostname, options.allowPrivate);
    const response = await send(withoutSecrets(url), {
      dispatcher: agent,
      redirect: "manual",
      signal,
      headers: { "user-agent": USER_AGENT, accept: options.accept ?? "*/*" },
    });
    const next = response.headers.get("location");
    if (![301, 302, 303, 307, 308].includes(response.status) || next === null) {
      if (response.ok) return response;
      const final = response.status < 500 && !MAY_CHANGE.includes(response.status);
      throw new FetchError(`${url.host} answers with status ${response.status}`, { final });
    }
    await response.body?.cancel();
    if (!URL.canParse(next, url.href))
      throw new FetchError(`${url.host} redirects to an invalid URL`);
    url = new URL(next, url);
  }
  throw new FetchError(`it redirects more than ${MAX_REDIRECTS} times`);
}

/** `fetch` refuses credentials in URLs; protected feeds are requested without them. */
function withoutSecrets(url: URL): string {
  const bare = new URL(url);
  bare.username = "";
  bare.password = "";
  return bare.href;
}

/** The decompressed body as it arrives, until it exceeds the limit. */
async function* limited(
  response: Response,
  maxBytes: number,
  pace: PaceWatch,
): AsyncGenerator<Uint8Array> {
  const tooLarge = () =>
    new FetchError(
      `it has more than ${maxBytes.toLocaleString("en")} bytes, which is the limit`,
      FINAL,
    );
  if (Number(response.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    pace.count(chunk.length);
    if (bytes > maxBytes) throw tooLarge();
    yield chunk;
  }
}

const REASONS: Record<string, string> = {
  ENOTFOUND: "its host is unknown",
  EAI_AGAIN: "its host could not be looked up",
  ECONNREFUSED: "its host refused the connection",
  ECONNRESET: "its host closed the connection",
  UND_ERR_SOCKET: "its host closed the connection",
  EHOSTUNREACH: "its host cannot be reached",
  ENETUNREACH: "its host cannot be reached",
  UND_ERR_CONNECT_TIMEOUT: "its host does not respond",
  UND_ERR_HEADERS_OVERFLOW: "its host sends headers that are too long",
  "bad port": "its port is reserved for a service other than http",
};

/** `fetch` wraps the cause of a failure in one or more other errors. */
function causeOf(error: unknown): unknown {
  let cause = error;
  while (cause instanceof Error && !isOurs(cause) && cause.cause instanceof Error)
    cause = cause.cause;
  return cause;
}

/** Why a request failed whose whole time was limited to `maxMs`: a sentence about "it" without a full stop. */
export const reasonOfFailure = (error: unknown, maxMs: number): string =>
  reasonOf(causeOf(error), maxMs);

function explain(error: unknown, address: string, maxMs: number): FetchError {
  const cause = causeOf(error);
  const final = cause instanceof FetchError ? cause.final : cause instanceof PrivateAddressError;
  return new FetchError(`${hostOf(address)} cannot be fetched: ${reasonOf(cause, maxMs)}`, {
    final,
  });
}

/** The part of a URL that may be logged. */
export const hostOf = (address: string): string => URL.parse(address)?.host ?? "this address";

const isOurs = (error: Error): boolean =>
  error instanceof FetchError || error instanceof PrivateAddressError || error instanceof TooSlow;

function reasonOf(cause: unknown, maxMs: number): string {
  const { code, name, message, errors } = cause as NodeJS.ErrnoException & AggregateError;
  if (name === "TimeoutError") return `it takes longer than ${maxMs / 1000} s`;
  // Node tries all addresses of a host and reports an error for each.
  const first: NodeJS.ErrnoException | undefined = errors?.[0];
  return REASONS[code ?? first?.code ?? message] ?? withoutAddresses(message);
}

/** Replaces the URLs in `message` by their hosts. */
export const withoutAddresses = (message: string): string =>
  message.replace(/https?:\/\/[^\s"')]+/gi, hostOf);
