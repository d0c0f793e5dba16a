/** Playing and downloading an episode, and the audio itself by its digest (contract §9). */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { id } from "../../platform/http/params.ts";
import { anyone, rawRoute } from "../../platform/http/route.ts";
import type { Files } from "../../platform/media/files.ts";
import { keyParam } from "../episodes/schema.ts";
import { locateAudio } from "./actions.ts";
import type { Purpose } from "./rules.ts";
import { deliver } from "./sending.ts";
import { attachment } from "./views.ts";

const tag = "Playback";

const SUMMARIES: Record<Purpose, string> = {
  play: "Plays an episode: redirects to its audio",
  download: "Downloads an episode: redirects to its audio as a file",
};

/** One of the four spellings of asking for an episode's audio. */
const redirect = (deps: Deps, purpose: Purpose, ending: "" | ".mp3") =>
  rawRoute({
    method: "GET",
    path: `/v2/episodes/:episode_id/${purpose}${ending}`,
    tag,
    summary: SUMMARIES[purpose],
    description:
      "Ask again each time: where the audio is may change. What stands at the address you get never does.",
    access: anyone,
    params: z.object({ episode_id: id() }),
    query: z.object({ key: keyParam }),
    contentType: "audio/mpeg",
    answers: { 302: "The audio is at `Location`." },
    async handle({ params, query, viewer, baseUrl, reply }) {
      const { episode_id } = params;
      const asked = { episode_id, purpose, key: query.key, viewer, baseUrl };
      const url = await locateAudio(deps, asked);
      return reply.header("cache-control", "no-store").redirect(url, 302);
    },
  });

const NAME = /^(.{1,200})\.mp3$/su;

export const playbackRoutes = (deps: Deps, files: Files) => [
  redirect(deps, "play", ""),
  redirect(deps, "play", ".mp3"),
  redirect(deps, "download", ""),
  redirect(deps, "download", ".mp3"),
  rawRoute({
    method: "GET",
    path: "/media/r/:digest/:name",
    tag,
    summary: "The audio of an episode",
    description:
      "Addresses come from `/play` and `/download`. What stands at one never changes. `Range` (one or several), `If-Range`, `If-Match` and `If-None-Match` work as in RFC 9110; `HEAD` tells the length of the whole.",
    access: anyone,
    params: z.object({
      digest: z.string().regex(/^[0-9a-f]{64}$/),
      name: z.string().regex(NAME),
    }),
    query: z.object({
      download: z
        .literal("1")
        .optional()
        .catch(undefined)
        .meta({ description: "`1` asks browsers to save the file under the name in the path." }),
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
      return deliver(files, params.digest, request, reply);
    },
  }),
];
