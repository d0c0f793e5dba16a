/** The one place where a failure becomes a status and an error body (contract §1). */
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { isDatabaseAway, isUnstorableText } from "../db/database.ts";
import { Failure, type FailureKind, invalid } from "../failure.ts";
import { TryLater } from "../gate.ts";
import { type Limit, reportExceeded } from "../limits.ts";
import { MediaAway } from "../media/store.ts";
import { isDiskFull, quotaFailureOf, storageFull } from "../storage/full.ts";
import { hasContent, unsupportedMediaType } from "./bodies.ts";
import { JSON_TYPE } from "./route.ts";

const RETRY_SECONDS = "2";
const LINGER_MS = 30_000;

const STATUS: Record<FailureKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  "not-found": 404,
  conflict: 409,
  stale: 412,
  "out-of-range": 416,
  "too-large": 413,
  unsupported: 415,
  "unsupported-method": 405,
  "too-many": 429,
  unavailable: 503,
  full: 507,
  unimplemented: 501,
  upstream: 500,
};

/** Shape of every error answer. */
export const errorBody = z
  .object({
    response: z.object({
      error: z.object({
        messages: z.array(z.string()),
        code: z.int(),
        type: z.string(),
        fields: z.record(z.string(), z.string()).optional(),
        request_id: z.string(),
      }),
    }),
  })
  .meta({ id: "Error" });

/** Turns what zod found into one failure naming each parameter once. */
export function failureOf(error: z.ZodError): Failure {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) fields[[...issue.path, key].join(".")] ??= "is not known here";
      continue;
    }
    const field = issue.path.join(".") || "body";
    fields[field] ??= isMissing(issue) ? "is required" : issue.message;
  }
  return invalid(fields);
}

const isMissing = (issue: z.core.$ZodIssue) => "input" in issue && issue.input === undefined;

/** Nothing is at this path, for whichever reason. */
export const nothingHere = () =>
  new Failure("not-found", "path-not-found", "There is nothing at this path.");

/** Every failure that was foreseen, as a `Failure`; null for what nobody foresaw. */
function foreseen(error: unknown): Failure | null {
  if (error instanceof Failure) return error;
  const { code = "", statusCode, message } = error as FastifyError;
  // A body that breaks off is told by Node's own error, with a status by Fastify.
  if (code.startsWith("FST_") || (code === "ECONNRESET" && statusCode === 400)) {
    if (code === "FST_ERR_BAD_URL")
      return new Failure("invalid", "malformed-path", "The path is not well-formed.");
    if (statusCode === 400) return new Failure("invalid", "malformed-body", message);
    if (statusCode === 413)
      return new Failure("too-large", "body-too-large", "The body is too large.");
    if (statusCode === 414) return nothingHere();
    if (statusCode === 415) return unsupportedMediaType();
  }
  if (isUnstorableText(error))
    return new Failure(
      "invalid",
      "invalid-parameter",
      "A parameter has a character that cannot be stored.",
    );
  if (error instanceof MediaAway)
    return new Failure("unavailable", "unavailable", "The media store is away. Try again shortly.");
  if (isDiskFull(error)) return storageFull();
  if (isDatabaseAway(error))
    return new Failure("unavailable", "unavailable", "The database is away. Try again shortly.");
  if ((error as { code?: unknown }).code === DEADLOCK)
    return new Failure("unavailable", "unavailable", "Somebody else changes the same. Try again.");
  return quotaFailureOf(error);
}

/** PostgreSQL, appendix A: two transactions waited for each other, and this one gave way. */
const DEADLOCK = "40P01";

/** Answers with `error`. What is our fault is logged with the request's id and told without detail. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = foreseen(error);
  const status = failure === null ? 500 : STATUS[failure.kind];
  if (status >= 500) {
    const entry = { err: error };
    if (status === 503 || status === 507) request.log.warn(entry, "request refused");
    else request.log.error(entry, "request failed");
  }
  if (status === 503) reply.header("retry-after", RETRY_SECONDS);
  if (status === 401) reply.header("www-authenticate", challenge(failure));
  if (failure !== null) announceLimit(failure, reply);
  if (hasContent(request) && !request.raw.complete) linger(request, reply);
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .type(JSON_TYPE)
    .send(
      errorAnswer(status, request.id, {
        type: failure?.type ?? "internal-error",
        message: failure?.message ?? "Something went wrong on our side.",
        fields: failure?.fields ?? null,
        omitted: failure?.omitted ?? 0,
      }),
    );
}

/** The value of the header `Longwave-Limit`, which names the limit behind a refusal. */
export const limitHeader = ({ name, value, unit }: Limit): string =>
  `${name};max=${value};unit="${unit}"`;

/** Names the limit that `failure` is about, counts the refusal, and says when to try again. */
export function announceLimit(failure: Failure, reply: FastifyReply): void {
  if (failure instanceof TryLater) reply.header("retry-after", String(failure.seconds));
  if (failure.limit === null) return;
  reply.header("longwave-limit", limitHeader(failure.limit));
  reportExceeded(failure.limit);
}

/**
 * Lets a caller who is still sending read the refusal: closing at once would reset the connection
 * under it. What it sends is thrown away, for so long.
 */
function linger({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader("connection");
  raw.resume();
  const timer = setTimeout(() => raw.complete || raw.destroy(), LINGER_MS).unref();
  raw.once("close", () => clearTimeout(timer));
}

/** RFC 6750 §3: a request without a token is challenged without an error code. */
const challenge = (failure: Failure | null) =>
  failure?.type === "invalid-token" ? 'Bearer error="invalid_token"' : "Bearer";

type Told = {
  type: string;
  message: string;
  fields?: Readonly<Record<string, string>> | null;
  /** How many wrong parameters `fields` leaves out. */
  omitted?: number;
};

/** The text of an error answer. */
export function errorAnswer(code: number, requestId: string, told: Told) {
  const { type, message, fields, omitted = 0 } = told;
  const messages = fields
    ? Object.entries(fields).map(([field, text]) => `${field}: ${text}`)
    : [message];
  if (omitted > 0) messages.push(`and ${omitted.toLocaleString("en")} more`);
  return JSON.stringify({
    response: {
      error: { messages, code, type, ...(fields ? { fields } : {}), request_id: requestId },
    },
  });
}
