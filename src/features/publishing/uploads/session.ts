/** Lets pages send uploads: the person signed in to the browser, who proves with a form's token that the page is ours. */
import type { FastifyRequest } from "fastify";
import { requireOwnOrigin, requireToken } from "../../../platform/http/csrf.ts";
import { baseUrlOf, originOf } from "../../../platform/http/origin.ts";
import { callerOf, type PageOptions } from "../../../platform/http/pages.ts";
import type { Caller } from "../../../platform/http/route.ts";

/** How sessions of browsers are found. */
export type BrowserSessions = Pick<PageOptions, "sessionCookie" | "findSession"> &
  Readonly<{ publicUrl: string | null }>;

/**
 * The header with the form's token. Other sites' scripts can send neither it, because CORS does not allow it, nor the
 * cookie.
 */
const TOKEN_HEADER = "x-csrf-token";

/** The person whose page sends `request`; null without the header or a session. Fails with 403 for another site. */
export async function findPageCaller(
  sessions: BrowserSessions,
  request: FastifyRequest,
): Promise<Caller | null> {
  const token = request.headers[TOKEN_HEADER];
  if (token === undefined) return null;
  requireOwnOrigin(request, [baseUrlOf(request, sessions.publicUrl), originOf(request)]);
  const session = await sessions.findSession(request);
  if (session === null) return null;
  requireToken({ request, sessionCookie: sessions.sessionCookie, signedIn: true }, token);
  return callerOf(session);
}
