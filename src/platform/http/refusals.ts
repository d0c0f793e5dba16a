/** Which error statuses an operation may answer with, as the API's description lists them. */
import type { ZodOpenApiResponsesObject } from "zod-openapi";
import { errorBody } from "./errors.ts";
import type { Route } from "./route.ts";

/** What each status means (contract §1); a route's own `refusals` may add a sentence. */
const MEANINGS: Readonly<Record<number, string>> = {
  400: "A parameter is missing or wrong, or the body cannot be read. `fields` names each parameter.",
  401: "The access token is missing, unknown, expired or revoked.",
  403: "The caller is known and may not do this.",
  404: "There is no such record, or none that the caller may know of.",
  409: "The state of the record does not allow it, or the Idempotency-Key belongs to another request.",
  412: "The record has changed since `If-Match` was read.",
  413: "The body is too large.",
  415: "The body is in none of the forms that are accepted.",
  416: "The range lies beyond the end.",
  429: "Too many requests. Wait for `Retry-After` seconds.",
  500: "An internal error, without detail.",
  501: "This is not implemented.",
  503: "The server is starting, stopping, or without its database. Wait for `Retry-After` seconds.",
  507: "The server's storage is full.",
};

const ALWAYS = [401, 429, 500, 503];
const OF_WRITES = [413, 415, 507];

/** Error statuses of `route`, in order: those that follow from its declaration, and its `refusals`. */
export function refusalStatuses(route: Route): number[] {
  const { method, access, params, query, body, files, response } = route;
  const isWrite = method !== "GET";
  const takesParameters = query !== null || body !== null || Object.keys(files).length > 0;
  const statuses = new Set([
    ...ALWAYS,
    ...(takesParameters ? [400] : []),
    ...(access.signedIn ? [403] : []),
    ...(params === null ? [] : [404]),
    ...(isWrite ? OF_WRITES : []),
    ...(isWrite && access.signedIn && params !== null ? [412] : []),
    ...(method === "POST" && access.signedIn ? [409] : []),
    ...(response === null && 206 in route.answers ? [412, 416] : []),
    ...Object.keys(route.refusals).map(Number),
  ]);
  return [...statuses].sort((a, b) => a - b);
}

/** The answers of `route` that are refusals. */
export const refusalsOf = (route: Route): ZodOpenApiResponsesObject =>
  Object.fromEntries(
    refusalStatuses(route).map((status) => {
      const own = route.refusals[status];
      if (own === undefined) return [status, { $ref: `#/components/responses/Refused${status}` }];
      return [status, { description: own, content }];
    }),
  );

const content = { "application/json": { schema: errorBody } };

/** The answers that `refusalsOf` refers to. */
export const sharedRefusals = Object.fromEntries(
  Object.entries(MEANINGS).map(([status, description]) => [
    `Refused${status}`,
    { description, content },
  ]),
);
