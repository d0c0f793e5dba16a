/** What a route is: one declaration of method, path, access, schemas and handler. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Culture } from "./culture.ts";
import type { Scope } from "./scopes.ts";

/** Who makes a request. `scope` is the token's (contract §3). */
export type Viewer = Readonly<{
  user_id: number;
  username: string;
  is_admin: boolean;
  scope: string;
  /** The app that holds the token; null when a person made it for themselves. */
  client_id: string | null;
}>;

/** Who may use a route. `signedIn` is enforced before the handler, the rest by the feature's rules. */
export type Access<S extends boolean = boolean> = Readonly<{ signedIn: S; who: string }>;
export const anyone: Access<false> = { signedIn: false, who: "anyone" };
export const viewer: Access<true> = { signedIn: true, who: "anyone with a token" };
export const self: Access<true> = { signedIn: true, who: "the user in the path" };
export const authorOf = (what: string): Access<true> => ({
  signedIn: true,
  who: `the author of the ${what} and who acts for them`,
});
export const editorOf = (what: string): Access<true> => ({
  signedIn: true,
  who: `the author of the ${what}, its collaborators and who acts for them`,
});

/** A file that came with a form: already on disk, deleted when the request ends. */
export type UploadedFile = Readonly<{
  path: string;
  bytes: number;
  filename: string;
  /** Who sent it, such as `user:42`: costly work on files goes by turns of senders. */
  sender?: string;
}>;

/** What the caller's `If-Match` allows: null when absent, "any" for `*`, else revisions. */
export type IfMatch = readonly number[] | "any" | null;

/** What a handler gets. */
export type Call<P = unknown, Q = unknown, B = unknown, S extends boolean = boolean> = Readonly<{
  params: P;
  query: Q;
  body: B;
  files: Readonly<Record<string, UploadedFile>>;
  viewer: S extends true ? Viewer : Viewer | null;
  culture: Culture;
  ifMatch: IfMatch;
  /** `PUBLIC_URL`, else the request's own origin; no trailing slash. */
  baseUrl: string;
  /** This request's address, for links to other pages of a list. */
  url: URL;
  request: FastifyRequest;
  reply: FastifyReply;
}>;

/** The revision of the one record an answer is about; it leads the answer's ETag. */
const REVISION = Symbol("revision");

/** Marks `answer` as being about one record at `revision`, which `If-Match` can then name. */
export const atRevision = <T extends object>(answer: T, revision: number): T =>
  Object.defineProperty(answer, REVISION, { value: revision });

export const revisionOf = (answer: object): number | null =>
  (answer as { [REVISION]?: number })[REVISION] ?? null;

/** Text of JSON that is sent as it is. */
const RENDERED = Symbol("rendered");

/**
 * What stands under `response`, as a text of JSON: for answers of which objects, one for each of thousands of
 * figures, would cost most. The response schema describes it, and does not check it.
 */
export const rendered = (text: string): object => ({ [RENDERED]: text });

export const renderedOf = (answer: object): string | null =>
  (answer as { [RENDERED]?: string })[RENDERED] ?? null;

/** A file field of a form, streamed to disk under its cap. */
export type FileField = Readonly<{
  maxBytes: number;
  description: string;
  /** Whether a request without it is refused, as its description says. */
  required?: boolean;
}>;

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** The declaration that `route` takes; `P`, `Q`, `B` are the parsed path, query and body. */
export type RouteSpec<P, Q, B, R, S extends boolean> = Readonly<{
  method: Method;
  /** In Fastify's spelling: `/v2/shows/:show_id`. */
  path: string;
  /** The reference's chapter. */
  tag: string;
  summary: string;
  description?: string;
  access: Access<S>;
  /**
   * What a token must reach, or several of which one is enough; by default `read` for GET and `publish` for
   * writes.
   */
  scope?: Scope | readonly [Scope, ...Scope[]];
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  body?: z.ZodType<B>;
  files?: Readonly<Record<string, FileField>>;
  /** Whose storage its files will count against; by default, and where there is nobody, the caller's. */
  payer?(params: P, viewer: Viewer): Promise<number | undefined>;
  /** Cap of the body besides its files, in bytes; default 1 MiB. */
  maxBodyBytes?: number;
  /** Shape of what stands under `response`. */
  response: z.ZodType<R>;
  /** Error statuses beyond those that follow from the declaration → when they come. */
  refusals?: Readonly<Record<number, string>>;
  /** The answer depends on the caller's language: it carries `Content-Language` and `Vary`. */
  localised?: boolean;
  handle(call: Call<P, Q, B, S>): Promise<R> | R;
}>;

/** A file or a page: sends its own answer, outside the JSON envelope. */
export type RawSpec<P, Q, S extends boolean> = Omit<
  RouteSpec<P, Q, never, never, S>,
  "response" | "handle" | "body" | "files" | "payer" | "method"
> &
  Readonly<{
    method: "GET";
    contentType: string;
    /** Status → what it means, where the answer is not simply 200. */
    answers?: Readonly<Record<number, string>>;
    /** false: costs the caller nothing of the rate limit. */
    charged?: boolean;
    handle(call: Call<P, Q, unknown, S>): Promise<unknown> | unknown;
  }>;

/** A route with its types set aside, as the server and the reference see it. */
export type Route = Readonly<{
  method: Method;
  path: string;
  tag: string;
  summary: string;
  description: string | null;
  access: Access;
  /** One of these is enough. */
  scopes: readonly [Scope, ...Scope[]];
  params: z.ZodType | null;
  query: z.ZodType | null;
  body: z.ZodType | null;
  files: Readonly<Record<string, FileField>>;
  payer: ((params: unknown, viewer: Viewer) => Promise<number | undefined>) | null;
  maxBodyBytes: number;
  /** null: a raw answer of `contentType`. */
  response: z.ZodType | null;
  contentType: string;
  answers: Readonly<Record<number, string>>;
  refusals: Readonly<Record<number, string>>;
  charged: boolean;
  localised: boolean;
  handle(call: Call): unknown;
}>;

const MEBIBYTE = 2 ** 20;
export const JSON_TYPE = "application/json; charset=utf-8";

/** Declares a JSON endpoint. */
export function route<P, Q, B, R, S extends boolean>(spec: RouteSpec<P, Q, B, R, S>): Route {
  return erase({ ...spec, contentType: "application/json" });
}

/** Declares an endpoint that answers with a file or a page instead of JSON. */
export function rawRoute<P, Q, S extends boolean>(spec: RawSpec<P, Q, S>): Route {
  return erase({ ...spec, response: null });
}

type Declared = Partial<Omit<Route, "scopes">> &
  Pick<Route, "method" | "path" | "tag" | "summary" | "access"> &
  Readonly<{ scope?: Scope | readonly [Scope, ...Scope[]] }>;

function erase(spec: object): Route {
  const declared = spec as Declared & Pick<Route, "response" | "contentType" | "handle">;
  const { scope, ...rest } = declared;
  const { description, params, query, body, files, maxBodyBytes, localised } = rest;
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
  };
}

/** The empty result: `{"response": []}`. */
export const nothing = z.array(z.never()).max(0);
