/** Sends audio, by the router's way or by the quick lane, and tells counting what was sent. */
import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure, notFound } from "../../platform/failure.ts";
import { answerOf, type BytesAnswer, rangesWithin } from "../../platform/http/bytes.ts";
import type { Lane } from "../../platform/http/lane.ts";
import { sendAnswer, type Tally } from "../../platform/http/sending.ts";
import { MissingFile } from "../../platform/media/store.ts";
import type { UnderWay } from "./progress.ts";
import { deliveryRecord } from "./records.ts";
import type { Served } from "./renditions.ts";
import { type Via, viaOf } from "./rules.ts";
import type { Playback } from "./schema.ts";
import { attachment } from "./views.ts";

type Target = Readonly<{ digest: string; via: Via }>;

/** Sends what `request` asks of the audio under `digest`. Fails with not-found, stale or out-of-range. */
export async function deliver(
  playback: Playback,
  { digest, via }: Target,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const rendition = await playback.renditions.find(digest);
  if (rendition === null) throw notFound("audio");
  const answer = answerOf(rendition, request, rendition.told);
  const tally = { taken: 0 };
  const given = { rendition, via, answer, tally };
  const response = underWay(playback, given, request.raw, request.ip);
  if (answer.status === 412 || answer.status === 416) {
    playback.recorder.note(response.record());
    throw refusalOf(answer.status, rendition, reply);
  }
  const begin = () => {
    reply.hijack();
    playback.progress.add(response);
    return reply.raw.writeHead(answer.status, [...headersOf(reply), ...answer.headers]);
  };
  const exchange = { request: request.raw, response: reply.raw };
  try {
    await sendAnswer(exchange, playback.files, answer, begin, tally);
  } catch (error) {
    throw error instanceof MissingFile && !reply.sent ? notFound("audio") : error;
  } finally {
    if (reply.sent) end(playback, response);
  }
}

/** Tells counting of a response that has ended, one way or the other. */
function end({ progress, recorder }: Playback, response: UnderWay): void {
  progress.remove(response);
  recorder.note(response.record());
}

function refusalOf(status: 412 | 416, { bytes }: Served, reply: FastifyReply): Failure {
  if (status === 412)
    return new Failure("stale", "other-audio", "The audio here is not the one you expect.");
  reply.header("content-range", `bytes */${bytes}`);
  const message = "The audio ends before that range.";
  return new Failure("out-of-range", "range-not-satisfiable", message);
}

const headersOf = (reply: FastifyReply): string[] =>
  Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)]);

type Given = Readonly<{ rendition: Served; via: Via; answer: BytesAnswer; tally: Tally }>;

/** A response and what counting is told of it. */
function underWay(
  { clock }: Playback,
  { rendition: { digest, episode_id }, via, answer, tally }: Given,
  { method = "", headers }: IncomingMessage,
  address: string,
): UnderWay {
  const record = () => {
    const sent = rangesWithin(answer, tally.taken);
    const at = clock().getTime();
    const { status } = answer;
    return deliveryRecord({ at, episode_id, digest, method, status, via, headers, address, sent });
  };
  return { tally, record };
}

/** With the queries that we make ourselves; every other one, and every odder name, is the router's. */
const ADDRESS =
  /^\/media\/r\/([0-9a-f]{64})\/([\w-]{1,200}\.mp3)(?:\?(download=1)?&?(?:via=(play|preview))?)?$/;

/** Sends ranges and wholes of audio that is at hand; everything else is left to the route. */
export const audioLane = (playback: Playback): Lane => ({
  route: "/media/r/:digest/:name",
  prefix: "/media/r/",
  serve(request, response, head, addressOf) {
    const [, digest = "", name = "", download, seen] = ADDRESS.exec(request.url ?? "") ?? [];
    const rendition = digest === "" ? null : playback.renditions.peek(digest);
    if (rendition === null) return null;
    const answer = answerOf(rendition, request, rendition.told);
    if (answer.status >= 400) return null;
    const via = viaOf({ download: download && "1", via: seen });
    const more = download ? ["content-disposition", attachment(name)] : [];
    const tally = { taken: 0 };
    const given = { rendition, via, answer, tally };
    const sending = underWay(playback, given, request, addressOf(request));
    const begin = () => {
      playback.progress.add(sending);
      return response.writeHead(answer.status, [...head, ...more, ...answer.headers]);
    };
    const sent = sendAnswer({ request, response }, playback.files, answer, begin, tally);
    const ended = () => end(playback, sending);
    return sent.then(ended, (error: unknown) => {
      // Else nothing was sent, and the router answers.
      if (response.headersSent) ended();
      throw error;
    });
  },
});
