/** Calls the API on behalf of an agent: through the server's own routes, so that rights, scopes and limits are the same. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Answer, type Api, Refused } from "./schema.ts";

/** What a nested request takes from the agent's, so that its caller, address and base URL are the same. */
const PASSED_ON = [
  "authorization",
  "host",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "accept-language",
] as const;

/** The API as the caller of `request` may use it. */
export function apiOf(app: FastifyInstance, request: FastifyRequest, now: Date): Api {
  const headers: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = request.headers[name];
    if (typeof value === "string") headers[name] = value;
  }
  const remoteAddress = request.raw.socket.remoteAddress ?? "127.0.0.1";
  const send = async (method: "GET" | "POST", url: string, payload?: object, ifMatch?: string) => {
    const answer = await app.inject({
      method,
      url,
      remoteAddress,
      headers: { ...headers, ...(ifMatch === undefined ? {} : { "if-match": ifMatch }) },
      ...(payload === undefined ? {} : { payload }),
    });
    return read(answer.statusCode, answer.body, answer.headers.etag);
  };
  return {
    get: (path, query = {}) => send("GET", `${path}?${searchOf(query)}`),
    post: (path, fields, ifMatch) => send("POST", path, fields, ifMatch),
    secret: request.headers.authorization ?? "",
    now,
  };
}

function searchOf(query: Readonly<Record<string, unknown>>): URLSearchParams {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
}

type ErrorBody = Readonly<{ error?: Readonly<{ messages: readonly string[]; type: string }> }>;

function read(status: number, text: string, etag: unknown): Answer {
  const { response } = JSON.parse(text) as { response: Record<string, unknown> & ErrorBody };
  const { error } = response;
  if (status >= 300 || error !== undefined)
    throw new Refused(`${status} ${error?.type ?? ""}: ${error?.messages.join(" ") ?? ""}`);
  return { body: response, etag: typeof etag === "string" ? etag : null };
}
