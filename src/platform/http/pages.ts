/** Declares pages: server-rendered routes for browsers, outside the JSON envelope. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Html } from "./html.ts";
import type { Locale } from "./locale.ts";

/** The user signed in to this browser. */
export type SessionCaller = Readonly<{
  user_id: number;
  username: string;
  fullname: string;
  is_admin: boolean;
  session_id: number;
}>;

/** Redirects the browser to another page with GET. */
export type Redirect = Readonly<{ to: string; status: 301 | 303 }>;

/**
 * A one-time redirect, for example after a form (303). `to` is a path of this server or an address that was checked.
 */
export const redirect = (to: string): Redirect => ({ to, status: 303 });

/** A permanent redirect to the canonical address of a page (301). */
export const moved = (to: string): Redirect => ({ to, status: 301 });

/** Fields as the browser sent them, without the form's token. */
export type FormValues = Readonly<Record<string, string>>;

/** A submitted form: the value parsed by its schema, or the errors of its fields. */
export type FormResult<B> =
  | Readonly<{ ok: true; value: B; given: FormValues }>
  | Readonly<{ ok: false; fields: Readonly<Record<string, string>>; given: FormValues }>;

/** "signed-in" redirects other visitors to the sign-in page, and back here afterwards. */
export type PageAccess = "anyone" | "signed-in";

/** The argument of a page's handler. */
export type PageCall<
  P = unknown,
  Q = unknown,
  B = unknown,
  A extends PageAccess = PageAccess,
> = Readonly<{
  params: P;
  query: Q;
  /** For a GET: ok, with a value to ignore. */
  form: FormResult<B>;
  session: A extends "signed-in" ? SessionCaller : SessionCaller | null;
  /** Value of the field `csrf`, which every POST form needs. Reading it may set a cookie. */
  csrf: string;
  locale: Locale;
  /** `PUBLIC_URL`, else the request's own origin; no trailing slash. */
  baseUrl: string;
  request: FastifyRequest;
  reply: FastifyReply;
}>;

/**
 * Targets of the page's forms besides this server, redirects included (CSP `form-action`): origins such as
 * `https://client.example`, schemes such as `com.example.app:`, or "any".
 */
export type FormAction = readonly string[] | "any";

/** Additional permissions of a page (Content-Security-Policy); by default it has none. */
export type PageLook = Readonly<{
  /** Plays audio from this server and, for EXTERNAL episodes, from any host. */
  audio?: boolean;
  /** Runs this server's scripts and lets them fetch waveforms and transcripts, which may be on other hosts. */
  scripts?: boolean;
  /** May be framed by any site; such a page must not depend on the signed-in user. */
  framed?: boolean;
}>;

/**
 * The argument of `page`; `P`, `Q`, `B` are the parsed path, query and form, `D` is what the handler needs of the server.
 */
export type PageSpec<P, Q, B, A extends PageAccess, D> = Readonly<{
  method: "GET" | "POST";
  /** In Fastify's syntax: `/settings/apps/:client_id`. */
  path: string;
  summary: string;
  access: A;
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  body?: z.ZodType<B>;
  formAction?:
    | FormAction
    | ((call: PageCall<P, Q, B, A>, deps: D) => FormAction | Promise<FormAction>);
  look?: PageLook;
  /** Its form also works while the disk is almost full. */
  whileFull?: boolean;
  handle: (call: PageCall<P, Q, B, A>, deps: D) => Promise<Html | Redirect> | Html | Redirect;
}>;

/** What is known of a page without showing it, with its types erased. */
type PageDeclaration = Readonly<{
  method: "GET" | "POST";
  path: string;
  summary: string;
  access: PageAccess;
  params: z.ZodType | null;
  query: z.ZodType | null;
  body: z.ZodType | null;
  look: PageLook;
  whileFull: boolean;
}>;

/** A page as data. `D` is what its handler needs of the server, as of a route. */
export type Page<D = unknown> = PageDeclaration &
  Readonly<{
    formAction: FormAction | ((call: PageCall, deps: D) => FormAction | Promise<FormAction>);
    handle: (call: PageCall, deps: D) => Promise<Html | Redirect> | Html | Redirect;
  }>;

/** A page of a running server, whose handler has all that it needs. */
export type BoundPage = PageDeclaration &
  Readonly<{
    formAction(call: PageCall): FormAction | Promise<FormAction>;
    handle(call: PageCall): Promise<Html | Redirect> | Html | Redirect;
  }>;

/** Gives a page what it needs. */
export function bindPage<D>(page: Page<D>, deps: D): BoundPage {
  const { formAction, handle } = page;
  return {
    ...page,
    formAction: (call) => (typeof formAction === "function" ? formAction(call, deps) : formAction),
    handle: (call) => handle(call, deps),
  };
}

/** Declares one page. Errors that its handler throws are shown on an error page. */
export function page<P, Q, B, A extends PageAccess, D>(spec: PageSpec<P, Q, B, A, D>): Page<D> {
  const declared = spec as unknown as Page<D>;
  const { params, query, body, formAction, look, whileFull } = declared as Partial<Page<D>>;
  return {
    ...declared,
    params: params ?? null,
    query: query ?? null,
    body: body ?? null,
    formAction: formAction ?? [],
    look: look ?? {},
    whileFull: whileFull ?? false,
  };
}

/** Options shared by all pages of a server. */
export type PageOptions = Readonly<{
  publicUrl: string | null;
  /** Name of the cookie that `findSession` reads. */
  sessionCookie: string;
  findSession(request: FastifyRequest): Promise<SessionCaller | null>;
  /** Path of the sign-in page; it accepts `next`. */
  signInPath: string;
  /** The page that shows a refusal. */
  errorPage(refusal: PageError): Html;
}>;

/** All pages of a server. `D` is what their handlers need of it. */
export type Site<D> = Readonly<{ pages: readonly Page<D>[]; options: PageOptions }>;

/** The data of an error page. */
export type PageError = Readonly<{
  status: number;
  messages: readonly string[];
  session: SessionCaller | null;
  locale: Locale;
  baseUrl: string;
}>;
