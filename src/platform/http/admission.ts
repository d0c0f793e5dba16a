/** Who asks, and whether they ask too often: settled before anything else of a request is read. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../failure.ts";
import { createRateLimit } from "./ratelimit.ts";
import type { Viewer } from "./route.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who makes the request; null for nobody. */
    viewer: Viewer | null;
  }
  interface FastifyContextConfig {
    /** Whether its requests count against the rate limit. */
    charged?: boolean;
  }
}

type Options = Readonly<{
  /** Requests a minute for an address without token; 0 is off. */
  rateLimit: number;
  /** The viewer behind a token, or null when it is unknown, expired or revoked. */
  authenticate(token: string): Promise<Viewer | null>;
}>;

/**
 * Recognises the caller, charges the request to them, and refuses a bad token wherever it is sent
 * (401). The charge comes first, so that guessing tokens runs into the rate limit.
 */
export async function admit(app: FastifyInstance, options: Options): Promise<void> {
  const charge = await createRateLimit(app, options.rateLimit);
  app.decorateRequest("viewer", null);
  const settle = async (request: FastifyRequest, reply: FastifyReply, token: string | null) => {
    if (token !== null) request.viewer = await options.authenticate(token);
    // A bad token is charged everywhere, so that guessing them runs into the limit.
    const isFree =
      request.routeOptions.config.charged === false && (token === null || request.viewer !== null);
    if (charge !== null && !isFree) await charge(request, reply);
    if (token !== null && request.viewer === null) throw badToken();
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

/** What follows the scheme `Bearer` in `header`; null for another scheme. */
function bearerOf(header: string): string | null {
  if (header.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return null;
  const rest = header.slice(SCHEME.length);
  return rest === "" || rest.startsWith(" ") ? rest.trim() : null;
}

/** The bearer token (RFC 6750 §2.1; "" when there is none after the word), else the query's. */
function tokenOf({ headers, query }: FastifyRequest): string | null {
  const bearer = bearerOf(headers.authorization ?? "");
  if (bearer !== null) return bearer;
  return (query as Record<string, string>).oauth2_access_token || null;
}
