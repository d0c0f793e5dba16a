/** Derives the error statuses that an operation may return, for the API description. */
import { z } from "zod";
import type {
  ZodOpenApiHeaderObject,
  ZodOpenApiHeadersObject,
  ZodOpenApiResponsesObject,
} from "zod-openapi";
import { errorBody } from "./errors.ts";
import type { RouteDeclaration } from "./route.ts";

/** Meaning of each status (contract §1); a route's own `refusals` may add a sentence. */
const MEANINGS: Readonly<Record<number, string>> = {
  400: "A parameter is missing or invalid, or the body cannot be read. `fields` names each invalid parameter.",
  401: "The access token is missing, unknown, expired or revoked.",
  403: "The token is valid, but does not allow this.",
  404: "The record does not exist, or the caller is not allowed to see it.",
  409: "The state of the record does not allow this, or the `Idempotency-Key` was used for another request.",
  412: "The record has changed since you read the `ETag` sent in `If-Match`.",
  413: "The body is too large.",
  415: "The content type of the body is not supported.",
  416: "The range is beyond the end of the file.",
  429: "Too many requests. Wait for the seconds in `Retry-After`.",
  500: "An internal error. The answer gives no details.",
  501: "This is not implemented.",
  503: "The server is starting or stopping, or its database is unavailable. Wait for the seconds in `Retry-After`.",
  507: "The server's storage is full.",
};

/** Names of the shared responses: HTTP's reason phrases. */
const NAMES: Readonly<Record<string, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  409: "Conflict",
  412: "PreconditionFailed",
  413: "ContentTooLarge",
  415: "UnsupportedMediaType",
  416: "RangeNotSatisfiable",
  429: "TooManyRequests",
  500: "InternalServerError",
  501: "NotImplemented",
  503: "ServiceUnavailable",
  507: "InsufficientStorage",
};

const ALWAYS = [401, 429, 500, 503];
const OF_WRITES = [413, 415, 507];

/** Error statuses of `route` in order: those that follow from its declaration, and its `refusals`. */
function refusalStatuses(route: RouteDeclaration): number[] {
  const { method, access, params, query, body, files, response } = route;
  const isWrite = method !== "GET";
  const takesParameters = query !== null || body !== null || Object.keys(files).length > 0;
  const statuses = new Set([
    ...ALWAYS,
    ...(takesParameters ? [400] : []),
    ...(access.signedIn ? [403] : []),
    ...(params === null && !namesRecord(query) && !namesRecord(body) ? [] : [404]),
    ...(isWrite ? OF_WRITES : []),
    ...(isWrite && access.signedIn && params !== null ? [412] : []),
    ...(method === "POST" && access.signedIn ? [400, 409] : []),
    ...(response === null && 206 in route.answers ? [412, 416] : []),
    ...Object.keys(route.refusals).map(Number),
  ]);
  return [...statuses].sort((a, b) => a - b);
}

/** Whether a parameter is the id of a record, which may not exist. */
const namesRecord = (schema: z.ZodType | null): boolean =>
  schema instanceof z.ZodObject && Object.keys(schema.shape).some((name) => name.endsWith("_id"));

/** The error responses of `route`. */
export const refusalsOf = (route: RouteDeclaration): ZodOpenApiResponsesObject =>
  Object.fromEntries(
    refusalStatuses(route).map((status) => {
      const own = route.refusals[status];
      if (own === undefined) return [status, { $ref: `#/components/responses/${NAMES[status]}` }];
      return [status, { description: own, content }];
    }),
  );

const content = { "application/json": { schema: errorBody } };

/** The headers that `sharedRefusals` refers to. */
export const sharedHeaders: Record<string, ZodOpenApiHeaderObject> = {
  RetryAfter: {
    description: "Seconds to wait before sending the request again.",
    schema: { type: "integer", minimum: 0 },
  },
  Challenge: {
    description: "The authentication scheme, `Bearer` (RFC 6750).",
    schema: { type: "string" },
  },
  LongwaveLimit: {
    description: "The limit that was exceeded: its name, `max` and `unit`.",
    schema: { type: "string" },
  },
};

const LIMIT = { "Longwave-Limit": { $ref: "#/components/headers/LongwaveLimit" } };
const RETRY = { "Retry-After": { $ref: "#/components/headers/RetryAfter" } };
const HEADERS: Readonly<Record<string, ZodOpenApiHeadersObject>> = {
  401: { "WWW-Authenticate": { $ref: "#/components/headers/Challenge" } },
  413: LIMIT,
  429: { ...RETRY, ...LIMIT },
  503: RETRY,
};

/** The responses that `refusalsOf` refers to. */
export const sharedRefusals = Object.fromEntries(
  Object.entries(MEANINGS).map(([status, description]) => {
    const headers = HEADERS[status];
    return [NAMES[status], { description, ...(headers && { headers }), content }];
  }),
);
