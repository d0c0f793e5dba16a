/** Declares pages: server-rendered routes for browsers, outside the JSON envelope. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Database } from "../db/database.ts";
import type { Failure } from "../failure.ts";
import type { Sheet } from "./csv.ts";
import type { Html } from "./html.ts";
import type { KeptText } from "./kepttext.ts";
import type { Locale } from "./locale.ts";
import type { PageData } from "./pagedata.ts";
import type { Caller, FileField, UploadedFile } from "./route.ts";
import type { PageFrame, SiteIdentityCache } from "./site.ts";

/** The user signed in to this browser. */
export type SessionCaller = Readonly<{
  user_id: number;
  username: string;
  fullname: string;
  is_admin: boolean;
  session_id: number;
  /** The language that the person has chosen for pages; null: as the browser asks. */
  language: string | null;
  /** The person's IANA time zone. */
  timezone: string | null;
}>;

/** The person as a caller of actions: a session has all rights of its user, and pages require no scope. */
export const callerOf = (session: SessionCaller): Caller => ({
  ...session,
  scope: "basic",
  client_id: null,
});

/** Redirects the browser to another page with GET. */
export type Redirect = Readonly<{ to: string; status: 303 | 308 }>;

/**
 * A one-time redirect, for example after a form (303). `to` is a path of this server or an address that was checked.
 */
export const redirect = (to: string): Redirect => ({ to, status: 303 });

/** A permanent redirect to the canonical address of a page (308). */
export const moved = (to: string): Redirect => ({ to, status: 308 });

/** Fields as the browser sent them, without the form's token. */
export type FormValues = Readonly<Record<string, string>>;

/**
 * A submitted form: the value parsed by its schema, or the errors of its fields. `failure`: its files could not be
 * received, so only the fields before the first file are known.
 */
export type FormResult<B> =
  | Readonly<{ ok: true; value: B; given: FormValues }>
  | Readonly<{
      ok: false;
      fields: Readonly<Record<string, string>>;
      given: FormValues;
      failure?: Failure;
    }>;

/** A download in place of a page: the rows that it shows, as CSV. */
type SheetAnswer = Readonly<{ sheet: Sheet }>;

/** A file to save in place of a page. `name` has letters, digits, hyphens and one ending. */
type Download = Readonly<{
  download: Readonly<{ name: string; type: string; text: string }>;
}>;

/** What a page's handler returns. */
export type PageAnswer = Html | KeptText | Redirect | SheetAnswer | Download | PageData;

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
  /** The files that the page declares and the person chose; deleted when the request ends. */
  files: Readonly<Record<string, UploadedFile>>;
  session: A extends "signed-in" ? SessionCaller : SessionCaller | null;
  /** Value of the field `csrf`, which every POST form needs. Reading it may set a cookie. */
  csrf: string;
  locale: Locale;
  frame: PageFrame;
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
  /**
   * The files of its form, which is then sent as multipart. Only for signed-in people, whose storage they are counted
   * against; the form's token must come before the first file.
   */
  files?: A extends "signed-in" ? Readonly<Record<string, FileField>> : never;
  /** The user whose storage quota the files count against; by default, or if it returns undefined, the person. */
  payer?: (params: P, caller: Caller, deps: D) => Promise<number | undefined>;
  formAction?:
    | FormAction
    | ((call: PageCall<P, Q, B, A>, deps: D) => FormAction | Promise<FormAction>);
  look?: PageLook;
  /** Its form also works while the disk is almost full. */
  whileFull?: boolean;
  /** The same for every visitor: the session is not read. */
  isShared?: boolean;
  /** Its handler only reads, and its `db` may be a replica (`platform/db/replica/reads.ts`). */
  fromReplica?: boolean;
  handle: (call: PageCall<P, Q, B, A>, deps: D) => Promise<PageAnswer> | PageAnswer;
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
  files: Readonly<Record<string, FileField>>;
  look: PageLook;
  whileFull: boolean;
  isShared: boolean;
  fromReplica: boolean;
}>;

/** A page as data. `D` is what its handler needs of the server, as of a route. */
export type Page<D = unknown> = PageDeclaration &
  Readonly<{
    payer: ((params: unknown, caller: Caller, deps: D) => Promise<number | undefined>) | null;
    formAction: FormAction | ((call: PageCall, deps: D) => FormAction | Promise<FormAction>);
    handle: (call: PageCall, deps: D) => Promise<PageAnswer> | PageAnswer;
  }>;

/** A page of a running server, whose handler has all that it needs. */
export type BoundPage = PageDeclaration &
  Readonly<{
    payer(params: unknown, caller: Caller): Promise<number | undefined>;
    formAction(call: PageCall): FormAction | Promise<FormAction>;
    /** `replica`: the `db` of this call, in place of the primary. */
    handle(call: PageCall, replica?: Database): Promise<PageAnswer> | PageAnswer;
  }>;

/** Gives a page what it needs. */
export function bindPage<D>(page: Page<D>, deps: D): BoundPage {
  const { formAction, handle, payer } = page;
  return {
    ...page,
    payer: async (params, caller) => payer?.(params, caller, deps),
    formAction: (call) => (typeof formAction === "function" ? formAction(call, deps) : formAction),
    handle: (call, replica) => handle(call, replica ? { ...deps, db: replica } : deps),
  };
}

/** Declares one page. Errors that its handler throws are shown on an error page. */
export function page<P, Q, B, A extends PageAccess, D>(spec: PageSpec<P, Q, B, A, D>): Page<D> {
  const declared = spec as unknown as Page<D>;
  const { params, query, body, files, payer, formAction, look } = declared as Partial<Page<D>>;
  const { whileFull, isShared, fromReplica } = declared as Partial<Page<D>>;
  return {
    ...declared,
    params: params ?? null,
    query: query ?? null,
    body: body ?? null,
    files: files ?? {},
    payer: payer ?? null,
    formAction: formAction ?? [],
    look: look ?? {},
    whileFull: whileFull ?? false,
    isShared: isShared ?? false,
    fromReplica: fromReplica ?? false,
  };
}

/** Options shared by all pages of a server. */
export type PageOptions = Readonly<{
  /** Name of the cookie that `findSession` reads. */
  sessionCookie: string;
  findSession(request: FastifyRequest): Promise<SessionCaller | null>;
  /** Path of the sign-in page; it accepts `next`. */
  signInPath: string;
  /** How the site presents itself on all pages. */
  siteIdentity: SiteIdentityCache;
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
  frame: PageFrame;
  baseUrl: string;
}>;
