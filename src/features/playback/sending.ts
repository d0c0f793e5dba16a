/** Sends audio, by the router's way or by the quick lane, and tells counting what was sent. */
import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure, notFound } from "../../platform/failure.ts";
import { answerOf, type BytesAnswer, rangesWithin } from "../../platform/http/bytes.ts";
import type { Lane } from "../../platform/http/lane.ts";
import { sendAnswer, type Tally } from "../../platform/http/sending.ts";
import { MissingFile } from "../../platform/media/store.ts";
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
  const tell = teller(playback, { rendition, via, answer, tally }, request.raw, request.ip);
  if (answer.status === 412 || answer.status === 416) {
    tell();
    throw refusalOf(answer.status, rendition, reply);
  }
  const begin = () => {
    reply.hijack();
    return reply.raw.writeHead(answer.status, [...headersOf(reply), ...answer.headers]);
  };
  const exchange = { request: request.raw, response: reply.raw };
  try {
    await sendAnswer(exchange, playback.files, answer, begin, tally);
  } catch (error) {
    throw error instanceof MissingFile && !reply.sent ? notFound("audio") : error;
  } finally {
    if (reply.sent) tell();
  }
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

/** Tells counting of an answer as it stands when called. */
function teller(
  { recorder, clock }: Playback,
  { rendition: { digest, episode_id }, via, answer, tally }: Given,
  { method = "", headers }: IncomingMessage,
  address: string,
): () => void {
  return () => {
    const sent = rangesWithin(answer, tally.taken);
    const at = clock().getTime();
    const { status } = answer;
    recorder.note(
      deliveryRecord({ at, episode_id, digest, method, status, via, headers, address, sent }),
    );
  };
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
    const begin = () => response.writeHead(answer.status, [...head, ...more, ...answer.headers]);
    const tally = { taken: 0 };
    const tell = teller(playback, { rendition, via, answer, tally }, request, addressOf(request));
    const sent = sendAnswer({ request, response }, playback.files, answer, begin, tally);
    return sent.then(tell, (error: unknown) => {
      // Else nothing was sent, and the router answers.
      if (response.headersSent) tell();
      throw error;
    });
  },
});
