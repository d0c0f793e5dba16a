/** Processes every request to a page, with the same steps as the API where nothing about a page differs. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { plainBody, requireUrlencoded } from "./bodies.ts";
import { parse, parsePath } from "./call.ts";
import { formToken, requireOwnForm } from "./csrf.ts";
import type { Endpoint, RouteKind } from "./endpoint.ts";
import { failureOf } from "./errors.ts";
import { Html } from "./html.ts";
import { localeOf } from "./locale.ts";
import { baseUrlOf, originOf } from "./origin.ts";
import { pageHeaders, permit } from "./pageheaders.ts";
import type {
  BoundPage,
  FormResult,
  FormValues,
  PageCall,
  PageOptions,
  SessionCaller,
} from "./pages.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The user signed in to the browser that asks for a page; null for all other requests. */
    session: SessionCaller | null;
  }
}

const HTML_TYPE = "text/html; charset=utf-8";

/** A form has no files; 64 KiB hold the longest description in any script. */
const MAX_FORM_BYTES = 65_536;

/** What the server mounts for each page. */
export function pageEndpoints(pages: readonly BoundPage[], options: PageOptions): Endpoint[] {
  const kind = pageKind(options);
  return pages.map((page) => ({
    method: page.method,
    path: page.path,
    maxBodyBytes: MAX_FORM_BYTES,
    config: { whileFull: page.whileFull, kind },
    gate: gateOf(page, options),
    handler: handlerOf(page, options),
  }));
}

/** Pages have headers of their own, and their errors are pages, too. */
const pageKind = (options: PageOptions): RouteKind => ({
  noun: "page",
  headers: pageHeaders(options.publicUrl),
  errorBody({ status, messages }, request) {
    const { session } = request;
    const [locale, baseUrl] = [localeOf(request), baseUrlOf(request, options.publicUrl)];
    const { text } = options.errorPage({ status, messages, session, locale, baseUrl });
    return { type: HTML_TYPE, text };
  },
  answersOptions: false,
});

/** Refuses other bodies than forms, and finds the browser's session. */
const gateOf =
  (page: BoundPage, { findSession }: PageOptions) =>
  async (request: FastifyRequest): Promise<void> => {
    if (page.method === "POST") requireUrlencoded(request);
    request.session = await findSession(request);
  };

/** The handler of `page`: access, form token, parameters and handler, in this order. */
const handlerOf =
  (page: BoundPage, options: PageOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    if (page.access === "signed-in" && request.session === null) {
      const next = encodeURIComponent(backTo(request));
      return reply.redirect(`${options.signInPath}?next=${next}`, 303);
    }
    const call = callOf(page, options, request, reply);
    const answer = await page.handle(call);
    if (!(answer instanceof Html)) return reply.redirect(answer.to, answer.status);
    permit(reply, page.look, await page.formAction(call));
    return reply.type(HTML_TYPE).send(answer.text);
  };

/** Where to go after signing in: here, or to the page that contained this form. */
function backTo({ method, url, headers }: FastifyRequest): string {
  if (method === "GET" || method === "HEAD" || !URL.canParse(headers.referer ?? "")) return url;
  const { pathname, search } = new URL(headers.referer ?? "");
  return pathname + search;
}

function callOf(
  page: BoundPage,
  { publicUrl, sessionCookie }: PageOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): PageCall {
  const { session } = request;
  const baseUrl = baseUrlOf(request, publicUrl);
  const binding = { request, sessionCookie, signedIn: session !== null };
  // Without the query: a link must not fill in a form that the person did not see.
  const { csrf: token, ...given } = plainBody(request) as FormValues;
  if (page.method === "POST") requireOwnForm(binding, token, [baseUrl, originOf(request)]);
  let made: string | null = null;
  return {
    params: parsePath(page.params, request.params, "address"),
    query: parse(page.query, request.query),
    form: page.method === "POST" ? readForm(page.body, given) : { ok: true, value: {}, given: {} },
    session,
    get csrf() {
      // Once per request: creating a token may set its cookie.
      made ??= formToken(binding, reply, baseUrl);
      return made;
    },
    locale: localeOf(request),
    baseUrl,
    request,
    reply,
  };
}

/** The form is shown again with its errors, so they are a result, and what the person typed is kept. */
function readForm(schema: z.ZodType | null, given: FormValues): FormResult<unknown> {
  if (schema === null) return { ok: true, value: {}, given };
  const parsed = schema.safeParse(given, { reportInput: true });
  if (parsed.success) return { ok: true, value: parsed.data, given };
  return { ok: false, fields: failureOf(parsed.error).fields ?? {}, given };
}
