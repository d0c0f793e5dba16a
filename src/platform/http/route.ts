/** Declares routes: method, path, access, schemas and handler in one place. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Database } from "../db/database.ts";
import type { Locale } from "./locale.ts";
import type { Scope } from "./scopes.ts";

/** The caller of a request. `scope` is the token's (contract §3). */
export type Caller = Readonly<{
  user_id: number;
  username: string;
  is_admin: boolean;
  scope: string;
  /** The app that holds the token; null if the user created the token for personal use. */
  client_id: string | null;
}>;

/** Which callers may use a route. `signedIn` is enforced before the handler, the rest by the feature's rules. */
export type Access<S extends boolean = boolean> = Readonly<{ signedIn: S; who: string }>;
export const anyone: Access<false> = { signedIn: false, who: "anyone" };
export const signedIn: Access<true> = { signedIn: true, who: "anyone with a token" };
export const self: Access<true> = { signedIn: true, who: "the user in the path" };
export const authorOf = (what: string): Access<true> => ({
  signedIn: true,
  who: `the author of the ${what} and those who act for them`,
});
export const editorOf = (what: string): Access<true> => ({
  signedIn: true,
  who: `the author of the ${what}, its collaborators and those who act for them`,
});

/** An uploaded file: already on disk, deleted when the request ends. */
export type UploadedFile = Readonly<{
  path: string;
  bytes: number;
  filename: string;
  /** The sender, such as `user:42`: senders take turns in costly work on files. */
  sender?: string;
}>;

/** The revisions that the caller's `If-Match` allows: null if absent, "any" for `*`. */
export type IfMatch = readonly number[] | "any" | null;

/** The argument of a handler. */
export type Call<P = unknown, Q = unknown, B = unknown, S extends boolean = boolean> = Readonly<{
  params: P;
  query: Q;
  body: B;
  files: Readonly<Record<string, UploadedFile>>;
  caller: S extends true ? Caller : Caller | null;
  locale: Locale;
  ifMatch: IfMatch;
  /** `PUBLIC_URL`, else the request's own origin; no trailing slash. */
  baseUrl: string;
  /** The URL of this request, for links to other pages of a list. */
  url: URL;
  request: FastifyRequest;
  reply: FastifyReply;
}>;

/** The revision of the single record that a response is about; its ETag starts with it. */
const REVISION = Symbol("revision");

/** Marks `answer` as being about one record at `revision`, for use in `If-Match`. */
export const atRevision = <T extends object>(answer: T, revision: number): T =>
  Object.defineProperty(answer, REVISION, { value: revision });

export const revisionOf = (answer: object): number | null =>
  (answer as { [REVISION]?: number })[REVISION] ?? null;

/** What a response was made of; see `keptUntilChanged`. */
const SUBJECTS = Symbol("subjects");

/**
 * Marks `answer` as made of these records alone, and as one that all callers without rights in them get, so that it is
 * kept until one of them changes; for a caller with a token also until anybody's rights change. A subject is named as
 * db/functions/record_changes.sql names it: `show:12`.
 */
export const keptUntilChanged = <T extends object>(answer: T, subjects: readonly string[]): T =>
  Object.defineProperty(answer, SUBJECTS, { value: subjects });

export const subjectsOf = (answer: object): readonly string[] | null =>
  (answer as { [SUBJECTS]?: readonly string[] })[SUBJECTS] ?? null;

/** JSON text that is sent unchanged. */
const RENDERED = Symbol("rendered");

/**
 * The value of `response` as JSON text, for responses with thousands of figures, where building an object for each
 * would cost most. The response schema describes it but does not check it.
 */
export const rendered = (text: string): object => ({ [RENDERED]: text });

export const renderedOf = (answer: object): string | null =>
  (answer as { [RENDERED]?: string })[RENDERED] ?? null;

/** A file field of a form, streamed to disk with a size limit. */
export type FileField = Readonly<{
  maxBytes: number;
  description: string;
  /** Whether a request without it is refused, as its description says. */
  required?: boolean;
}>;

type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * The argument of `route`; `P`, `Q`, `B` are the parsed path, query and body, `D` is what the handler needs of the
 * server.
 */
export type RouteSpec<P, Q, B, R, S extends boolean, D> = Readonly<{
  method: Method;
  /** In Fastify's syntax: `/v2/shows/:show_id`. */
  path: string;
  /** The reference's chapter. */
  tag: string;
  /** The name that generated clients use: a verb and a noun in camelCase, such as `listShowEpisodes`. */
  operationId: string;
  /** An imperative phrase without a full stop, such as "List a show's episodes". */
  summary: string;
  description?: string;
  access: Access<S>;
  /**
   * The scope that a token needs, or several of which one is enough; by default `read` for GET and `publish` for
   * writes.
   */
  scope?: Scope | readonly [Scope, ...Scope[]];
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  body?: z.ZodType<B>;
  files?: Readonly<Record<string, FileField>>;
  /** The user whose storage quota its files count against; by default, or if it returns undefined, the caller. */
  payer?: (params: P, caller: Caller, deps: D) => Promise<number | undefined>;
  /** Maximum size of the body without its files, in bytes; default 1 MiB. */
  maxBodyBytes?: number;
  /** Schema of the value of `response`. */
  response: z.ZodType<R>;
  /** Error statuses beyond those that follow from the declaration → when they occur. */
  refusals?: Readonly<Record<number, string>>;
  /** The response depends on the caller's language: it carries `Content-Language` and `Vary`. */
  localised?: boolean;
  /** Its handler only reads, and its `db` may be a replica (`platform/db/replica/reads.ts`). */
  fromReplica?: boolean;
  handle: (call: Call<P, Q, B, S>, deps: D) => Promise<R> | R;
}>;

