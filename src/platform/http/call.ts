/** Makes the argument of a handler from a request: parameters that its schemas have parsed, and what it may ask. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { userOwner } from "../jobs/job.ts";
import { parseIfMatch } from "./caching.ts";
import { failureOf, nothingHere } from "./errors.ts";
import { localeOf } from "./locale.ts";
import type { Form } from "./multipart.ts";
import { baseUrlOf, urlOf } from "./origin.ts";
import type { BoundRoute, Call, Caller } from "./route.ts";

type Asked = Pick<Call, "locale" | "ifMatch" | "baseUrl" | "url">;

/**
 * Request properties that a handler may read besides the parameters, computed on access. The calls of a route share
 * this object as their prototype, because creating accessors for each request costs 2 µs.
 */
export const askedOf = (publicUrl: string | null): Asked & ThisType<Call> => ({
  get locale() {
    return localeOf(this.request);
  },
  get ifMatch() {
    return parseIfMatch(this.request.headers["if-match"]);
  },
  get baseUrl() {
    return baseUrlOf(this.request, publicUrl);
  },
  get url() {
    return urlOf(this.request, this.baseUrl);
  },
});

/** The argument of the handler of `route`. Throws `Failure` (400, 404) if a schema refuses its parameters. */
export function callOf(
  route: BoundRoute,
  asked: Asked,
  request: FastifyRequest,
  reply: FastifyReply,
  { fields, files }: Form,
): Call {
  const call: Omit<Call, keyof Asked> & { __proto__: Asked } = {
    __proto__: asked,
    params: parsePath(route.params, request.params),
    query: parse(route.query, request.query),
    body: parse(route.body, fields),
    files: signed(files, request.caller),
    caller: request.caller,
    request,
    reply,
  };
  return call as unknown as Call;
}

function signed(files: Form["files"], caller: Caller | null): Form["files"] {
  if (caller === null) return files;
  const sender = userOwner(caller.user_id);
  return Object.fromEntries(
    Object.entries(files).map(([name, file]) => [name, { ...file, sender }]),
  );
}

/** The parameters of the path. An invalid id responds with 404, not 400. */
export function parsePath(schema: z.ZodType | null, value: unknown, place?: "address"): unknown {
  const parsed = schema?.safeParse(value);
  if (parsed?.success === false) throw nothingHere(place);
  return parsed?.data ?? {};
}

/** The parameters of a query or body. Throws `Failure` (400), which names each invalid one. */
export function parse(schema: z.ZodType | null, value: unknown): unknown {
  if (schema === null) return {};
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success) throw failureOf(parsed.error);
  return parsed.data;
}
