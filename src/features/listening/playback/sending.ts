/** Sends audio through the router or the fast path, and reports to counting what was sent. */
import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure, notFound } from "../../../platform/failure.ts";
import {
  type BytesAnswer,
  bytesAnswerOf,
  privately,
  rangesWithin,
} from "../../../platform/http/bytes.ts";
import type { FastPath } from "../../../platform/http/fastpath.ts";
import { sendAnswer, type Tally } from "../../../platform/http/sending.ts";
import { MissingFile } from "../../../platform/media/store.ts";
import type { Span } from "../../../platform/tracing/tracing.ts";
import type { Served } from "../renditions/actions.ts";
import type { UnderWay } from "./progress.ts";
import { deliveryRecord } from "./records.ts";
import { requireSharable, requireTicket } from "./rights.ts";
import { type Folder, type LinkOptions, linkOptionsOf } from "./rules.ts";
import type { Playback } from "./schema.ts";
import { attachment } from "./views.ts";

type Target = Readonly<{
  folder: Folder;
  digest: string;
  ticket: string | undefined;
  via: LinkOptions;
}>;

/** The response header by which an edge, or whoever sets it up, learns that it was recognised. */
const RECOGNISED = ["x-longwave-edge", "recognised"] as const;

/** Sends the part of the audio that `request` asks for. Fails with not-found, forbidden, stale or out-of-range. */
export async function deliver(
  playback: Playback,
  target: Target,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await requireTicket(playback, target);
  const { folder, digest, via } = target;
  const rendition = await playback.renditions.find(digest);
  if (rendition === null) {
    if (playback.isEdge(request.raw, request.ip)) reply.header(...RECOGNISED);
    throw notFound("audio");
  }
  await requireSharable(playback, target, rendition.episode_id);
  const headers = folder === "r" ? rendition.headers : privately(rendition.headers);
  const answer = bytesAnswerOf(rendition, request, headers);
  const tally = { taken: 0 };
  const given = { rendition, via, answer, tally };
  const response = underWay(playback, given, request.raw, request.ip);
  if (answer.status === 412 || answer.status === 416) {
    if (!response.isEdge) playback.recorder.note(response.record());
    throw refusalOf(answer.status, rendition, reply);
  }
  const begin = () => {
    reply.hijack();
    start(playback, response);
    return reply.raw.writeHead(answer.status, [...headersOf(reply), ...answer.headers]);
  };
  const exchange = { request: request.raw, response: reply.raw };
  try {
    await sendAnswer(exchange, playback.files, answer, begin, tally);
  } catch (error) {
    throw error instanceof MissingFile && !reply.sent ? notFound("audio") : error;
  } finally {
    if (reply.sent) end(playback, response, given);
  }
}

function start({ progress, counts }: Playback, response: Sending): void {
  counts.inProgress.value += 1;
  if (!response.isEdge) progress.add(response);
}

/** Reports a response that has ended, completely or not, to counting. */
function end(
  { progress, recorder, counts }: Playback,
  response: Sending,
  { rendition, answer, tally }: Given,
): void {
  counts.inProgress.value -= 1;
  progress.remove(response);
  if (!response.isEdge) recorder.note(response.record(), response.span?.traceparent);
  response.span?.end({ "longwave.bytes": tally.taken, "http.response.status_code": answer.status });
  if (tally.taken === 0) return;
  const kind = counts.of(answer, rendition);
  kind.bytes.value += tally.taken;
  kind.responses.value += 1;
}

/** Why the request for bytes of `rendition` is refused; adds the header that belongs to it. */
export function refusalOf(
  status: 412 | 416,
  { bytes }: Pick<Served, "bytes">,
  reply: FastifyReply,
): Failure {
  if (status === 412)
    return new Failure(
      "stale",
      "other-audio",
      "The audio at this URL has a different ETag than the one in If-Match.",
    );
  reply.header("content-range", `bytes */${bytes}`);
  const message = "The range is beyond the end of the audio.";
  return new Failure("out-of-range", "range-not-satisfiable", message);
}

/** The headers set so far, for `writeHead`. */
export const headersOf = (reply: FastifyReply): string[] =>
  Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)]);

type Given = Readonly<{ rendition: Served; via: LinkOptions; answer: BytesAnswer; tally: Tally }>;

/** A response in progress with its trace, if it is traced. `isEdge`: it is counted from the log of the edge. */
type Sending = UnderWay & Readonly<{ span: Span | null; isEdge: boolean }>;

/** A response in progress with its record for counting. */
function underWay(
  { clock, traces, isEdge }: Playback,
  { rendition: { digest, episode_id }, via, answer, tally }: Given,
  request: IncomingMessage,
  address: string,
): Sending {
  const { method = "", headers } = request;
  const record = () => {
    const sent = rangesWithin(answer, tally.taken);
    const at = clock().getTime();
    const { status } = answer;
    return deliveryRecord({ at, episode_id, digest, method, status, via, headers, address, sent });
  };
  const span = traces.response(digest, { address, user_agent: headers["user-agent"] ?? "" });
  return { tally, record, span, isEdge: isEdge(request, address) };
}

const ROUTE = "/media/r/:digest/:name";
/** With the queries that this server generates; any other query or unusual name goes to the router. */
const ADDRESS =
  /^\/media\/r\/([0-9a-f]{64})\/([\w-]{1,200}\.mp3)(?:\?(download=1)?&?(?:via=(play|preview))?)?$/;

/** Sends whole files and ranges of cached audio; everything else goes to the route. */
export const audioFastPath = (playback: Playback): FastPath => ({
  prefix: "/media/r/",
  serve(request, response, head, addressOf) {
    // Behind an edge, the router checks whether the audio may be kept there.
    if (playback.cdnUrl !== null) return null;
    const [, digest = "", name = "", download, seen] = ADDRESS.exec(request.url ?? "") ?? [];
    const rendition = digest === "" ? null : playback.renditions.peek(digest);
    if (rendition === null) return null;
    const answer = bytesAnswerOf(rendition, request, rendition.headers);
    if (answer.status >= 400) return null;
    const via = linkOptionsOf({ download: download && "1", via: seen });
    const more = download ? ["content-disposition", attachment(name)] : [];
    const tally = { taken: 0 };
    const given = { rendition, via, answer, tally };
    const sending = underWay(playback, given, request, addressOf(request));
    const begin = () => {
      start(playback, sending);
      return response.writeHead(answer.status, [...head, ...more, ...answer.headers]);
    };
    const sent = sendAnswer({ request, response }, playback.files, answer, begin, tally);
    const ended = () => {
      end(playback, sending, given);
      return ROUTE;
    };
    return sent.then(ended, (error: unknown) => {
      // Otherwise nothing was sent, and the router responds.
      if (response.headersSent) ended();
      throw error;
    });
  },
});
