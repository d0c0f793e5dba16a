/** Sends audio, by the router's way or by the quick lane. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure, notFound } from "../../platform/failure.ts";
import { answerOf } from "../../platform/http/bytes.ts";
import type { Lane } from "../../platform/http/lane.ts";
import { sendAnswer } from "../../platform/http/sending.ts";
import type { Files } from "../../platform/media/files.ts";
import { MissingFile } from "../../platform/media/store.ts";
import { findRendition, peekRendition } from "./actions.ts";

/** Sends what `request` asks of the audio under `digest`. Fails with not-found, stale or out-of-range. */
export async function deliver(
  files: Files,
  digest: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const rendition = await findRendition(files, digest);
  if (rendition === null) throw notFound("audio");
  const answer = answerOf(rendition, request);
  if (answer.status === 412)
    throw new Failure("stale", "other-audio", "The audio here is not the one you expect.");
  if (answer.status === 416) {
    reply.header("content-range", `bytes */${rendition.bytes}`);
    throw new Failure("out-of-range", "range-not-satisfiable", "The audio ends before that range.");
  }
  const begin = () => {
    reply.hijack();
    return reply.raw.writeHead(answer.status, [...headersOf(reply), ...answer.headers]);
  };
  const exchange = { request: request.raw, response: reply.raw };
  await sendAnswer(exchange, files, answer, begin).catch((error: Error) => {
    throw error instanceof MissingFile && !reply.sent ? notFound("audio") : error;
  });
}

const headersOf = (reply: FastifyReply): string[] =>
  Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)]);

/** Without a query: a download goes the router's way. */
const ADDRESS = /^\/media\/r\/([0-9a-f]{64})\/[\w-]{1,200}\.mp3$/;

/** Sends ranges and wholes of audio that is open already; everything else is left to the route. */
export const audioLane = (files: Files): Lane => ({
  route: "/media/r/:digest/:name",
  prefix: "/media/r/",
  serve(request, response, head) {
    const digest = ADDRESS.exec(request.url ?? "")?.[1];
    const rendition = digest === undefined ? null : peekRendition(files, digest);
    if (rendition === null) return null;
    const answer = answerOf(rendition, request);
    if (answer.status >= 400) return null;
    const begin = () => response.writeHead(answer.status, [...head, ...answer.headers]);
    return sendAnswer({ request, response }, files, answer, begin);
  },
});
