/** Calls the API of this process as a user would, without a port: the demo is made through the real rules. */
import type { FastifyInstance } from "fastify";

/** JSON as the API answers it; the demo reads ids and addresses from it. */
// biome-ignore lint/suspicious/noExplicitAny: answers have as many shapes as the API has operations
type Answer = any;

export type Caller = Readonly<{ user_id: number; username: string; token: string }>;

type Files = Readonly<Record<string, Readonly<{ bytes: Buffer; name: string }>>>;

export type Client = Readonly<{
  /** The `response` of the answer. Throws the sentence of a refusal. */
  call(by: Caller, method: string, path: string, body?: object, files?: Files): Promise<Answer>;
  /** The address of the audio that a listener at `address` gets. */
  locateAudio(path: string, address: string, user_agent: string): Promise<string>;
}>;

/** Throws once `signal` has aborted. */
export function openClient(app: FastifyInstance, signal: AbortSignal): Client {
  return {
    async call({ token }, method, path, body = {}, files = {}) {
      signal.throwIfAborted();
      const sent =
        Object.keys(files).length === 0 ? jsonOf(method, body) : await formOf(body, files);
      const { statusCode, payload } = await app.inject({
        method: method as "POST",
        url: `/v2/${path}`,
        headers: { authorization: `Bearer ${token}`, host: HOST, ...sent.headers },
        ...(sent.payload === null ? {} : { payload: sent.payload }),
      });
      const answer: Answer = payload === "" ? {} : JSON.parse(payload);
      if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${payload}`);
      return answer.response;
    },
    async locateAudio(path, remoteAddress, user_agent) {
      const headers = { "user-agent": user_agent, host: HOST };
      const answer = await app.inject({ method: "GET", url: path, headers, remoteAddress });
      const location = answer.headers.location;
      if (location === undefined) throw new Error(`GET ${path}: ${answer.statusCode}`);
      return location;
    },
  };
}

/** Every Host is accepted unless PUBLIC_URL is set, and none of the demo's texts contains it. */
const HOST = "localhost";

type Sent = Readonly<{ headers: Record<string, string>; payload: Buffer | string | null }>;

function jsonOf(method: string, body: object): Sent {
  if (method === "GET" || method === "DELETE") return { headers: {}, payload: null };
  return { headers: { "content-type": "application/json" }, payload: JSON.stringify(body) };
}

async function formOf(body: object, files: Files): Promise<Sent> {
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    if (value !== undefined)
      form.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  for (const [field, { bytes, name }] of Object.entries(files))
    form.set(field, new File([new Uint8Array(bytes)], name));
  const encoded = new Response(form);
  return {
    headers: { "content-type": encoded.headers.get("content-type") ?? "" },
    payload: Buffer.from(await encoded.arrayBuffer()),
  };
}
