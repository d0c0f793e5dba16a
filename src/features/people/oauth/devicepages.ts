/** The pages that oidc-provider renders itself: device code, confirmation, errors. */
import type { KoaContextWithOIDC } from "oidc-provider";
import { type Html, html, trusted } from "../../../platform/http/html.ts";
import { field, layout, notice, submit } from "../../web/layout/views.ts";

function show(context: KoaContextWithOIDC, title: string, body: Html): void {
  context.set(
    "content-security-policy",
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  context.set("cache-control", "no-store");
  context.type = "html";
  const page = layout({
    title,
    session: null,
    body,
    narrow: true,
  });
  context.body = page.text;
}

/** The CSRF token from the form that the library generates. */
const xsrfOf = (form: string): string => /name="xsrf" value="([^"]*)"/.exec(form)?.[1] ?? "";

const expired = html`
<h1>Connect a device</h1>
${notice("This form has expired, or your browser blocks cookies for this site.", "problem")}
<p><a href="/oauth2/device">Start again</a></p>`;

/** Asks for the code that the device shows. */
export async function codePage(
  context: KoaContextWithOIDC,
  form: string,
  _out?: unknown,
  error?: unknown,
) {
  const { session } = context.oidc;
  if (error !== undefined && session !== undefined && session.exp === undefined) {
    // Otherwise the library would fail to save a session that it has not started.
    Object.assign(session, { touched: false });
    return show(context, "Connect a device", expired);
  }
  const wrong = (error as { name?: string } | undefined)?.name;
  const trouble: string | null =
    wrong === undefined
      ? null
      : wrong === "AbortedError"
        ? "The request was cancelled."
        : "That code is invalid or has expired. Check it and try again.";
  show(
    context,
    "Connect a device",
    html`
<h1>Connect a device</h1>
${notice(trouble, "problem")}
<form method="post" action="/oauth2/device">
<input type="hidden" name="xsrf" value="${trusted(xsrfOf(form))}">
${field({ label: "Code shown on the device", name: "user_code", autocomplete: "off", autocapitalize: "none", required: true })}
${submit("Continue")}
</form>`,
  );
}

/** Shows the code again, so that nobody connects a stranger's device. */
export async function confirmPage(
  context: KoaContextWithOIDC,
  form: string,
  client: { clientName?: string | undefined },
  _device: unknown,
  code: string,
) {
  show(
    context,
    "Is this your device?",
    html`<h1>Is this your device?</h1>
      <p><strong>${client.clientName ?? "An app"}</strong> wants to connect to your account. Check that your device shows this code:</p>
      <p class="secret">${code}</p>
      <p>If it shows another code, or you did not start this, cancel.</p>
      <form method="post" action="/oauth2/device">
        <input type="hidden" name="xsrf" value="${trusted(xsrfOf(form))}">
        <input type="hidden" name="user_code" value="${code}">
        <input type="hidden" name="confirm" value="yes">
        <button type="submit">Yes, continue</button>
        <button type="submit" name="abort" value="yes" class="quiet">Cancel</button>
      </form>`,
  );
}

export async function connectedPage(context: KoaContextWithOIDC) {
  const name = context.oidc.client?.clientName ?? "The app";
  show(
    context,
    "Connected",
    html`<h1>Connected</h1><p>${name} is connected. You can close this page and continue on your device.</p>`,
  );
}

/** Errors that cannot be sent back to the app, such as a wrong redirect URI, are shown to the person. */
export async function refusedPage(
  context: KoaContextWithOIDC,
  out: { error: string; error_description?: string | undefined },
) {
  show(
    context,
    "The app sent an invalid request",
    html`<h1>The app sent an invalid request</h1>
      <p>You cannot sign in with this app until it is fixed. Show this to its developer:</p>
      <p class="secret">${out.error}${out.error_description && html`<br>${out.error_description}`}</p>`,
  );
}
