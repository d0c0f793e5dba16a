/** The pages that oidc-provider asks for itself: device code and refusals. */
import type { KoaContextWithOIDC } from "oidc-provider";
import { type Html, html, trusted } from "../../platform/http/html.ts";
import { field, layout, notice, submit } from "../layout/views.ts";

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

/** The hidden field that proves the form is ours, out of the form that the library offers. */
const xsrfOf = (form: string): string => /name="xsrf" value="([^"]*)"/.exec(form)?.[1] ?? "";

const expired = html`
<h1>Connect a device</h1>
${notice("This form has expired, or your browser does not keep cookies for this site.", "problem")}
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
    // The library would now save a session that it has not begun, and fail.
    Object.assign(session, { touched: false });
    return show(context, "Connect a device", expired);
  }
  const wrong = (error as { name?: string } | undefined)?.name;
  const trouble: string | null =
    wrong === undefined
      ? null
      : wrong === "AbortedError"
        ? "The request was stopped."
        : "That code is not known. Check it and try again.";
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

/** Shows the code once more, so that nobody connects a stranger's device. */
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
      <p><strong>${client.clientName ?? "An app"}</strong> wants to connect. Your device should be showing this code:</p>
      <p class="secret">${code}</p>
      <p>If it does not, or you did not ask for it, stop here.</p>
      <form method="post" action="/oauth2/device">
        <input type="hidden" name="xsrf" value="${trusted(xsrfOf(form))}">
        <input type="hidden" name="user_code" value="${code}">
        <input type="hidden" name="confirm" value="yes">
        <button type="submit">Yes, continue</button>
        <button type="submit" name="abort" value="yes" class="quiet">Stop</button>
      </form>`,
  );
}

export async function connectedPage(context: KoaContextWithOIDC) {
  const name = context.oidc.client?.clientName ?? "The app";
  show(
    context,
    "Connected",
    html`<h1>Connected</h1><p>${name} is connected. You can close this page and go on with your device.</p>`,
  );
}

/** What cannot be sent back to the app, such as a wrong redirect address, is told to the person. */
export async function refusedPage(
  context: KoaContextWithOIDC,
  out: { error: string; error_description?: string | undefined },
) {
  show(
    context,
    "This request cannot be granted",
    html`<h1>This request cannot be granted</h1>
      <p>The app that sent you here asked in a way that is not allowed. Tell its makers:</p>
      <p class="secret">${out.error}${out.error_description && html`<br>${out.error_description}`}</p>`,
  );
}
