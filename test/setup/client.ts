/** A small HTTP client for tests: sends forms like real clients, and parses the response envelope. */

/** A response. `body` is the parsed JSON of any status. */
export type Reply<T = unknown> = {
  status: number;
  headers: Headers;
  text: string;
  /** The content of `response`. */
  response: T;
  /** The error object of a refusal. */
  error: {
    messages: string[];
    code: number;
    type: string;
    fields?: Record<string, string>;
    request_id: string;
  };
};

type Fields = Record<string, unknown>;
type Options = { headers?: Record<string, string>; files?: Record<string, Blob>; as?: Form };
/** How fields are encoded. `auto`: multipart if there are files, else urlencoded. */
export type Form = "auto" | "multipart" | "urlencoded" | "json" | "query";

export type Client = ReturnType<typeof createClient>;

/** A client for the server at `baseUrl`, which sends `token` as a bearer token unless it is null. */
export function createClient(baseUrl: string, token: string | null) {
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses freely; the server has validated their shape
  async function send<T = any>(
    method: string,
    path: string,
    fields: Fields | null = null,
    { headers = {}, files = {}, as = "auto" }: Options = {},
  ): Promise<Reply<T>> {
    const auth = token === null ? {} : { authorization: `Bearer ${token}` };
    const { body, type, query } = encode(fields, files, as);
    const url = new URL(path, baseUrl);
    for (const [key, value] of query) url.searchParams.set(key, value);
    const answer = await fetch(url, {
      method,
      redirect: "manual",
      headers: { ...auth, ...(type ? { "content-type": type } : {}), ...headers },
      ...(body === null ? {} : { body }),
    });
    const text = await answer.text();
    const json =
      answer.headers.get("content-type")?.includes("json") && text ? JSON.parse(text) : {};
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      response: json.response,
      error: json.response?.error,
    };
  }
  return {
    send,
    // biome-ignore lint/suspicious/noExplicitAny: see above
    get: <T = any>(path: string, options?: Options) => send<T>("GET", path, null, options),
    // biome-ignore lint/suspicious/noExplicitAny: see above
    post: <T = any>(path: string, fields: Fields = {}, options?: Options) =>
      send<T>("POST", path, fields, options),
    // biome-ignore lint/suspicious/noExplicitAny: see above
    put: <T = any>(path: string, fields: Fields = {}, options?: Options) =>
      send<T>("PUT", path, fields, options),
    // biome-ignore lint/suspicious/noExplicitAny: see above
    delete: <T = any>(path: string, options?: Options) => send<T>("DELETE", path, null, options),
  };
}

type Encoded = { body: FormData | string | null; type: string | null; query: [string, string][] };

function encode(fields: Fields | null, files: Record<string, Blob>, as: Form): Encoded {
  const form = as === "auto" ? (Object.keys(files).length > 0 ? "multipart" : "urlencoded") : as;
  const pairs = Object.entries(fields ?? {}).map(([key, value]): [string, string] => [
    key,
    typeof value === "object" ? JSON.stringify(value) : String(value),
  ]);
  if (fields === null && Object.keys(files).length === 0)
    return { body: null, type: null, query: [] };
  if (form === "json") return { body: JSON.stringify(fields), type: "application/json", query: [] };
  if (form === "query") return { body: null, type: null, query: pairs };
  if (form === "urlencoded")
    return {
      body: new URLSearchParams(pairs).toString(),
      type: "application/x-www-form-urlencoded",
      query: [],
    };
  const body = new FormData();
  for (const [key, value] of pairs) body.set(key, value);
  for (const [key, file] of Object.entries(files)) body.set(key, file, (file as File).name ?? key);
  return { body, type: null, query: [] };
}
