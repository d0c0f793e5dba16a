/** Protects forms against other sites, with a token tied to the browser and the browser's own origin headers. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { forbidden } from "../failure.ts";
import { readCookie, setCookie } from "./cookies.ts";

/** Ties forms to the browser before anyone has signed in. */
const FORM_COOKIE = "longwave_form";

/** The secret cookie value never appears on a page; only this derived token does. */
const tokenOf = (secret: string): string =>
  createHmac("sha256", secret).update("longwave form").digest("base64url");

/** Identifies the browser for a form: the session's cookie, or the form cookie. */
export type Binding = { request: FastifyRequest; sessionCookie: string; signedIn: boolean };

const secretOf = ({ request, sessionCookie, signedIn }: Binding): string | null =>
  readCookie(request, signedIn ? sessionCookie : FORM_COOKIE);

/** The token for this browser's forms; sets the cookie if the browser has none yet. */
export function formToken(binding: Binding, reply: FastifyReply, baseUrl: string): string {
  const known = secretOf(binding);
  if (known !== null) return tokenOf(known);
  const value = randomBytes(24).toString("base64url");
  setCookie(reply, { name: FORM_COOKIE, value, life: "browser", baseUrl });
  return tokenOf(value);
}

/** Refuses a form that the browser says another site sent (403): known from the headers, before the body is read. */
export function requireOwnOrigin(request: FastifyRequest, origins: readonly string[]): void {
  if (!cameFromHere(request, origins))
    throw forbidden("This form was sent from another site.", "cross-site-form");
}

/** Refuses a form without the token of a page of this server in the same browser (403). */
export function requireToken(binding: Binding, given: unknown): void {
  const secret = secretOf(binding);
  if (secret === null || typeof given !== "string" || !equal(tokenOf(secret), given))
    throw forbidden(
      "This form is no longer valid. Go back, reload the page and send it again.",
      "stale-form",
    );
}

/** Checks `Sec-Fetch-Site`, or `Origin` if the browser does not send it; programs send neither. */
function cameFromHere({ headers }: FastifyRequest, origins: readonly string[]): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  return headers.origin === undefined || origins.includes(headers.origin);
}

function equal(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
