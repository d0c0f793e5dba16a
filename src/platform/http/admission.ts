/** Authenticates the caller and applies the rate limit before anything else of a request is read. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../failure.ts";
import { createRateLimit, type Windows } from "./ratelimit.ts";
import type { Caller } from "./route.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller; null without a token. */
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** Whether its requests count against the rate limit. */
    charged?: boolean;
  }
}

type Options = Readonly<{
  /** Requests per minute for an address without a token; 0 turns the limit off. */
  rateLimit: number;
  /** The caller that a token belongs to, or null if the token is unknown, expired or revoked. */
  authenticate(token: string): Promise<Caller | null>;
}>;

/**
 * Identifies the caller, charges the request to them, and refuses an invalid token on every route (401). The charge
 * comes first, so that guessing tokens runs into the rate limit.
 */
export async function admit(
  app: FastifyInstance,
  options: Options,
  windows: Windows,
): Promise<void> {
  const charge = await createRateLimit(app, options.rateLimit, windows);
  app.decorateRequest("caller", null);
  const settle = async (request: FastifyRequest, reply: FastifyReply, token: string | null) => {
    if (token !== null) request.caller = await options.authenticate(token);
    // Invalid tokens are charged on every route, so that guessing them runs into the limit.
    const isFree =
      request.routeOptions.config.charged === false && (token === null || request.caller !== null);
    if (charge !== null && !isFree) await charge(request, reply);
    if (token !== null && request.caller === null) throw badToken();
  };
  app.addHook("onRequest", (request, reply, done) => {
    const token = tokenOf(request);
    if (token === null && charge === null) done();
    else settle(request, reply, token).then(() => done(), done);
  });
}

const badToken = () =>
  new Failure(
    "unauthenticated",
    "invalid-token",
    "The access token is unknown, expired or revoked.",
  );

const SCHEME = "bearer";

/** The credentials after the scheme `Bearer` in `header`; null for another scheme. */
export function bearerOf(header: string): string | null {
  if (header.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return null;
  const rest = header.slice(SCHEME.length);
  return rest === "" || rest.startsWith(" ") ? rest.trim() : null;
}

/** The bearer token (RFC 6750 §2.1; "" if nothing follows the scheme), else the one in the query. */
function tokenOf({ headers, query }: FastifyRequest): string | null {
  const bearer = bearerOf(headers.authorization ?? "");
  if (bearer !== null) return bearer;
  const { oauth2_access_token: given } = query as Record<string, string | string[] | undefined>;
  // Two tokens are none (RFC 6750 §2: a client sends one); a token of spaces is unknown.
  return Array.isArray(given) ? " " : given || null;
}
