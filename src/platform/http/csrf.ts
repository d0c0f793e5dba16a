/** Forms that other sites cannot send: a token tied to the browser, and what the browser says of itself. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { forbidden } from "../failure.ts";
import { readCookie, setCookie } from "./cookies.ts";

/** Before anyone has signed in, forms are tied to this cookie. */
const FORM_COOKIE = "longwave_form";

/** A secret cookie value never appears on a page; what is derived from it does. */
const tokenOf = (secret: string): string =>
  createHmac("sha256", secret).update("longwave form").digest("base64url");

/** What identifies the browser to a form: the session's cookie, or its own. */
type Binding = { request: FastifyRequest; sessionCookie: string; signedIn: boolean };

const secretOf = ({ request, sessionCookie, signedIn }: Binding): string | null =>
  readCookie(request, signedIn ? sessionCookie : FORM_COOKIE);

/** The token for this browser's forms; gives the browser a cookie when it has none yet. */
export function formToken(binding: Binding, reply: FastifyReply, baseUrl: string): string {
  const known = secretOf(binding);
  if (known !== null) return tokenOf(known);
  const value = randomBytes(24).toString("base64url");
  setCookie(reply, { name: FORM_COOKIE, value, life: "browser", baseUrl });
  return tokenOf(value);
}

/** Refuses a form that did not come from a page of ours in this same browser (403). */
export function requireOwnForm(binding: Binding, given: unknown, origins: readonly string[]): void {
  if (!cameFromHere(binding.request, origins))
    throw forbidden("This form was sent from another site.", "cross-site-form");
  const secret = secretOf(binding);
  if (secret === null || typeof given !== "string" || !equal(tokenOf(secret), given))
    throw forbidden(
      "This form is no longer valid. Go back, reload the page and send it again.",
      "stale-form",
    );
}

/** `Sec-Fetch-Site` where the browser sends it, else `Origin`; programs send neither. */
function cameFromHere({ headers }: FastifyRequest, origins: readonly string[]): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  return headers.origin === undefined || origins.includes(headers.origin);
}

function equal(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