/** The declaration of a route that sends its own response, such as a file or a page, outside the JSON envelope. */
export type RawSpec<P, Q, S extends boolean, D> = Omit<
  RouteSpec<P, Q, never, never, S, D>,
  "response" | "handle" | "body" | "files" | "payer" | "method"
> &
  Readonly<{
    method: "GET";
    contentType: string;
    /** Status → its meaning, if the response is not simply 200. */
    answers?: Readonly<Record<number, string>>;
    /** false: does not count against the caller's rate limit. */
    charged?: boolean;
    handle: (call: Call<P, Q, unknown, S>, deps: D) => Promise<unknown> | unknown;
  }>;

/** What is known of a route without running it, with its types erased: all that the reference shows. */
export type RouteDeclaration = Readonly<{
  method: Method;
  path: string;
  tag: string;
  operationId: string;
  summary: string;
  description: string | null;
  access: Access;
  /** One of these is enough. */
  scopes: readonly [Scope, ...Scope[]];
  params: z.ZodType | null;
  query: z.ZodType | null;
  body: z.ZodType | null;
  files: Readonly<Record<string, FileField>>;
  maxBodyBytes: number;
  /** null: a raw response of `contentType`. */
  response: z.ZodType | null;
  contentType: string;
  answers: Readonly<Record<number, string>>;
  refusals: Readonly<Record<number, string>>;
  charged: boolean;
  localised: boolean;
  fromReplica: boolean;
}>;

/**
 * A route as data. `D` is what its handler needs of the server; a server without it does not compile. Properties
 * instead of methods, because TypeScript checks the parameters of methods less strictly.
 */
export type Route<D = unknown> = RouteDeclaration &
  Readonly<{
    payer: ((params: unknown, caller: Caller, deps: D) => Promise<number | undefined>) | null;
    handle: (call: Call, deps: D) => unknown;
  }>;

/** A route of a running server, whose handler has all that it needs. */
export type BoundRoute = RouteDeclaration &
  Readonly<{
    payer: ((params: unknown, caller: Caller) => Promise<number | undefined>) | null;
    /** `replica`: the `db` of this call, in place of the primary. */
    handle(call: Call, replica?: Database): unknown;
  }>;

/** Gives a route what it needs. */
export function bindRoute<D>(route: Route<D>, deps: D): BoundRoute {
  const { payer, handle } = route;
  return {
    ...route,
    payer: payer && ((params, caller) => payer(params, caller, deps)),
    handle: (call, replica) => handle(call, replica ? { ...deps, db: replica } : deps),
  };
}

const MEBIBYTE = 2 ** 20;
export const JSON_TYPE = "application/json; charset=utf-8";

/** Declares a JSON endpoint. */
export function route<P, Q, B, R, S extends boolean, D>(
  spec: RouteSpec<P, Q, B, R, S, D>,
): Route<D> {
  return erase({ ...spec, contentType: "application/json" });
}

/** Declares an endpoint that responds with a file or a page instead of JSON. */
export function rawRoute<P, Q, S extends boolean, D>(spec: RawSpec<P, Q, S, D>): Route<D> {
  return erase({ ...spec, response: null });
}

type Declared<D> = Partial<Omit<Route<D>, "scopes">> &
  Pick<Route<D>, "method" | "path" | "tag" | "operationId" | "summary" | "access"> &
  Readonly<{ scope?: Scope | readonly [Scope, ...Scope[]] }>;

function erase<D>(spec: object): Route<D> {
  const declared = spec as Declared<D> & Pick<Route<D>, "response" | "contentType" | "handle">;
  const { scope, ...rest } = declared;
  const { description, params, query, body, files, maxBodyBytes, localised, fromReplica } = rest;
  const needed = scope ?? (declared.method === "GET" ? "read" : "publish");
  return {
    ...rest,
    description: description ?? null,
    scopes: typeof needed === "string" ? [needed] : needed,
    params: params ?? null,
    query: query ?? null,
    body: body ?? null,
    files: files ?? {},
    payer: declared.payer ?? null,
    maxBodyBytes: maxBodyBytes ?? MEBIBYTE,
    answers: declared.answers ?? { 200: "Success" },
    refusals: declared.refusals ?? {},
    charged: declared.charged ?? true,
    localised: localised ?? false,
    fromReplica: fromReplica ?? false,
  };
}

/** The empty result: `{"response": []}`. */
export const nothing = z.array(z.never()).max(0);
