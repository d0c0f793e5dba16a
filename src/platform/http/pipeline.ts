/** Processes every request to the API from its route to its response. */
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import type { z } from "zod";
import { type Actor, actAs } from "../db/actor.ts";
import type { Database } from "../db/database.ts";
import { unauthenticated } from "../failure.ts";
import { readBody } from "./bodies.ts";
import { etagOf, sendTagged } from "./caching.ts";
import { parsePath, RequestCall } from "./call.ts";
import type { Endpoint } from "./endpoint.ts";
import { discard, type Form, type Intake } from "./multipart.ts";
import type { HttpOptions } from "./options.ts";
import { type Answer, replayOrRun } from "./replay.ts";
import {
  type BoundRoute,
  type Call,
  type Caller,
  JSON_TYPE,
  renderedOf,
  revisionOf,
  subjectsOf,
} from "./route.ts";
import { callerWithin } from "./scopes.ts";

/** What the server mounts for `route`. */
export function routeEndpoint(route: BoundRoute, options: HttpOptions): Endpoint {
  // `rawRoute` sets null; undefined means that it was not declared.
  const { method, path, maxBodyBytes, access, operationId, summary, response, charged } = route;
  if (!access?.who || !operationId || !summary || response === undefined)
    throw new Error(`${method} ${path} lacks its access, operationId, summary or response schema.`);
  const gate = gateOf(route);
  return {
    method,
    path,
    maxBodyBytes,
    config: { charged },
    gate,
    handler: handlerOf(route, options),
  };
}

/** Lets the request through if the route's access and the token's scope allow it. */
const gateOf =
  (route: BoundRoute): onRequestHookHandler =>
  (request, _reply, done) => {
    request.caller = callerWithin(route, request.caller);
    if (route.access.signedIn && request.caller === null)
      throw unauthenticated("This needs an access token.");
    done();
  };

type Handler = Endpoint["handler"];

/** The handler of `route`: parameters, handler, response schema and ETag, in this order. */
function handlerOf(route: BoundRoute, options: HttpOptions): Handler {
  if (route.method !== "GET") return writing(route, options);
  return route.response === null ? sendingItself(route, options) : reading(route, options);
}

const NO_FORM: Form = { fields: {}, files: {}, folder: null, reservation: null };

function reading(route: BoundRoute, options: HttpOptions): Handler {
  const vary = route.localised ? "Authorization, Accept-Language" : "Authorization";
  return async (request, reply) => {
    const moment = options.responses?.moment();
    const call = new RequestCall(route, options.publicUrl, request, reply, NO_FORM);
    // Before the handler, which may name another language.
    if (route.localised) reply.header("content-language", call.locale);
    const reader = request.caller?.user_id ?? null;
    const { text, revision, subjects } = await readFor(route, reader, options, (replica) =>
      respond(route, call, replica),
    );
    // Encoded once, for the ETag and the response.
    const body = Buffer.from(text);
    const etag = etagOf(body, revision);
    reply.header("vary", vary);
    reply.header("cache-control", request.caller === null ? "public, no-cache" : NOT_KEPT);
    reply.header("content-type", JSON_TYPE);
    if (subjects !== null && moment !== undefined)
      options.responses?.keep(request, moment, {
        subjects,
        headers: varying(reply),
        etag,
        body,
        type: JSON_TYPE,
      });
    return sendTagged(request, reply, body, etag);
  };
}

/** The headers of a response that differ between routes. */
function varying(reply: FastifyReply): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of ["content-language", "vary", "cache-control"]) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  return headers;
}

function sendingItself(route: BoundRoute, options: HttpOptions): Handler {
  return (request, reply) => {
    const call = new RequestCall(route, options.publicUrl, request, reply, NO_FORM);
    if (route.localised) reply.header("content-language", call.locale);
    const reader = request.caller?.user_id ?? null;
    return readFor(route, reader, options, (replica) => route.handle(call, replica));
  };
}

/** Runs a handler on a replica, if its route or page allows that, and one is there and new enough for the reader. */
export const readFor = <T>(
  { fromReplica }: Readonly<{ fromReplica: boolean }>,
  reader: number | null,
  { reads }: Pick<HttpOptions, "reads">,
  handle: (replica?: Database) => T | Promise<T>,
): T | Promise<T> =>
  fromReplica && reads !== undefined
    ? reads.read(reader, async (replica) => handle(replica))
    : handle();

function writing(route: BoundRoute, options: HttpOptions): Handler {
  return async (request, reply) => {
    const form = await readBody(request, route, options.tmpDir, intakeOf(route, options, request));
    const carryOut = () => {
      const call = new RequestCall(route, options.publicUrl, request, reply, form);
      if (route.localised) reply.header("content-language", call.locale);
      return actAs(actorOf(request.caller), () => answerOnce(route, options, call, form));
    };
    let answer: Answer;
    try {
      answer = await carryOut();
    } finally {
      // Before the response is sent, so that the client's next request does not meet the space reserved for this one.
      await discard(form);
    }
    if (answer.etag !== null) reply.header("etag", answer.etag);
    reply.header("cache-control", NOT_KEPT).header("content-type", JSON_TYPE);
    return reply.code(answer.status).send(answer.body);
  };
}

/** Whoever the audit log names for what a caller changes. */
const actorOf = (caller: Caller | null): Actor | null =>
  caller && { user_id: caller.user_id, via: caller.client_id === null ? "token" : "app" };

/** Reserves space for the user who pays for the request's files: the caller, unless the route names another user. */
function intakeOf(
  route: BoundRoute,
  { room }: HttpOptions,
  request: FastifyRequest,
): Intake | null {
  const { caller } = request;
  if (room === undefined || caller === null) return null;
  return async (bytes, written) => {
    const payer = await route.payer?.(parsePath(route.params, request.params), caller);
    return room.reserve(payer ?? caller.user_id, bytes, { written });
  };
}

const NOT_KEPT = "private, no-store";

/** Performs the write, or repeats the response stored under the same Idempotency-Key. */
function answerOnce(
  route: BoundRoute,
  options: HttpOptions,
  call: Call,
  form: Form,
): Promise<Answer> {
  const perform = async () => answerOf(await respond(route, call));
  const key = call.request.headers["idempotency-key"];
  if (route.method !== "POST" || typeof key !== "string" || call.caller === null) return perform();
  const { user_id } = call.caller;
  const attempt = { user_id, key, route: `${route.method} ${call.url.pathname}`, form };
  return replayOrRun(options, attempt, perform);
}

/** A handler's result as JSON. */
type Rendered = { text: string; revision: number | null; subjects: readonly string[] | null };

/** Runs the handler and passes its result through the response schema. */
async function respond(route: BoundRoute, call: Call, replica?: Database): Promise<Rendered> {
  const result = (await route.handle(call, replica)) as object;
  const ready = renderedOf(result);
  if (ready !== null) return { text: `{"response":${ready}}`, revision: null, subjects: null };
  const response = (route.response as z.ZodType).parse(result);
  return {
    text: JSON.stringify({ response }),
    revision: revisionOf(result),
    subjects: subjectsOf(result),
  };
}

/** The response to a write; a response about one record carries its new ETag. */
const answerOf = ({ text, revision }: Omit<Rendered, "subjects">): Answer => ({
  status: 200,
  body: text,
  etag: revision === null ? null : etagOf(text, revision),
});
