/** Recognises edges, the CDNs and caching proxies whose logs count what they send. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

const HEADER = "x-longwave-edge";

/** Whether a request is an edge's own: it carries `secret` (`CDN_SECRET`), which listeners do not know. */
export function edgeRecogniser(secret: string | null): (headers: IncomingHttpHeaders) => boolean {
  if (secret === null) return () => false;
  const expected = hashOf(secret);
  return (headers) => {
    const given = headers[HEADER];
    return typeof given === "string" && timingSafeEqual(hashOf(given), expected);
  };
}

/** Hashes have one length, which comparing in constant time needs. */
const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();
