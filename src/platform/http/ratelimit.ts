/** Limits requests per minute: by user for callers with a token, by address for all others (contract §11). */
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { overLimit } from "../failure.ts";
import { keepingAtMost } from "../leastused.ts";
import type { Limit } from "../limits.ts";
import { callerNetwork } from "./address.ts";

/** Factor by which the limit is higher for callers with a token. */
const WITH_TOKEN = 10;
const MAX_CALLERS = 50_000;
const WINDOW_MS = 60_000;

/** Requests per minute from an address without a token. */
export const requestsLimit = (perMinute: number): Limit => ({
  name: "requests-per-minute",
  value: perMinute,
  unit: "requests",
  bounds: `Requests per minute from one address (an IPv6 /64 counts as one) without a token; a user with a token has ${WITH_TOKEN} times as many.`,
  beyond: "429 `too-many-requests` with `Retry-After`",
  setting: "RATE_LIMIT",
});

/** Charges a request to its caller and sets `RateLimit-*`; fails with `too-many` (429). */
export type Charge = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Charges a request to the user with a token, else to its address, and returns the headers `RateLimit-*` as a flat list;
 * null, without charging anything, if the caller has used up their requests.
 */
export type ChargeCaller = (user_id: number | null, address: string) => readonly string[] | null;

/** Charges the same windows as `createRateLimit`, for requests that do not reach the router. */
export const chargeCallerOf =
  (windows: Windows, perMinute: number): ChargeCaller =>
  (user_id, address) => {
    const caller = windowNameOf(user_id, address);
    const most = user_id === null ? perMinute : perMinute * WITH_TOKEN;
    const used = windows.callers.get(caller)?.requests ?? 0;
    if (used >= most) return null;
    const { current, ttl } = windowOf(windows, caller);
    return [
      ...["ratelimit-limit", String(most)],
      ...["ratelimit-remaining", String(most - current)],
      ...["ratelimit-reset", String(Math.ceil(ttl / 1000))],
    ];
  };

/** Requests of the last minute, by caller. */
export type Windows = Readonly<{
  callers: LRUCache<string, { requests: number }>;
  /** Called for each request that is charged here. */
  onCharge?: ((caller: string) => void) | undefined;
}>;

export const openWindows = (onCharge?: (caller: string) => void): Windows => ({
  callers: new LRUCache({ ...keepingAtMost(MAX_CALLERS), ttl: WINDOW_MS }),
  onCharge,
});

/** Adds what other processes of this server have charged. */
export function addCharges(
  { callers }: Windows,
  charges: readonly (readonly [caller: string, requests: number])[],
): void {
  for (const [caller, requests] of charges) windowFor(callers, caller).requests += requests;
}

/** `perMinute` applies to an address, ten times as much to a user with a token; null if `perMinute` is 0. */
export async function createRateLimit(
  app: FastifyInstance,
  perMinute: number,
  windows: Windows,
): Promise<Charge | null> {
  if (perMinute === 0) return null;
  await app.register(rateLimit, {
    global: false,
    store: class extends SteadyStore {
      override readonly windows = windows;
    },
    timeWindow: WINDOW_MS,
    max: (request) => (request.caller === null ? perMinute : perMinute * WITH_TOKEN),
    keyGenerator: callerOf,
  });
  const count = app.createRateLimit();
  const limit = requestsLimit(perMinute);
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
    throw overLimit(limit, "too-many", "too-many-requests", message);
  };
}

/** A connection that has been closed has no address. */
const callerOf = ({ caller, ip }: FastifyRequest): string =>
  windowNameOf(caller?.user_id ?? null, (ip as string | undefined) ?? "");

const windowNameOf = (user_id: number | null, address: string): string =>
  user_id === null ? callerNetwork(address) : `user ${user_id}`;

type Done = (error: Error | null, result: { current: number; ttl: number }) => void;

/**
 * Counts requests in windows of a clock that nobody sets: with the library's own store, a caller at the limit would
 * wait for an hour after the system's clock was set back by one.
 */
abstract class SteadyStore {
  abstract readonly windows: Windows;

  incr(caller: string, done: Done): void {
    done(null, windowOf(this.windows, caller));
  }

  child(): SteadyStore {
    return this;
  }
}

/** Adds a request to the caller's window. */
function windowOf(
  { callers, onCharge }: Windows,
  caller: string,
): { current: number; ttl: number } {
  const window = windowFor(callers, caller);
  window.requests += 1;
  onCharge?.(caller);
  return { current: window.requests, ttl: callers.getRemainingTTL(caller) };
}

/** The caller's window, which begins now if they have none. */
function windowFor(callers: Windows["callers"], caller: string): { requests: number } {
  const found = callers.get(caller);
  if (found !== undefined) return found;
  const window = { requests: 0 };
  callers.set(caller, window);
  return window;
}
