/** Playing and downloading an episode, and the audio itself by its digest (contract §9). */
import { z } from "zod";
import { id, verbatim } from "../../platform/http/params.ts";
import { anyone, type Route, rawRoute } from "../../platform/http/route.ts";
import { keyParam } from "../episodes/schema.ts";
import { type Asked, locateAudio } from "./actions.ts";
import { viaOf } from "./rules.ts";
import type { Playback } from "./schema.ts";
import { deliver } from "./sending.ts";
import { attachment } from "./views.ts";

const tag = "Playback";

const SUMMARIES: Record<"play" | "download", string> = {
  play: "Plays an episode: redirects to its audio",
  download: "Downloads an episode: redirects to its audio as a file",
};

const AGAIN =
  "Ask again each time: where the audio is may change. What stands at the address you get never does.";

type Call = Parameters<Route["handle"]>[0];
type Wanted = Pick<Asked, "episode_id" | "purpose" | "key">;

/** Leads the caller to the audio. */
async function lead(
  playback: Playback,
  wanted: Wanted,
  call: Pick<Call, "viewer" | "baseUrl" | "request" | "reply">,
) {
  const { viewer, baseUrl, request, reply } = call;
  const { method, headers, ip: address } = request;
  const url = await locateAudio(playback, {
    ...{ ...wanted, viewer, baseUrl, method, headers, address },
    peer: request.socket.remoteAddress ?? "",
  });
  return reply.header("cache-control", "no-store").redirect(url, 302);
}

/** One of the four spellings of asking for an episode's audio. */
const redirect = (playback: Playback, purpose: "play" | "download", ending: "" | ".mp3") =>
  rawRoute({
    method: "GET",
    path: `/v2/episodes/:episode_id/${purpose}${ending}`,
    tag,
    summary: SUMMARIES[purpose],
    description: AGAIN,
    access: anyone,
    params: z.object({ episode_id: id() }),
    query: z.object({ key: keyParam }),
    contentType: "audio/mpeg",
    answers: { 302: "The audio is at `Location`." },
    handle: (call) => lead(playback, { ...call.params, purpose, key: call.query.key }, call),
  });

const NAME = /^(.{1,200})\.mp3$/su;

export const playbackRoutes = (playback: Playback): Route[] => [
  redirect(playback, "play", ""),
  redirect(playback, "play", ".mp3"),
  redirect(playback, "download", ""),
  redirect(playback, "download", ".mp3"),
  rawRoute({
    method: "GET",
    path: "/download/episode/:episode_id/:file",
    tag: "Feeds",
    summary: "The audio of an item of a feed",
    description:
      "This address never changes; the name of the file is for people and players. Leads to the audio.",
    access: anyone,
    params: z.object({ episode_id: id(), file: verbatim({ max: 500 }) }),
    query: z.object({ key: keyParam }),
    contentType: "audio/mpeg",
    answers: { 302: "The audio is at `Location`." },
    handle: (call) =>
      lead(
        playback,
        { episode_id: call.params.episode_id, purpose: "enclosure", key: call.query.key },
        call,
      ),
  }),
  rawRoute({
    method: "GET",
    path: "/media/r/:digest/:name",
    tag,
    summary: "The audio of an episode",
    description:
      "Addresses come from `/play` and `/download`. What stands at one never changes. `Range` (one or several), `If-Range`, `If-Match` and `If-None-Match` work as in RFC 9110; `HEAD` tells the length of the whole.",
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
        .meta({ description: "`1` asks browsers to save the file under the name in the path." }),
      via: z.enum(["play", "preview"]).optional().catch(undefined).meta({
        description: "What the address was come by, for counting: part of it as you got it.",
      }),
    }),
    contentType: "audio/mpeg",
    answers: {
      200: "All of it.",
      206: "The range asked for; several as `multipart/byteranges`.",
      304: "You have it already.",
    },
    charged: false,
    handle({ params, query, request, reply }) {
      if (query.download) reply.header("content-disposition", attachment(params.name));
      return deliver(playback, { digest: params.digest, via: viaOf(query) }, request, reply);
    },
  }),
];
