/** Routes that preview an episode as a listener would get it, without reserving, pinning or counting anything. */
import { z } from "zod";
import { id, verbatim } from "../../../../platform/http/params.ts";
import { anyone, editorOf, rawRoute, route } from "../../../../platform/http/route.ts";
import type { Playback } from "../schema.ts";
import { makePreview, openPreview } from "./actions.ts";
import { previewDetail, previewParams } from "./schema.ts";
import { sendPreview } from "./sending.ts";

const tag = "Playback";

type WithPlayback = Readonly<{ playback: Playback }>;

/** An episode has at most 20 breaks of 5 ads. */
const MOST_TOKEN = 4000;

export const previewRoutes = [
  route({
    method: "POST",
    path: "/v2/episodes/:episode_id/preview",
    tag,
    operationId: "createEpisodePreview",
    summary: "Preview an episode as a listener gets it",
    description:
      "Chooses ads as for a listener who has heard none yet, with the present bookings and pacing, and returns where they are heard and why they were chosen. Works before publication, too. Nothing is reserved, pinned or counted, neither by this request nor by listening to `audio_url`. Ads are drawn, so that two previews can differ.",
    access: editorOf("episode"),
    params: z.object({ episode_id: id() }),
    body: previewParams,
    response: z.object({ preview: previewDetail }),
    handle: async ({ params, body, caller, baseUrl }, { playback }: WithPlayback) => ({
      preview: await makePreview(playback, caller, params.episode_id, body, baseUrl),
    }),
  }),
  rawRoute({
    method: "GET",
    path: "/media/preview/:name",
    tag,
    operationId: "getPreviewAudio",
    summary: "Get the audio of a preview",
    description:
      "The URL comes from a preview and works for an hour, while the episode does not change. `Range` works as for an episode's audio.",
    access: anyone,
    params: z.object({ name: verbatim({ max: 500 }) }),
    query: z.object({
      token: z
        .string()
        .max(MOST_TOKEN)
        .regex(/^[\w.~-]*$/)
        .catch("")
        .meta({ description: "Part of the URL as you received it." }),
    }),
    contentType: "audio/mpeg",
    answers: { 200: "The whole file.", 206: "The requested range." },
    charged: false,
    async handle({ query, request, reply }, { playback }: WithPlayback) {
      const manifest = await openPreview(playback, query.token);
      return sendPreview(playback, manifest, request, reply);
    },
  }),
];
