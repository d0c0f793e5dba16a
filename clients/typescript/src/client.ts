/** The client: a method for each operation of the API. */
import { OPERATIONS, type Operations } from "./api.ts";
import { errorFrom } from "./errors.ts";
import { type Address, encode } from "./request.ts";
import { type Retries, withRetries } from "./retries.ts";

export type Settings = Readonly<{
  /** The address of the server, such as `https://radio.example`. */
  server: string;
  /** A personal token or an access token, or a function that returns the current one, or undefined if there is none. */
  token?: string | (() => string | undefined | Promise<string | undefined>);
  retries?: Retries;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
}>;

export type CallOptions = Readonly<{
  signal?: AbortSignal;
  /** The `ETag` that was read: the call fails with 412 if the record has been changed since. */
  ifMatch?: string;
  /** Repeats of a POST with the same key are executed once. Default: a new UUID for each call. */
  idempotencyKey?: string;
}>;

export type Name = keyof Operations;
type Input<N extends Name> = Operations[N]["input"];
type Answer<N extends Name> = Operations[N]["answer"];
type Method<N extends Name> =
  Record<never, never> extends Input<N>
    ? (input?: Input<N>, options?: CallOptions) => Promise<Answer<N>>
    : (input: Input<N>, options?: CallOptions) => Promise<Answer<N>>;

/** An answer with the `ETag` of its record, to be sent as `ifMatch`. */
export type Tagged<T> = Readonly<{ answer: T; etag: string | null }>;

export type Longwave = { readonly [N in Name]: Method<N> } & Readonly<{
  /** Calls an operation by its name, and returns the `ETag` too. */
  call<N extends Name>(name: N, input: Input<N>, options?: CallOptions): Promise<Tagged<Answer<N>>>;
  /** Sends a request to a path of the server, with the token and retries. Throws what is not 2xx. */
  send(path: string, init?: RequestInit, isSafe?: boolean): Promise<Response>;
}>;

/** Opens nothing: the first request is the first call. */
export function createLongwave(settings: Settings): Longwave {
  const sender = createSender(settings);
  const call = async (name: Name, input: object = {}, options: CallOptions = {}) => {
    const address: Address = OPERATIONS[name];
    const { path, body } = encode(address, { ...input });
    const { method, takesKey } = address;
    const key = takesKey ? (options.idempotencyKey ?? crypto.randomUUID()) : null;
    const headers = {
      ...(typeof body === "string" ? { "content-type": "application/json" } : {}),
      ...(key === null ? {} : { "idempotency-key": key }),
      ...(options.ifMatch === undefined ? {} : { "if-match": options.ifMatch }),
    };
    const init = { method, headers, body, signal: options.signal ?? null };
    const response = await sender(path, init, method !== "POST" || key !== null);
    return { answer: await read(address, response), etag: response.headers.get("etag") };
  };
  const methods = Object.keys(OPERATIONS).map((name) => [
    name,
    async (input?: object, options?: CallOptions) =>
      (await call(name as Name, input, options)).answer,
  ]);
  return { ...Object.fromEntries(methods), call, send: sender } as Longwave;
}

function createSender({ server, token, retries, fetch: own }: Settings): Longwave["send"] {
  return async (path, init = {}, isSafe = true) => {
    const url = onServer(path, server);
    const send = async () => {
      const headers = new Headers(init.headers);
      const current = typeof token === "function" ? await token() : token;
      if (current !== undefined) headers.set("authorization", `Bearer ${current}`);
      return (own ?? fetch)(url, { ...init, headers });
    };
    const response = await withRetries(send, isSafe, retries, init.signal ?? undefined);
    if (!response.ok) throw await errorFrom(response);
    return response;
  };
}

/** The token is only ever sent to `server`: of other addresses, such as `next_url`, path and query count. */
export function onServer(path: string, server: string): URL {
  const { pathname, search } = new URL(path, server);
  return new URL(pathname + search, server);
}

async function read({ answer }: Address, response: Response): Promise<unknown> {
  if (answer === "text") return response.text();
  if (answer === "file") return response.blob();
  const text = await response.text();
  const body = text === "" ? undefined : JSON.parse(text);
  return typeof body === "object" && body !== null && "response" in body ? body.response : body;
}
