/** The pages that oidc-provider renders itself: device code, confirmation, errors. */
import type { IncomingMessage } from "node:http";
import type { KoaContextWithOIDC } from "oidc-provider";
import { type Html, html, trusted } from "../../../platform/http/html.ts";
import type { Locale } from "../../../platform/http/locale.ts";
import type { SessionCaller } from "../../../platform/http/pages.ts";
import type { SiteDeps } from "../../../platform/http/site.ts";
import { fill } from "../../web/layout/rules.ts";
import { field, notice, submit } from "../../web/layout/views.ts";
import { showNarrow } from "../accounts/frame.ts";
import { fillHtml } from "../accounts/times.ts";
import { type OauthWords, oauthWords } from "./words.ts";

/** Who looks at a page of the library, and in which language. */
export type Visitor = Readonly<{ session: SessionCaller | null; locale: Locale }>;

/** The visitor of a raw request. */
export type VisitorOf = (request: IncomingMessage) => Visitor;

/** The four pages that the library asks for. */
export type DevicePages = ReturnType<typeof devicePages>;

type Refused = { error: string; error_description?: string | undefined };
type Client = { clientName?: string | undefined };

type Page = (words: OauthWords) => readonly [title: string, body: Html];
type Show = (context: KoaContextWithOIDC, page: Page) => Promise<void>;

/** The pages with the site's name around them, for the visitor and in their language. */
export function devicePages({ siteIdentity }: SiteDeps, visitorOf: VisitorOf) {
  const show: Show = async (context, page) => {
    const visitor = visitorOf(context.req);
    const [title, body] = page(oauthWords(visitor.locale));
    const frame = { site: await siteIdentity.read(), url: context.url };
    send(context, showNarrow({ ...visitor, frame }, title, html`<h1>${title}</h1>${body}`));
  };
  return {
    code: (context: KoaContextWithOIDC, form: string, _out?: unknown, error?: unknown) =>
      show(context, codePage(context, form, error)),
    confirm: (
      context: KoaContextWithOIDC,
      form: string,
      client: Client,
      _device: unknown,
      code: string,
    ) => show(context, confirmPage(form, client, code)),
    connected: (context: KoaContextWithOIDC) =>
      show(context, (words) => [
        words.connected,
        html`<p>${fill(words.connected_text, { app: context.oidc.client?.clientName ?? words.an_app })}</p>`,
      ]),
    refused: (context: KoaContextWithOIDC, out: Refused) => show(context, refusedPage(out)),
  };
}

function send(context: KoaContextWithOIDC, page: Html): void {
  context.set(
    "content-security-policy",
    "default-src 'none'; style-src 'self'; font-src 'self'; manifest-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  context.set("cache-control", "no-store");
  context.type = "html";
  context.body = page.text;
}

/** The CSRF token from the form that the library generates. */
const xsrfOf = (form: string): string => /name="xsrf" value="([^"]*)"/.exec(form)?.[1] ?? "";

const expired = (words: OauthWords): Html => html`
${notice(words.device_expired, "problem")}
<p><a href="/oauth2/device">${words.start_again}</a></p>`;

/** Asks for the code that the device shows. */
function codePage(context: KoaContextWithOIDC, form: string, error: unknown): Page {
  const { session } = context.oidc;
  if (error !== undefined && session !== undefined && session.exp === undefined) {
    // Otherwise the library would fail to save a session that it has not started.
    Object.assign(session, { touched: false });
    return (words) => [words.device, expired(words)];
  }
  const wrong = (error as { name?: string } | undefined)?.name;
  return (words) => {
    const refused = wrong === "AbortedError" ? words.cancelled : words.wrong_code;
    return [
      words.device,
      html`
${notice(wrong === undefined ? null : refused, "problem")}
<p>${words.device_lead}</p>
<form class="code-form" method="post" action="/oauth2/device">
<input type="hidden" name="xsrf" value="${trusted(xsrfOf(form))}">
${field({ label: words.device_code, hint: words.device_hint, name: "user_code", autocomplete: "off", autocapitalize: "none", required: true })}
${submit(words.continue)}
</form>`,
    ];
  };
}

/** Shows the code again, so that nobody connects a stranger's device. */
const confirmPage =
  (form: string, { clientName }: Client, code: string): Page =>
  (words) => [
    words.your_device,
    html`<p>${fillHtml(words.device_asks, { app: html`<strong>${clientName ?? words.an_app}</strong>` })}</p>
      <p class="secret">${code}</p>
      <p>${words.device_other}</p>
      <form method="post" action="/oauth2/device">
        <input type="hidden" name="xsrf" value="${trusted(xsrfOf(form))}">
        <input type="hidden" name="user_code" value="${code}">
        <input type="hidden" name="confirm" value="yes">
        <button type="submit">${words.yes}</button>
        <button type="submit" name="abort" value="yes" class="quiet">${words.cancel}</button>
      </form>`,
  ];

/** Errors that cannot be sent back to the app, such as a wrong redirect URI, are shown to the person. */
const refusedPage =
  ({ error, error_description }: Refused): Page =>
  (words) => [
    words.invalid,
    html`<p>${words.invalid_text}</p>
      <p class="secret" lang="en">${error}${error_description && html`<br>${error_description}`}</p>`,
  ];
