/** Serves pages: sessions, forms, security headers and error pages. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { Failure } from "../failure.ts";
import { formToken, requireOwnForm } from "./csrf.ts";
import { failureOf } from "./errors.ts";
import { fieldsOf } from "./fields.ts";
import { Html } from "./html.ts";
import { chooseLocale } from "./locale.ts";
import { originOf } from "./origin.ts";
import type {
  FormAction,
  FormResult,
  FormValues,
  Page,
  PageCall,
  PageLook,
  PageOptions,
  SessionCaller,
} from "./pages.ts";

const HTML_TYPE = "text/html; charset=utf-8";

/** The session that was found earlier, for the error page of a later refusal. */
type WithSession = FastifyRequest & { pageSession?: SessionCaller | null };

/** Forms arrive urlencoded; of duplicate fields, the last counts. */
export function acceptPageForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => {
      try {
        done(null, fieldsOf(body.toString()));
      } catch (error) {
        done(error as Error);
      }
    },
  );
  scope.addContentTypeParser("*", (_request, _body, done) =>
    done(
      new Failure(
        "unsupported",
        "unsupported-media-type",
        "Send the form as application/x-www-form-urlencoded.",
      ),
    ),
  );
}

/** Sets the headers of every page, and the error page instead of the API's error body. */
export function preparePages(scope: FastifyInstance, options: PageOptions): void {
  scope.addHook("onRequest", async (_request, reply) => {
    reply.removeHeader("access-control-allow-origin");
    reply.removeHeader("access-control-expose-headers");
    reply.headers({
      "cache-control": "no-store",
      "content-security-policy": policyOf([], {}),
      "cross-origin-resource-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      // Not "no-referrer": browsers would then send this server's own forms with `Origin: null`.
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
  });
  scope.addHook("onSend", async (request, reply, payload) => {
    const type = String(reply.getHeader("content-type") ?? "");
    if (reply.statusCode < 400 || !type.startsWith("application/json")) return payload;
    const { error } = (JSON.parse(String(payload)) as ErrorAnswer).response;
    reply.type(HTML_TYPE);
    return options.errorPage({
      status: reply.statusCode,
      messages: error.messages,
      session: (request as WithSession).pageSession ?? null,
      locale: localeOf(request),
      baseUrl: options.publicUrl ?? originOf(request),
    }).text;
  });
}

type ErrorAnswer = { response: { error: { messages: string[] } } };

const localeOf = ({ query, headers }: FastifyRequest) =>
  chooseLocale((query as Record<string, unknown>).c, headers["accept-language"]);

/** The audio of an EXTERNAL episode is on its publisher's server, which no list could name. */
const ANYWHERE = "'self' http: https:";

function policyOf(formAction: FormAction, { audio, scripts, framed }: PageLook): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "base-uri 'none'",
    `img-src 'self' data:${scripts ? " http: https:" : ""}`,
    ...(audio ? [`media-src ${ANYWHERE}`] : []),
    ...(scripts ? ["script-src 'self'", `connect-src ${ANYWHERE}`] : []),
    ...(formAction === "any" ? [] : [["form-action 'self'", ...formAction].join(" ")]),
    `frame-ancestors ${framed ? "*" : "'none'"}`,
  ].join("; ");
}

/** Lets other sites show the page in a frame. */
function allowFraming(reply: FastifyReply): void {
  reply.removeHeader("x-frame-options").removeHeader("cross-origin-opener-policy");
  reply.header("cross-origin-resource-policy", "cross-origin");
}

/** Processes session, form token, parameters and handler, in this order. */
export async function answerPage(
  page: Page,
  options: PageOptions,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const session = await options.findSession(request);
  (request as WithSession).pageSession = session;
  if (page.access === "signed-in" && session === null)
    return reply.redirect(`${options.signInPath}?next=${encodeURIComponent(backTo(request))}`, 303);
  const call = callOf(page, options, request, reply, session);
  const answer = await page.handle(call);
  if (!(answer instanceof Html)) return reply.redirect(answer.to, answer.status);
  const { formAction, look } = page;
  const allowed = typeof formAction === "function" ? await formAction(call) : formAction;
  if (look.framed) allowFraming(reply);
  return reply
    .header("content-security-policy", policyOf(allowed, look))
    .type(HTML_TYPE)
    .send(answer.text);
}

/** Where to go after signing in: here, or to the page that contained this form. */
function backTo({ method, url, headers }: FastifyRequest): string {
  if (method === "GET" || method === "HEAD" || !URL.canParse(headers.referer ?? "")) return url;
  const { pathname, search } = new URL(headers.referer ?? "");
  return pathname + search;
}

function callOf(
  page: Page,
  options: PageOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  session: SessionCaller | null,
): PageCall {
  const baseUrl = options.publicUrl ?? originOf(request);
  const binding = {
    request,
    sessionCookie: options.sessionCookie,
    signedIn: session !== null,
  };
  const { csrf: token, ...given } = (request.body ?? {}) as Record<string, string>;
  if (page.method === "POST") requireOwnForm(binding, token, [baseUrl, originOf(request)]);
  let made: string | null = null;
  return {
    params: parse(page.params, request.params, "path"),
    query: parse(page.query, request.query, "query"),
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

/** An invalid path does not exist; an invalid query is a bad link. */
function parse(schema: z.ZodType | null, value: unknown, from: "path" | "query"): unknown {
  if (schema === null) return {};
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  if (from === "query") throw failureOf(parsed.error);
  throw new Failure("not-found", "path-not-found", "There is nothing at this address.");
}

function readForm(schema: z.ZodType | null, given: FormValues): FormResult<unknown> {
  if (schema === null) return { ok: true, value: {}, given };
  const parsed = schema.safeParse(given, { reportInput: true });
  if (parsed.success) return { ok: true, value: parsed.data, given };
  return { ok: false, fields: failureOf(parsed.error).fields ?? {}, given };
}
