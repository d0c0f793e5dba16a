/** Processes every request from its route to its response. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { userOwner } from "../jobs/job.ts";
import { readBody } from "./bodies.ts";
import { etagOf, parseIfMatch, sendTagged } from "./caching.ts";
import { failureOf, nothingHere } from "./errors.ts";
import { chooseLocale } from "./locale.ts";
import { discard, type Form, type Intake } from "./multipart.ts";
import type { HttpOptions } from "./options.ts";
import { originOf, urlOf } from "./origin.ts";
import { type Answer, replayOrRun } from "./replay.ts";
import { type Call, type Caller, JSON_TYPE, type Route, renderedOf, revisionOf } from "./route.ts";

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** The handler of `route`: parameters, handler, response schema and ETag, in this order. */
export function handlerOf(route: Route, options: HttpOptions): Handler {
  if (route.method !== "GET") return writing(route, options);
  return route.response === null ? sendingItself(route, options) : reading(route, options);
}

const NO_FORM: Form = { fields: {}, files: {}, folder: null, reservation: null };

function reading(route: Route, options: HttpOptions): Handler {
  const vary = route.localised ? "Authorization, Accept-Language" : "Authorization";
  return async (request, reply) => {
    const call = new RequestCall(route, options, request, reply, NO_FORM);
    if (route.localised) reply.header("content-language", call.locale);
    const { text, revision } = await respond(route, call);
    // Encoded once, for the ETag and the response.
    const body = Buffer.from(text);
    reply.header("vary", vary);
    reply.header("cache-control", request.caller === null ? "public, no-cache" : NOT_KEPT);
    reply.header("content-type", JSON_TYPE);
    return sendTagged(request, reply, body, etagOf(body, revision));
  };
}

function sendingItself(route: Route, options: HttpOptions): Handler {
  return (request, reply) => {
    const call = new RequestCall(route, options, request, reply, NO_FORM);
    if (route.localised) reply.header("content-language", call.locale);
    return route.handle(call);
  };
}

function writing(route: Route, options: HttpOptions): Handler {
  return async (request, reply) => {
    const form = await readBody(request, route, options.tmpDir, intakeOf(route, options, request));
    const carryOut = () => {
      const call = new RequestCall(route, options, request, reply, form);
      if (route.localised) reply.header("content-language", call.locale);
      return answerOnce(route, options, call, form);
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

/** Reserves space for the user who pays for the request's files: the caller, unless the route names another user. */
function intakeOf(route: Route, { room }: HttpOptions, request: FastifyRequest): Intake | null {
  const { caller } = request;
  if (room === undefined || caller === null) return null;
  return async (bytes, written) => {
    const payer = await route.payer?.(parsePath(route.params, request.params), caller);
    return room.reserve(payer ?? caller.user_id, bytes, { written });
  };
}

const NOT_KEPT = "private, no-store";

/** Performs the write, or repeats the response stored under the same Idempotency-Key. */
function answerOnce(route: Route, options: HttpOptions, call: Call, form: Form): Promise<Answer> {
  const perform = async () => answerOf(await respond(route, call));
  const key = call.request.headers["idempotency-key"];
  if (route.method !== "POST" || typeof key !== "string" || call.caller === null) return perform();
  const { user_id } = call.caller;
  const attempt = { user_id, key, route: `${route.method} ${call.url.pathname}`, form };
  return replayOrRun(options, attempt, perform);
}

/** The argument of a handler. What only some handlers read is computed when they do. */
class RequestCall implements Call {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly files: Call["files"];
  // As in `Call`, whose routes with access for anyone check for null.
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  private readonly publicUrl: string | null | undefined;

  /** Throws `Failure` if parameters do not fit the schemas of `route`. */
  constructor(
    route: Route,
    { publicUrl }: HttpOptions,
    request: FastifyRequest,
    reply: FastifyReply,
    { fields, files }: Form,
  ) {
    this.params = parsePath(route.params, request.params);
    this.query = parse(route.query, request.query);
    this.body = parse(route.body, fields);
    this.files = signed(files, request.caller);
    this.caller = request.caller as Caller;
    this.request = request;
    this.reply = reply;
    this.publicUrl = publicUrl;
  }

  get locale() {
    const { query, headers } = this.request;
    return chooseLocale((query as Record<string, unknown>).c, headers["accept-language"]);
  }

  get ifMatch() {
    return parseIfMatch(this.request.headers["if-match"]);
  }

  get baseUrl() {
    return this.publicUrl ?? originOf(this.request);
  }

  get url() {
    return urlOf(this.request, this.baseUrl);
  }
}

function signed(files: Form["files"], caller: Caller | null): Form["files"] {
  if (caller === null) return files;
  const sender = userOwner(caller.user_id);
  return Object.fromEntries(
    Object.entries(files).map(([name, file]) => [name, { ...file, sender }]),
  );
}

/** An invalid id in the path responds with 404, not 400. */
function parsePath(schema: z.ZodType | null, value: unknown): unknown {
  const parsed = schema?.safeParse(value);
  if (parsed?.success === false) throw nothingHere();
  return parsed?.data ?? {};
}

function parse(schema: z.ZodType | null, value: unknown): unknown {
  if (schema === null) return {};
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success) throw failureOf(parsed.error);
  return parsed.data;
}

/** A handler's result as JSON. */
type Rendered = { text: string; revision: number | null };

/** Runs the handler and passes its result through the response schema. */
async function respond(route: Route, call: Call): Promise<Rendered> {
  const result = (await route.handle(call)) as object;
  const ready = renderedOf(result);
  if (ready !== null) return { text: `{"response":${ready}}`, revision: null };
  const response = (route.response as z.ZodType).parse(result);
  return { text: JSON.stringify({ response }), revision: revisionOf(result) };
}

/** The response to a write; a response about one record carries its new ETag. */
const answerOf = ({ text, revision }: Rendered): Answer => ({
  status: 200,
  body: text,
  etag: revision === null ? null : etagOf(text, revision),
});
