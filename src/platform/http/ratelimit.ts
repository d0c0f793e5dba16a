/** Requests a minute: by token for callers who have one, by address for all others (contract §11). */
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import ipaddr from "ipaddr.js";
import { Failure } from "../failure.ts";

/** A caller with a token may make this many times the requests of one without. */
const WITH_TOKEN = 10;
const MAX_CALLERS = 50_000;

/** Limits every route to `perMinute` for an address, ten times that for a token; 0 is off. */
export async function limitRate(app: FastifyInstance, perMinute: number): Promise<void> {
  if (perMinute === 0) return;
  await app.register(rateLimit, {
    global: true,
    hook: "onRequest",
    timeWindow: "1 minute",
    cache: MAX_CALLERS,
    max: (request) => (request.viewer === null ? perMinute : perMinute * WITH_TOKEN),
    keyGenerator: (request) =>
      request.viewer === null ? networkOf(request.ip) : `user ${request.viewer.user_id}`,
    enableDraftSpec: true,
    errorResponseBuilder: (_request, { after }) =>
      new Failure("too-many", "too-many-requests", `Too many requests. Try again in ${after}.`),
  });
}

/** An IPv6 caller owns a whole /64: it counts as one address. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return parsed.toByteArray().slice(0, 8).join(".");
}
