/** Sends the audio of a preview, and reports it to nobody. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "../../../../platform/failure.ts";
import { bytesAnswerOf } from "../../../../platform/http/bytes.ts";
import { sendAnswer } from "../../../../platform/http/sending.ts";
import { MissingFile } from "../../../../platform/media/store.ts";
import { segmentsOf } from "../../renditions/rules.ts";
import type { Manifest } from "../../renditions/schema.ts";
import type { Playback } from "../schema.ts";
import { headersOf, refusalOf } from "../sending.ts";

/** Sends what `request` asks of the rendition, as listeners get it. Fails with not-found, stale or out-of-range. */
export async function sendPreview(
  { files }: Playback,
  manifest: Manifest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { digest, bytes } = manifest;
  const segments = segmentsOf(manifest);
  const etag = `"${digest}"`;
  // Without a date: the ETag alone says whether the bytes are the same.
  const headers = ["etag", etag, "accept-ranges", "bytes", "cache-control", "private, no-store"];
  const rendition = { digest, contentType: "audio/mpeg", segments, bytes, modifiedAt: new Date(0) };
  const answer = bytesAnswerOf(rendition, request, { etag, modified: "", headers });
  if (answer.status === 412 || answer.status === 416)
    throw refusalOf(answer.status, manifest, reply);
  const begin = () => {
    reply.hijack();
    return reply.raw.writeHead(answer.status, [...headersOf(reply), ...answer.headers]);
  };
  try {
    await sendAnswer({ request: request.raw, response: reply.raw }, files, answer, begin);
  } catch (error) {
    throw error instanceof MissingFile && !reply.sent ? notFound("audio") : error;
  }
}
