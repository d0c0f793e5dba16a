/** Texts that are the same for every visitor: compressed once, then sent as they are. */
import { hash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sendTagged } from "./caching.ts";
import { chooseEncoding, type Encoded } from "./encoding.ts";

/** A text in every encoding. Returned by a page whose session is not read (`isShared`). */
export class KeptText {
  readonly encoded: Encoded;
  readonly digest: string;

  constructor(encoded: Encoded) {
    this.encoded = encoded;
    this.digest = hash("sha1", encoded.identity, "base64url");
  }

  /** Bytes in memory. */
  get size(): number {
    return Object.values(this.encoded).reduce((total, { length }) => total + length, 0);
  }
}

/** Sends the encoding that the caller prefers; caches may keep it, and ask whether it still holds. */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  { encoded, digest }: KeptText,
): FastifyReply {
  const encoding = chooseEncoding(request.headers["accept-encoding"]);
  reply.header("cache-control", "public, no-cache").header("vary", "Accept-Encoding");
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return sendTagged(request, reply, encoded[encoding], `"${digest}-${encoding}"`);
}
