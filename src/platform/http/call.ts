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

/** The argument of a handler. What only some handlers read is computed when they do. */
export class RequestCall implements Call {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly files: Call["files"];
  // As in `Call`, whose routes with access for anyone check for null.
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  private readonly publicUrl: string | null;

  /** Throws `Failure` (400, 404) if a schema of `route` refuses its parameters. */
  constructor(
    route: BoundRoute,
    publicUrl: string | null,
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
    return localeOf(this.request);
  }

  get ifMatch() {
    return parseIfMatch(this.request.headers["if-match"]);
  }

  get baseUrl() {
    return baseUrlOf(this.request, this.publicUrl);
  }

  get url() {
    return urlOf(this.request, this.baseUrl);
  }
}

/** The files with their sender, so that senders take turns in costly work on them. */
export function signed(
  files: Form["files"],
  caller: Pick<Caller, "user_id"> | null,
): Form["files"] {
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
