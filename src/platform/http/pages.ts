/** What a page is: a server-rendered route for people with browsers, outside the JSON envelope. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Culture } from "./culture.ts";
import type { Html } from "./html.ts";
import { acceptPageForms, answerPage, preparePages, refuseOtherMethods } from "./pageserver.ts";

/** Who is signed in, in this browser. */
export type SessionViewer = Readonly<{
  user_id: number;
  username: string;
  fullname: string;
  is_admin: boolean;
  session_id: number;
}>;

/** Sends the browser elsewhere by GET. */
export type Redirect = Readonly<{ to: string; status: 301 | 303 }>;

/** After a form, or for this once (303). `to`: a path of ours, or an address that was checked. */
export const redirect = (to: string): Redirect => ({ to, status: 303 });

/** Where the same page has its lasting address (301). */
export const moved = (to: string): Redirect => ({ to, status: 301 });

/** Fields as the browser sent them, without the token of the form. */
export type Given = Readonly<Record<string, string>>;

/** A form that came: as its schema read it, or what is wrong with each field. */
export type FormResult<B> =
  | Readonly<{ ok: true; value: B; given: Given }>
  | Readonly<{ ok: false; fields: Readonly<Record<string, string>>; given: Given }>;

/** "signed-in" sends nobody to the sign-in page, and back here afterwards. */
export type PageAccess = "anyone" | "signed-in";

/** What a page's handler gets. */
export type PageCall<
  P = unknown,
  Q = unknown,
  B = unknown,
  A extends PageAccess = PageAccess,
> = Readonly<{
  params: P;
  query: Q;
  /** Of a GET: ok, without a meaning. */
  form: FormResult<B>;
  session: A extends "signed-in" ? SessionViewer : SessionViewer | null;
  /** Value of the field `csrf` that every form by POST needs. Reading it may set a cookie. */
  csrf: string;
  culture: Culture;
  /** `PUBLIC_URL`, else the request's own origin; no trailing slash. */
  baseUrl: string;
  request: FastifyRequest;
  reply: FastifyReply;
}>;

/**
 * Where the forms of a page may lead besides this server, redirects included (CSP `form-action`):
 * origins such as `https://client.example`, schemes such as `com.example.app:`, or "any".
 */
export type FormAction = readonly string[] | "any";

/** What a page may do beyond showing itself (Content-Security-Policy); nothing without a word here. */
export type PageLook = Readonly<{
  /** Plays audio: ours, and that of EXTERNAL episodes from wherever it lies. */
  audio?: boolean;
  /** Runs our own scripts and lets them fetch: waveforms and transcripts, which may lie elsewhere. */
  scripts?: boolean;
  /** May be framed by any site; such a page must show nothing that depends on who is signed in. */
  framed?: boolean;
}>;

/** The declaration that `page` takes; `P`, `Q`, `B` are the parsed path, query and form. */
export type PageSpec<P, Q, B, A extends PageAccess> = Readonly<{
  method: "GET" | "POST";
  /** In Fastify's spelling: `/settings/apps/:client_id`. */
  path: string;
  summary: string;
  access: A;
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  body?: z.ZodType<B>;
  formAction?: FormAction | ((call: PageCall<P, Q, B, A>) => FormAction | Promise<FormAction>);
  look?: PageLook;
  /** Its form also works while the disk is almost full. */
  whileFull?: boolean;
  handle(call: PageCall<P, Q, B, A>): Promise<Html | Redirect> | Html | Redirect;
}>;

/** A page with its types set aside, as the server sees it. */
export type Page = Readonly<{
  method: "GET" | "POST";
  path: string;
  summary: string;
  access: PageAccess;
  params: z.ZodType | null;
  query: z.ZodType | null;
  body: z.ZodType | null;
  formAction: FormAction | ((call: PageCall) => FormAction | Promise<FormAction>);
  look: PageLook;
  whileFull: boolean;
  handle(call: PageCall): Promise<Html | Redirect> | Html | Redirect;
}>;

/** Declares one page. What its handler throws is told on an error page. */
export function page<P, Q, B, A extends PageAccess>(spec: PageSpec<P, Q, B, A>): Page {
  const declared = spec as unknown as Page;
  const { params, query, body, formAction, look, whileFull } = declared as Partial<Page>;
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

/** What the pages of a server have in common. */
export type PageOptions = Readonly<{
  publicUrl: string | null;
  /** Name of the cookie that `findSession` reads. */
  sessionCookie: string;
  findSession(request: FastifyRequest): Promise<SessionViewer | null>;
  /** Path of the page where people sign in; it takes `next`. */
  signInPath: string;
  /** The page that tells a refusal. */
  errorPage(refusal: PageError): Html;
}>;

/** A refusal as its page tells it. */
export type PageError = Readonly<{
  status: number;
  messages: readonly string[];
  session: SessionViewer | null;
  culture: Culture;
  baseUrl: string;
}>;

/** A form has no files; 64 KiB hold the longest description in any script. */
const MAX_FORM_BYTES = 65_536;

/** Serves `pages` beside the API: own body parsers, own headers, refusals as pages. */
export async function mountPages(
  app: FastifyInstance,
  pages: readonly Page[],
  options: PageOptions,
): Promise<void> {
  await app.register(async (scope) => {
    acceptPageForms(scope);
    preparePages(scope, options);
    for (const page of pages)
      scope.route({
        method: page.method,
        url: page.path,
        bodyLimit: MAX_FORM_BYTES,
        config: { whileFull: page.whileFull },
        handler: (request, reply) => answerPage(page, options, request, reply),
      });
    refuseOtherMethods(scope, pages);
  });
}
