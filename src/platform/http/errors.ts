/** The one place where a failure becomes a status and an error body (contract §1). */
import { errorCodes, type FastifyReply, type FastifyRequest } from "fastify";
import { z } from "zod";
import { isDatabaseAway } from "../db/database.ts";
import { Failure, type FailureKind, invalid } from "../failure.ts";

const STATUS: Record<FailureKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  "not-found": 404,
  conflict: 409,
  stale: 412,
  "too-large": 413,
  unsupported: 415,
  "unsupported-method": 405,
  "too-many": 429,
  unavailable: 503,
  upstream: 500,
};

/** Shape of every error answer. */
export const errorBody = z.object({
  response: z.object({
    error: z.object({
      messages: z.array(z.string()),
      code: z.int(),
      type: z.string(),
      fields: z.record(z.string(), z.string()).optional(),
      request_id: z.string(),
    }),
  }),
});

/** Turns what zod found into one failure naming each parameter once. */
export function failureOf(error: z.ZodError): Failure {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const field = issue.path.join(".") || "body";
    fields[field] ??= isMissing(issue) ? "is required" : issue.message;
  }
  return invalid(fields);
}

const isMissing = (issue: z.core.$ZodIssue) => "input" in issue && issue.input === undefined;

/** Fastify's own refusals, and everything else, as a `Failure`; null when nobody foresaw it. */
function foreseen(error: unknown): Failure | null {
  if (error instanceof Failure) return error;
  if (isDatabaseAway(error))
    return new Failure("unavailable", "unavailable", "The database is away. Try again shortly.");
  if (error instanceof errorCodes.FST_ERR_CTP_BODY_TOO_LARGE)
    return new Failure("too-large", "body-too-large", "The body is too large.");
  if (error instanceof errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE)
    return new Failure(
      "unsupported",
      "unsupported-media-type",
      "Send multipart/form-data, application/x-www-form-urlencoded or application/json.",
    );
  const { statusCode } = error as { statusCode?: number };
  if (statusCode === 400) return new Failure("invalid", "malformed-body", (error as Error).message);
  return null;
}

/** Answers with `error`. What nobody foresaw is logged with its request id and told without detail. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = foreseen(error);
  if (failure === null) request.log.error({ err: error }, "request failed");
  const status = failure === null ? 500 : STATUS[failure.kind];
  if (status === 503) reply.header("retry-after", "2");
  if (status === 401) reply.header("www-authenticate", challenge(failure));
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(
      errorAnswer(status, request.id, {
        type: failure?.type ?? "internal-error",
        message: failure?.message ?? "Something went wrong on our side.",
        fields: failure?.fields ?? null,
      }),
    );
}

/** RFC 6750 §3: a request without a token is challenged without an error code. */
const challenge = (failure: Failure | null) =>
  failure?.type === "invalid-token" ? 'Bearer error="invalid_token"' : "Bearer";

type Told = { type: string; message: string; fields?: Readonly<Record<string, string>> | null };

/** The text of an error answer. */
export function errorAnswer(code: number, requestId: string, { type, message, fields }: Told) {
  const messages = fields
    ? Object.entries(fields).map(([field, text]) => `${field}: ${text}`)
    : [message];
  return JSON.stringify({
    response: {
      error: { messages, code, type, ...(fields ? { fields } : {}), request_id: requestId },
    },
  });
}
