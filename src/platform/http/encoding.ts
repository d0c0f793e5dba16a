/** Content codings of responses: which one a caller prefers, and files that are compressed once. */
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

export type Encoding = "identity" | "gzip" | "br";

/** The encoding that the caller prefers (RFC 9110 §12.5.3); a quality of 0 excludes an encoding. */
export function chooseEncoding(header: string | undefined): Encoding {
  const offers = (header ?? "").split(",").map((offer) => {
    const [name = "", ...rest] = offer.split(";");
    const quality = /\bq\s*=\s*([\d.]+)/.exec(rest.join(";"))?.[1];
    return { name: name.trim().toLowerCase(), quality: Number(quality ?? 1) };
  });
  const takes = (encoding: string): boolean => {
    const named = offers.find(({ name }) => name === encoding);
    return (named ?? offers.find(({ name }) => name === "*"))?.quality !== 0 && named !== undefined;
  };
  if (takes("br")) return "br";
  return takes("gzip") ? "gzip" : "identity";
}

const deflate = promisify(gzip);
const brotli = promisify(brotliCompress);

/** Quality for what is compressed for one response: a page of 28 kB takes 0.6 ms. */
const QUICK = 4;
/** The same for brotli, which gives 7 % fewer bytes than 4 for a page of 60 kB, in the same time. */
const QUICK_BROTLI = 5;

/** Compresses a text for one response. */
export async function compressText(text: string, encoding: Encoding): Promise<Buffer> {
  if (encoding === "gzip") return deflate(text, { level: QUICK });
  if (encoding === "br")
    return brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUICK_BROTLI } });
  return Buffer.from(text);
}

const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** A text in every encoding. */
export type Encoded = Readonly<Record<Encoding, Buffer>>;

/**
 * A text that many will fetch, compressed once for the first who asks for an encoding, because the start of a server
 * would wait 0.2 s for all of them: `quality` 9 takes 4 ms for 30 kB. All later ones get 8 % fewer bytes by 11, which
 * another thread takes its time for. For what a stranger can have compressed often, 5 takes a tenth of 9 and gives 3 %
 * more bytes.
 */
export function encodeText(text: string, quality: 5 | 9 = 9): Encoded {
  const identity = Buffer.from(text);
  let gzipped: Buffer | undefined;
  let br: Buffer | undefined;
  // Without the best, the first one stays in use.
  const keepBest = (error: Error | null, best: Buffer) => {
    if (error === null) br = best;
  };
  return {
    identity,
    get gzip() {
      gzipped ??= gzipSync(identity, { level: quality });
      return gzipped;
    },
    get br() {
      if (br !== undefined) return br;
      br = brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
      if (quality === 9) brotliCompress(identity, BEST, keepBest);
      return br;
    },
  };
}

/** `encodeText` with quality 5 for long texts: half a megabyte takes 20 ms, on other threads than the event loop's. */
export async function encodeLongText(text: string): Promise<Encoded> {
  const identity = Buffer.from(text);
  const [gzipped, br] = await Promise.all([
    deflate(identity, { level: 5 }),
    brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  ]);
  return { identity, gzip: gzipped, br };
}

/** Sends the encoding that the caller prefers; `reply` already has its content type. */
export function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  encoded: Encoded,
): FastifyReply {
  const encoding = chooseEncoding(request.headers["accept-encoding"]);
  reply.header("vary", "Accept-Encoding");
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.send(encoded[encoding]);
}
