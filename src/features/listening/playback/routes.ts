/** Routes to play and download an episode, and to read the audio itself by its digest (contract §9). */
import { z } from "zod";
import { id, verbatim } from "../../../platform/http/params.ts";
import { anyone, type Call, rawRoute } from "../../../platform/http/route.ts";
import { keyParam } from "../../publishing/episodes/schema.ts";
import { type AudioRequest, locateAudio } from "./actions.ts";
import { type Folder, linkOptionsOf } from "./rules.ts";
import type { Playback } from "./schema.ts";
import { deliver } from "./sending.ts";
import { attachment } from "./views.ts";

const tag = "Playback";

const SUMMARIES: Record<"play" | "download", string> = {
  play: "Play an episode",
  download: "Download an episode",
};
const REDIRECTS: Record<"play" | "download", string> = {
  play: "Redirects to the episode's audio.",
  download: "Redirects to the episode's audio as a file.",
};

const AGAIN =
  "Request this URL each time: the location of the audio can change. The file behind the URL you are redirected to never changes.";

type Wanted = Pick<AudioRequest, "episode_id" | "purpose" | "key">;

/** What these routes need. */
type WithPlayback = Readonly<{ playback: Playback }>;

/** Redirects the caller to the audio. */
async function redirectToAudio(
  playback: Playback,
  wanted: Wanted,
  call: Pick<Call, "caller" | "baseUrl" | "request" | "reply">,
) {
  const { caller, baseUrl, request, reply } = call;
  const { method, headers, ip: address } = request;
  const url = await locateAudio(playback, {
    ...wanted,
    caller,
    baseUrl,
    method,
    headers,
    address,
    peer: request.socket.remoteAddress ?? "",
  });
  return reply.header("cache-control", "no-store").redirect(url, 302);
}

const DOWNLOAD_DISABLED = { 403: "`download-disabled`: the episode may be played only." };

/** One of the four routes that redirect to an episode's audio. */
const redirect = (purpose: "play" | "download", ending: "" | ".mp3") =>
  rawRoute({
    method: "GET",
    path: `/v2/episodes/:episode_id/${purpose}${ending}`,
    tag,
    operationId: `${purpose}Episode${ending === "" ? "" : "Mp3"}`,
    summary: SUMMARIES[purpose],
    description: `${REDIRECTS[purpose]} ${AGAIN}`,
    access: anyone,
    params: z.object({ episode_id: id() }),
    query: z.object({ key: keyParam }),
    ...(purpose === "download" && { refusals: DOWNLOAD_DISABLED }),
    contentType: "audio/mpeg",
    answers: { 302: "The URL of the audio is in `Location`." },
    handle: (call, { playback }: WithPlayback) =>
      redirectToAudio(playback, { ...call.params, purpose, key: call.query.key }, call),
  });

const NAME = /^(.{1,200})\.mp3$/su;

/** One of the two routes of renditions. */
const audio = (
  folder: Folder,
  described: Readonly<{
    operationId: string;
    summary: string;
    description: string;
    refusals?: Readonly<Record<number, string>>;
  }>,
) =>
  rawRoute({
    ...described,
    method: "GET",
    path: `/media/${folder}/:digest/:name`,
    tag,
    access: anyone,
    params: z.object({
      digest: z
        .string()
        .max(64)
        .regex(/^[0-9a-f]{64}$/),
      name: z.string().max(500).regex(NAME),
    }),
    query: z.object({
      download: z
        .literal("1")
        .optional()
        .catch(undefined)
        .meta({ description: "`1` makes browsers save the file under the name in the path." }),
      via: z.enum(["play", "preview"]).optional().catch(undefined).meta({
        description: "How the URL was obtained, for counting. Part of the URL as you received it.",
      }),
      ticket: z
        .string()
        .max(100)
        .regex(/^[\w-]*$/)
        .optional()
        .catch(undefined)
        .meta({
          description:
            "Ties a request at a CDN to the redirect, and opens audio that is not open to everyone. Part of the URL as you received it.",
        }),
    }),
    contentType: "audio/mpeg",
    answers: {
      200: "The whole file.",
      206: "The requested range; several ranges as `multipart/byteranges`.",
      304: "Your copy is up to date.",
    },
    charged: false,
    handle({ params, query, request, reply }, { playback }: WithPlayback) {
      if (query.download) reply.header("content-disposition", attachment(params.name));
      const { digest } = params;
      const target = { folder, digest, ticket: query.ticket, via: linkOptionsOf(query) };
      return deliver(playback, target, request, reply);
    },
  });

export const playbackRoutes = [
  redirect("play", ""),
  redirect("play", ".mp3"),
  redirect("download", ""),
  redirect("download", ".mp3"),
  rawRoute({
    method: "GET",
    path: "/download/episode/:episode_id/:file",
    tag: "Feeds",
    operationId: "getEnclosure",
    summary: "Get the audio of a feed item",
    description:
      "Redirects to the audio. This URL never changes; the file name in it is only for people and players.",
    access: anyone,
    params: z.object({ episode_id: id(), file: verbatim({ max: 500 }) }),
    query: z.object({ key: keyParam }),
    contentType: "audio/mpeg",
    answers: { 302: "The URL of the audio is in `Location`." },
    handle: (call, { playback }: WithPlayback) =>
      redirectToAudio(
        playback,
        { episode_id: call.params.episode_id, purpose: "enclosure", key: call.query.key },
        call,
      ),
  }),
  audio("r", {
    operationId: "getEpisodeAudio",
    summary: "Get the audio of an episode",
    description:
      "The URL comes from `/play` or `/download`. The file behind a URL never changes. `Range` (one or several), `If-Range`, `If-Match` and `If-None-Match` work as in RFC 9110; `HEAD` returns the length of the whole file.",
  }),
  audio("signed", {
    operationId: "getSignedEpisodeAudio",
    summary: "Get the audio of an episode that is not open to everyone",
    description:
      "The same for audio that only some may hear, if the server sends audio through a CDN. The URL comes from `/play` or `/download`, and works until the end of the next day (UTC).",
    refusals: {
      403: "`address-expired`: the ticket in the URL has expired, or is for other audio.",
    },
  }),
];
