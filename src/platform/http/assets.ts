/** Sends what the program's own files hold, such as scripts, styles and fonts, with few headers. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Encoded, sendEncoded } from "./encoding.ts";

/** `lasting`: the URL changes with the content. */
export type Asset = Readonly<{ type: string; body: Encoded | Buffer | string; lasting: boolean }>;

/**
 * Headers that guard answers with somebody's data, or documents. An asset is neither, and only pages of this server load
 * it: without them, a first visit is a tenth smaller. What keeps an asset from acting as a page, `nosniff`, stays.
 */
const NEEDLESS = [
  "access-control-allow-origin",
  "access-control-expose-headers",
  "content-security-policy",
  "cross-origin-resource-policy",
  "referrer-policy",
];

/** Sends an asset; browsers keep it for ever if it is lasting. */
export function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, lasting }: Asset,
): FastifyReply {
  for (const name of NEEDLESS) reply.removeHeader(name);
  reply.header("cache-control", lasting ? "public, max-age=31536000, immutable" : "no-cache");
  reply.type(type);
  return typeof body === "string" || Buffer.isBuffer(body)
    ? reply.send(body)
    : sendEncoded(request, reply, body);
}
