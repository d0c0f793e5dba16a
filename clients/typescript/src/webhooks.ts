/** Verifies webhooks by Standard Webhooks 1.0 (https://www.standardwebhooks.com), with the platform's own cryptography. */

/** How far the clocks may differ, in seconds; older requests are refused, so that they cannot be replayed. */
const TOLERANCE = 5 * 60;

type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export class WebhookError extends Error {
  override readonly name = "WebhookError";
}

/**
 * The content of a webhook, if one of its signatures is valid; otherwise it throws a `WebhookError`. `body` is the text
 * as it was received, `secrets` one secret (`whsec_…`) or public key (`whpk_…`) or, while it is being rotated, several.
 * `now`: milliseconds.
 */
export async function verifyWebhook<T = unknown>(
  body: string,
  headers: HeaderSource,
  secrets: string | readonly string[],
  now = Date.now(),
): Promise<T> {
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature").split(" ");
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError("The timestamp is not a number.");
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE)
    throw new WebhookError("The timestamp is more than five minutes away.");
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const secret of typeof secrets === "string" ? [secrets] : secrets)
    if (await isSigned(content, signatures, secret)) return JSON.parse(body) as T;
  throw new WebhookError("No signature is valid.");
}

function headerOf(headers: HeaderSource, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== "string" || value === "") throw new WebhookError(`${name} is missing.`);
  return value;
}

const PUBLIC_KEY = "whpk_";
const HMAC = { name: "HMAC", hash: "SHA-256" };

/** A public key verifies `v1a` only, and a secret `v1`: whoever knows a public key must not pass it off as a secret. */
async function isSigned(
  content: Uint8Array<ArrayBuffer>,
  signatures: readonly string[],
  secret: string,
): Promise<boolean> {
  const isPublic = secret.startsWith(PUBLIC_KEY);
  const bytes = fromBase64(secret.replace(/^wh(?:pk|sec)_/, ""));
  if (bytes === null) throw new TypeError("The secret is not base64.");
  const how = isPublic ? "Ed25519" : HMAC;
  const key = await crypto.subtle.importKey("raw", bytes, how, false, ["verify"]);
  const version = isPublic ? "v1a," : "v1,";
  for (const signature of signatures.filter((one) => one.startsWith(version))) {
    const given = fromBase64(signature.slice(version.length));
    // WebCrypto compares in constant time.
    if (given !== null && (await crypto.subtle.verify(how, key, given, content))) return true;
  }
  return false;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
