/** Converts every failure into a status and an error body (contract §1); no other file does. */
import { finished } from "node:stream/promises";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { isDatabaseAway, isUnstorableText } from "../db/database.ts";
import type { ConnectionErrorType, ErrorType, FailureKind } from "../errortypes.ts";
import { Failure, invalid } from "../failure.ts";
import { TryLater } from "../gate.ts";
import { type Limit, reportExceeded } from "../limits.ts";
import { MediaAway } from "../media/store.ts";
import { isDiskFull, quotaFailureOf, storageFull } from "../storage/full.ts";
import { hasContent, unsupportedMediaType } from "./bodies.ts";
import type { ErrorBody, ShownError } from "./endpoint.ts";
import { kindOf } from "./othermethods.ts";
import { JSON_TYPE } from "./route.ts";

const RETRY_SECONDS = "2";
const LINGER_MS = 30_000;

/** The status of each kind of failure. */
export const STATUS: Readonly<Record<FailureKind, number>> = {
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

/** Shape of every error response. */
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

/** Converts zod's issues into one failure that names each parameter once, with all that is wrong with it. */
export function failureOf(error: z.ZodError): Failure {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys)
        fields[[...issue.path, key].join(".")] ??= "is not a known parameter";
      continue;
    }
    const field = issue.path.join(".") || "body";
    const before = fields[field];
    // Rules of our own are independent of each other; zod's further issues follow from the first.
    if (before === undefined) fields[field] = isMissing(issue) ? "is required" : issue.message;
    else if (issue.code === "custom" && before !== issue.message)
      fields[field] = `${before} and ${issue.message}`;
  }
  return invalid(fields);
}

const isMissing = (issue: z.core.$ZodIssue) => "input" in issue && issue.input === undefined;

/** The error for every path that does not exist, for whatever reason. Readers of pages know it as an address. */
export const nothingHere = (place: "path" | "address" = "path") =>
  new Failure("not-found", "path-not-found", `There is nothing at this ${place}.`);

/** Every expected failure as a `Failure`; null for unexpected errors. */
function foreseen(error: unknown): Failure | null {
  if (error instanceof Failure) return error;
  const { code = "", statusCode, message } = error as FastifyError;
  // An incomplete body is reported by Node's own error, with a status set by Fastify.
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
      "A parameter contains a character that cannot be stored, such as U+0000.",
    );
  if (error instanceof MediaAway)
    return new Failure(
      "unavailable",
      "unavailable",
      "The media store is unavailable. Try again shortly.",
    );
  if (isDiskFull(error)) return storageFull();
  if (isDatabaseAway(error))
    return new Failure(
      "unavailable",
      "unavailable",
      "The database is unavailable. Try again shortly.",
    );
  if ((error as { code?: unknown }).code === DEADLOCK)
    return new Failure(
      "unavailable",
      "unavailable",
      "Another request is changing the same record. Try again.",
    );
  return quotaFailureOf(error);
}

/** PostgreSQL, appendix A: `deadlock_detected`; this transaction was rolled back. */
const DEADLOCK = "40P01";

/**
 * Responds with `error`, in the form that the path's kind has. Internal errors are logged with the request's id and
 * reported without details.
 */
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
  const shown = shownError(status, request.id, {
    type: failure?.type ?? "internal-error",
    message: failure?.message ?? "Something went wrong on our side.",
    fields: failure?.fields ?? null,
    omitted: failure?.omitted ?? 0,
  });
  const kind = request.unknownKind ?? kindOf(request);
  const { type, text } = (kind?.errorBody ?? jsonBody)(shown, request);
  return reply.code(status).header("cache-control", "no-store").type(type).send(text);
}

/** The value of the header `Longwave-Limit`, which names the exceeded limit. */
export const limitHeader = ({ name, value, unit }: Limit): string =>
  `${name};max=${value};unit="${unit}"`;

/** Sets the headers that name the limit of `failure` and the time to retry, and counts the refusal. */
export function announceLimit(failure: Failure, reply: FastifyReply): void {
  if (failure instanceof TryLater) reply.header("retry-after", String(failure.seconds));
  if (failure.limit === null) return;
  reply.header("longwave-limit", limitHeader(failure.limit));
  reportExceeded(failure.limit);
}

/**
 * Lets a caller that is still sending read the refusal: closing immediately would reset the connection before the
 * response is read. Further data is discarded until the timeout.
 */
function linger({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader("connection");
  // Node would close a connection that is not kept alive as soon as the response is written.
  if (!reply.raw.shouldKeepAlive) {
    reply.raw.shouldKeepAlive = true;
    void Promise.allSettled([finished(raw), finished(reply.raw)]).then(() =>
      raw.socket.destroySoon(),
    );
  }
  raw.resume();
  const timer = setTimeout(() => raw.complete || raw.destroy(), LINGER_MS).unref();
  raw.once("close", () => clearTimeout(timer));
}

/** RFC 6750 §3: the challenge for a request without a token contains no error code. */
const challenge = (failure: Failure | null) =>
  failure?.type === "invalid-token" ? 'Bearer error="invalid_token"' : "Bearer";

type ErrorDetail = {
  type: ErrorType | ConnectionErrorType;
  message: string;
  fields?: Readonly<Record<string, string>> | null;
  /** Number of invalid parameters that `fields` omits. */
  omitted?: number;
};

/** The text of an error response of the API. */
export const errorAnswer = (code: number, requestId: string, detail: ErrorDetail): string =>
  jsonBody(shownError(code, requestId, detail)).text;

function shownError(status: number, request_id: string, detail: ErrorDetail): ShownError {
  const { type, message, fields = null, omitted = 0 } = detail;
  const messages = fields
    ? Object.entries(fields).map(([field, text]) => `${field}: ${text}`)
    : [message];
  if (omitted > 0) messages.push(`and ${omitted.toLocaleString("en")} more`);
  return { status, type, messages, fields, request_id };
}

function jsonBody({ status, type, messages, fields, request_id }: ShownError): ErrorBody {
  const error = { messages, code: status, type, ...(fields ? { fields } : {}), request_id };
  return { type: JSON_TYPE, text: JSON.stringify({ response: { error } }) };
}
