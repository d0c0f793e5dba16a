/** Requests a minute: by user for callers with a token, by address for all others (contract §11). */
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../failure.ts";

/** A caller with a token may make this many times the requests of one without. */
const WITH_TOKEN = 10;
const MAX_CALLERS = 50_000;
/** An IPv6 caller owns a whole /64: it counts as one address. */
const IPV6_SUBNET = 64;

/** Charges a request to its caller and says so in `RateLimit-*`; fails with `too-many` (429). */
export type Charge = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** `perMinute` for an address, ten times that for a token; null when `perMinute` is 0. */
export async function createRateLimit(
  app: FastifyInstance,
  perMinute: number,
): Promise<Charge | null> {
  if (perMinute === 0) return null;
  await app.register(rateLimit, {
    global: false,
    cache: MAX_CALLERS,
    timeWindow: 60_000,
    max: (request) => (request.viewer === null ? perMinute : perMinute * WITH_TOKEN),
    keyGenerator: callerOf,
  });
  const count = app.createRateLimit();
  return async (request, reply) => {
    const state = await count(request);
    if (state.isAllowed) return;
    const wait = String(state.ttlInSeconds);
    reply.headers({
      "ratelimit-limit": String(state.max),
      "ratelimit-remaining": String(state.remaining),
      "ratelimit-reset": wait,
    });
    if (!state.isExceeded) return;
    reply.header("retry-after", wait);
    const message = `Too many requests. Try again in ${wait} seconds.`;
    throw new Failure("too-many", "too-many-requests", message);
  };
}

/** A connection that is already gone has no address any more. */
const callerOf = ({ viewer, ip }: FastifyRequest): string =>
  viewer === null
    ? rateLimit.normalizeIP((ip as string | undefined) ?? "", IPV6_SUBNET)
    : `user ${viewer.user_id}`;
