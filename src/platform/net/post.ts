/** Posts a short text to a URL that a user has given: to allowed addresses only, and without following redirects. */
import { lookUpAllowed, type PrivateAccess, refusePrivateHost } from "./addresses.ts";
import { reasonOfFailure } from "./fetch.ts";

export type Post = Readonly<{
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Time limit for everything: name resolution, connection, response. */
  maxMs: number;
  /** The addresses that are allowed besides public ones. */
  allowPrivate: PrivateAccess;
  /** Aborts the request; its reason is thrown. */
  signal: AbortSignal;
}>;

/** The status of the response, its `Retry-After`, and no status but the reason if there was none. */
export type Posted = Readonly<
  | { status: number; retryAfter: string | null; error: null }
  | { status: null; retryAfter: null; error: string }
>;

/** Bytes of a response that are read, so that receivers that write one are not cut off; all else is dropped. */
const READ_BYTES = 4096;

/** Sends one request. Rejects only if `signal` aborts. */
export async function post({ url, headers, body, maxMs, ...options }: Post): Promise<Posted> {
  const { Agent, fetch: send } = await import("undici");
  const { allowPrivate } = options;
  const agent = new Agent({
    connect: allowPrivate === true ? {} : { lookup: lookUpAllowed(allowPrivate) },
    maxHeaderSize: 2 ** 14,
  });
  const signal = AbortSignal.any([AbortSignal.timeout(maxMs), options.signal]);
  try {
    refusePrivateHost(new URL(url).hostname, allowPrivate);
    const response = await send(url, {
      dispatcher: agent,
      method: "POST",
      redirect: "manual",
      headers,
      body,
      signal,
    });
    if (response.body !== null) await readSome(response.body);
    return {
      status: response.status,
      retryAfter: response.headers.get("retry-after"),
      error: null,
    };
  } catch (error) {
    options.signal.throwIfAborted();
    return { status: null, retryAfter: null, error: reasonOfFailure(error, maxMs) };
  } finally {
    await agent.destroy();
  }
}

/** The status has arrived and counts, whether or not the rest of the response does. */
async function readSome(body: AsyncIterable<Uint8Array>): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes >= READ_BYTES) return;
    }
  } catch {
    return;
  }
}
