/** Sends a stored file with ranges and conditions, as it is. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../failure.ts";
import type { Files } from "../media/files.ts";
import { digestOf } from "../media/key.ts";
import {
  type BytesAnswer,
  bytesAnswerOf,
  type RepresentationHeaders,
  representationHeadersOf,
} from "./bytes.ts";
import { sendAnswer } from "./sending.ts";

export type StoredResponse = Readonly<{
  /** Of a file of the media store, whose name begins with the digest of its content. */
  key: string;
  contentType: string;
  /** Changes the headers that every response for the file has. Default: the file behind the URL never changes. */
  headers?: (fixed: RepresentationHeaders) => RepresentationHeaders;
}>;

type Exchange = Readonly<{ request: FastifyRequest; reply: FastifyReply }>;

/** Sends the audio under `key`; false if there is none. Fails with 412 or 416 as the conditions of the request require. */
export async function sendStoredAudio(
  files: Files,
  { key, contentType, headers = (fixed) => fixed }: StoredResponse,
  { request, reply }: Exchange,
): Promise<boolean> {
  const file = await files.open(key);
  if (file === null) return false;
  const { bytes, modifiedAt } = file;
  file.release();
  const segments = [{ key, start: 0, bytes }];
  const rendition = { digest: digestOf(key), contentType, segments, bytes, modifiedAt };
  const fixed = headers(representationHeadersOf(rendition));
  const answer = bytesAnswerOf(rendition, request, fixed);
  refuse(answer, bytes, reply);
  await sendAnswer({ request: request.raw, response: reply.raw }, files, answer, () => {
    reply.hijack();
    const head = Object.entries(reply.getHeaders()).flatMap(([name, value]) => [
      name,
      String(value),
    ]);
    return reply.raw.writeHead(answer.status, [...head, ...answer.headers]);
  });
  return true;
}

function refuse({ status }: BytesAnswer, bytes: number, reply: FastifyReply): void {
  if (status === 412)
    throw new Failure(
      "stale",
      "other-audio",
      "The audio does not match your If-Match or If-Unmodified-Since header.",
    );
  if (status !== 416) return;
  reply.header("content-range", `bytes */${bytes}`);
  throw new Failure(
    "out-of-range",
    "range-not-satisfiable",
    "The requested range is beyond the end of the audio.",
  );
}
