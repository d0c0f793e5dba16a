/** What happens to every request between its route and its answer. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { Failure, unauthenticated } from "../failure.ts";
import { readBody } from "./bodies.ts";
import { etagOf, noneMatch, parseIfMatch } from "./caching.ts";
import { chooseCulture } from "./culture.ts";
import { failureOf } from "./errors.ts";
import { type Answer, once } from "./replay.ts";
import { type Call, type Route, revisionOf, type UploadedFile } from "./route.ts";
import type { HttpOptions } from "./server.ts";

/** Access, parameters, handler, response schema, ETag: in this order. */
export async function answerRoute(
  route: Route,
  options: HttpOptions,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (route.access.signedIn && request.viewer === null)
    throw unauthenticated("This needs an access token.");
  const { fields, files, hash } = await bodyOf(route, options, request);
  const call = callOf(route, options, request, reply, fields, files);
  if (route.response === null) return route.handle(call);
  const perform = () => respond(route, call);
  const key = request.headers["idempotency-key"];
  const answer =
    route.method === "POST" && typeof key === "string" && request.viewer !== null
      ? await once(
          options.db,
          {
            user_id: request.viewer.user_id,
            key,
            route: `${route.method} ${call.url.pathname}`,
            body_hash: hash,
          },
          perform,
        )
      : await perform();
  return send(route, request, reply, answer);
}

const NO_BODY = { fields: {}, files: {}, hash: "" };

function bodyOf(route: Route, options: HttpOptions, request: FastifyRequest) {
  return route.method === "GET" ? NO_BODY : readBody(request, route, options.tmpDir);
}

function callOf(
  route: Route,
  options: HttpOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  fields: Record<string, unknown>,
  files: Record<string, UploadedFile>,
): Call {
  const query = request.query as Record<string, unknown>;
  const baseUrl = options.publicUrl ?? originOf(request);
  return {
    params: parsePath(route.params, request.params),
    query: parse(route.query, query),
    body: parse(route.body, fields),
    files,
    viewer: request.viewer,
    culture: chooseCulture(query.c, request.headers["accept-language"]),
    ifMatch: parseIfMatch(request.headers["if-match"]),
    baseUrl,
    get url() {
      return new URL(
        baseUrl + request.url.replace(/^[^?]*/, (path) => path.replace(/\/{2,}/g, "/")),
      );
    },
    request,
    reply,
  };
}

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** Where the caller sees this server; `X-Forwarded-*` counts only from a trusted proxy. */
function originOf(request: FastifyRequest): string {
  const host = HOST.test(request.host ?? "")
    ? request.host
    : `localhost:${request.socket.localPort}`;
  return `${request.protocol === "https" ? "https" : "http"}://${host}`;
}

/** An id in the path that cannot be one names nothing: 404, not 400. */
function parsePath(schema: z.ZodType | null, value: unknown): unknown {
  const parsed = schema?.safeParse(value);
  if (parsed?.success === false)
    throw new Failure("not-found", "path-not-found", "There is nothing at this path.");
  return parsed?.data ?? {};
}

function parse(schema: z.ZodType | null, value: unknown): unknown {
  if (schema === null) return {};
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success) throw failureOf(parsed.error);
  return parsed.data;
}

/** Runs the handler and passes what it returns through the response schema. */
async function respond(route: Route, call: Call): Promise<Answer> {
  const result = (await route.handle(call)) as object;
  const response = (route.response as z.ZodType).parse(result);
  const body = JSON.stringify({ response });
  const revision = revisionOf(result);
  const tagged = route.method === "GET" || revision !== null;
  return { status: 200, body, etag: tagged ? etagOf(body, revision) : null };
}

function send(route: Route, request: FastifyRequest, reply: FastifyReply, answer: Answer) {
  if (answer.etag !== null) reply.header("etag", answer.etag);
  if (route.method === "GET" && request.viewer === null) {
    reply.header("cache-control", "public, no-cache");
    reply.header("vary", "Authorization, Accept-Language");
    if (answer.etag !== null && noneMatch(request.headers["if-none-match"], answer.etag))
      return reply.code(304).send();
  } else reply.header("cache-control", "private, no-store");
  return reply.code(answer.status).type("application/json; charset=utf-8").send(answer.body);
}
