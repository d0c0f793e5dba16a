/** Processes every request to a page, with the same steps as the API where nothing about a page differs. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { actAs } from "../db/actor.ts";
import { requireForm } from "./bodies.ts";
import { parse, parsePath, signed } from "./call.ts";
import { type Binding, formToken } from "./csrf.ts";
import { sendCsv } from "./csv.ts";
import { chooseEncoding, compressText } from "./encoding.ts";
import type { Endpoint, RouteKind } from "./endpoint.ts";
import { failureOf } from "./errors.ts";
import { Html } from "./html.ts";
import { KeptText, sendKept } from "./kepttext.ts";
import { pageLocaleOf } from "./locale.ts";
import { discard } from "./multipart.ts";
import type { HttpOptions } from "./options.ts";
import { baseUrlOf } from "./origin.ts";
import { PageData } from "./pagedata.ts";
import { MAX_FORM_BYTES, NOT_SENT, receive, type Sent } from "./pageforms.ts";
import { pageHeaders, permit } from "./pageheaders.ts";
import type {
  BoundPage,
  FormResult,
  PageAnswer,
  PageCall,
  PageOptions,
  SessionCaller,
} from "./pages.ts";
import { readFor } from "./pipeline.ts";
import type { PageFrame } from "./site.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The user signed in to the browser that asks for a page; null for all other requests. */
    session: SessionCaller | null;
  }
}

const HTML_TYPE = "text/html; charset=utf-8";

/** What the server mounts for each page. */
export function pageEndpoints(
  pages: readonly BoundPage[],
  options: PageOptions,
  http: HttpOptions,
): Endpoint[] {
  const kind = pageKind(options, http);
  return pages.map((page) => ({
    method: page.method,
    path: page.path,
    maxBodyBytes: MAX_FORM_BYTES,
    config: { whileFull: page.whileFull, kind },
    gate: gateOf(page, options),
    handler: handlerOf(page, options, http),
  }));
}

type PublicUrl = Pick<HttpOptions, "publicUrl">;

/** Pages have headers of their own, and their errors are pages, too. */
export const pageKind = (options: PageOptions, { publicUrl }: PublicUrl): RouteKind => ({
  noun: "page",
  headers: pageHeaders(publicUrl),
  errorBody({ status, messages }, request) {
    const { session } = request;
    const locale = pageLocaleOf(request, session);
    const baseUrl = baseUrlOf(request, publicUrl);
    const frame = { site: options.siteIdentity.latest(), url: request.url };
    const { text } = options.errorPage({ status, messages, session, locale, frame, baseUrl });
    return { type: HTML_TYPE, text };
  },
  answersOptions: false,
});

/** Refuses other bodies than forms, and finds the browser's session. */
const gateOf =
  (page: BoundPage, { findSession }: PageOptions) =>
  async (request: FastifyRequest): Promise<void> => {
    if (page.method === "POST") requireForm(request, Object.keys(page.files).length > 0);
    if (!page.isShared) request.session = await findSession(request);
  };

/** The handler of `page`: access, form, parameters and handler, in this order. */
const handlerOf =
  (page: BoundPage, options: PageOptions, http: HttpOptions) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    if (page.access === "signed-in" && request.session === null) {
      const next = encodeURIComponent(backTo(request));
      return reply.redirect(`${options.signInPath}?next=${next}`, 303);
    }
    const frame = { site: await options.siteIdentity.read(), url: request.url };
    const binding = bindingOf(request, options);
    const sent = page.method === "POST" ? await receive(page, binding, http) : NOT_SENT;
    try {
      const received = { publicUrl: http.publicUrl, binding, frame, sent };
      const { call, hasToken } = callOf(page, received, request, reply);
      const { session } = call;
      const actor = session && ({ user_id: session.user_id, via: "page" } as const);
      const answer = await actAs(actor, () =>
        readFor(page, session?.user_id ?? null, http, (replica) => page.handle(call, replica)),
      );
      if (!(answer instanceof Html || answer instanceof KeptText)) return sendOther(reply, answer);
      permit(reply, page.look, await page.formAction(call));
      reply.type(HTML_TYPE);
      if (answer instanceof KeptText) return sendKept(request, reply, answer);
      if (hasToken()) return reply.send(answer.text);
      return await sendCompressed(request, reply, answer.text);
    } finally {
      await discard(sent);
    }
  };

/** Sends what a handler returns in place of a page. */
function sendOther(reply: FastifyReply, answer: Exclude<PageAnswer, Html | KeptText>) {
  if (answer instanceof PageData)
    return reply.type("application/json; charset=utf-8").send(JSON.stringify(answer.value));
  if ("sheet" in answer) return sendCsv(reply, answer.sheet);
  if ("to" in answer) return reply.redirect(answer.to, answer.status);
  const { name, type, text } = answer.download;
  return reply
    .header("content-type", type)
    .header("content-disposition", `attachment; filename="${name}"`)
    .header("cache-control", "private, no-store")
    .send(text);
}

const bindingOf = (request: FastifyRequest, { sessionCookie }: PageOptions): Binding => ({
  request,
  sessionCookie,
  signedIn: request.session !== null,
});

/** Smaller pages fit into the first packet anyway. */
const WORTH_COMPRESSING = 1400;

/**
 * Compresses a page without a form token. With one, the length of the page would give the token away to whoever may add
 * text to the page through its URL and watch the network (BREACH).
 */
async function sendCompressed(request: FastifyRequest, reply: FastifyReply, text: string) {
  reply.header("vary", "Accept-Encoding");
  const encoding = chooseEncoding(request.headers["accept-encoding"]);
  if (encoding === "identity" || text.length < WORTH_COMPRESSING) return reply.send(text);
  const body = await compressText(text, encoding);
  return reply.header("content-encoding", encoding).send(body);
}

/** Where to go after signing in: here, or to the page that contained this form. */
function backTo({ method, url, headers }: FastifyRequest): string {
  if (method === "GET" || method === "HEAD" || !URL.canParse(headers.referer ?? "")) return url;
  const { pathname, search } = new URL(headers.referer ?? "");
  return pathname + search;
}

type Received = PublicUrl & Readonly<{ binding: Binding; frame: PageFrame; sent: Sent }>;

function callOf(
  page: BoundPage,
  { publicUrl, binding, frame, sent }: Received,
  request: FastifyRequest,
  reply: FastifyReply,
): { call: PageCall; hasToken: () => boolean } {
  const { session } = request;
  const baseUrl = baseUrlOf(request, publicUrl);
  let made: string | null = null;
  const call: PageCall = {
    params: parsePath(page.params, request.params, "address"),
    query: parse(page.query, request.query),
    form: readForm(page, sent),
    files: signed(sent.files, session),
    session,
    get csrf() {
      // Once per request: creating a token may set its cookie.
      made ??= formToken(binding, reply, baseUrl);
      return made;
    },
    locale: pageLocaleOf(request, session),
    frame,
    baseUrl,
    request,
    reply,
  };
  return { call, hasToken: () => made !== null };
}

/** The form is shown again with its errors, so they are a result, and what the person typed is kept. */
function readForm({ method, body }: BoundPage, { given, failure }: Sent): FormResult<unknown> {
  if (failure !== null) return { ok: false, fields: {}, given, failure };
  if (method !== "POST" || body === null) return { ok: true, value: {}, given };
  const parsed = (body as z.ZodType).safeParse(given, { reportInput: true });
  if (parsed.success) return { ok: true, value: parsed.data, given };
  return { ok: false, fields: failureOf(parsed.error).fields ?? {}, given };
}
