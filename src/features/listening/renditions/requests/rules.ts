/** The rules of requests on which playback and counting must agree: probes, sessions, flowing bytes; pure. */
import type { IncomingHttpHeaders } from "node:http";
import type { ListenerFacts } from "./schema.ts";

/**
 * Whether a `Range` header is a probe: it requests only the first one or two bytes, to find out whether ranges are
 * supported (delivery §2, rule 3). Probes never count.
 */
export const isProbe = (range: string | null): boolean =>
  range !== null && /^\s*bytes\s*=\s*0\s*-\s*[01]\s*$/i.test(range);

/** The name of apps and browsers that no list contains. */
export const UNKNOWN_APP = "Unknown";

/**
 * Whether ads are chosen for a request: whoever sent it will listen (delivery §3). A HEAD or a probe from a listener's
 * app or browser is treated like a GET: AVFoundation players, and apps that resolve redirects first, keep using the
 * URL to which it redirects. From anything else it chooses no ads (contract §12).
 */
export function canGetAds(method: string, range: string | null, facts: ListenerFacts): boolean {
  if (facts.exclusion !== null) return false;
  const isTrial = method !== "GET" || isProbe(range);
  return !isTrial || facts.app !== UNKNOWN_APP;
}

/** The id that Apple's players send with all requests of a playback; null without one. */
export function sessionOf(headers: IncomingHttpHeaders): string | null {
  const session = headers["x-playback-session-id"];
  return typeof session === "string" && session !== "" ? session : null;
}

/** A response with fewer bytes (a second of audio at 128 kbit/s) does not prove that anybody listens. */
export const FLOW_BYTES = 16_384;
