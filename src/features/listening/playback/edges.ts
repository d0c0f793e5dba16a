/** Recognises edges, the CDNs and caching proxies whose logs count what they send. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Config } from "../../../config.ts";
import { peerOf } from "../../../platform/http/address.ts";
import { isWithinNetworks } from "../../../platform/net/addresses.ts";

const HEADER = "x-longwave-edge";

/** Whether a request is an edge's own. `address`: the client's, as forwarded by a trusted proxy. */
export type EdgeRecogniser = (
  request: Pick<IncomingMessage, "headers" | "socket">,
  address: string,
) => boolean;

/**
 * Recognises requests with the secret (`CDN_SECRET`), which listeners do not know, and those from the edges' networks
 * (`CDN_NETWORKS`), directly or through a trusted proxy.
 */
export function edgeRecogniser({
  secret,
  networks,
}: Pick<Config["cdn"], "secret" | "networks">): EdgeRecogniser {
  const expected = secret === null ? null : hashOf(secret);
  const hasSecret = (given: unknown) =>
    expected !== null && typeof given === "string" && timingSafeEqual(hashOf(given), expected);
  const isListed = (address: string) => networks !== null && isWithinNetworks(address, networks);
  return (request, address) =>
    hasSecret(request.headers[HEADER]) ||
    isListed(address) ||
    isListed(peerOf(request as IncomingMessage));
}

/** Hashes have one length, which comparing in constant time needs. */
const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();
