/** Making, changing and deleting episodes. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { id } from "../../../platform/http/params.ts";
import { atRevision, type Call, editorOf, nothing, route } from "../../../platform/http/route.ts";
import { imageField } from "../../images/actions.ts";
import { episodeDetail } from "../schema.ts";
import type { EpisodeRow } from "../store.ts";
import { episodeView } from "../views.ts";
import { changeEpisode, createDraft, deleteEpisode } from "./actions.ts";
import { draftParams, episodeParams } from "./schema.ts";

const tag = "Episodes";
const params = z.object({ episode_id: id() });
const response = z.object({ episode: episodeDetail });
const files = { image_file: imageField };

const detail = (row: EpisodeRow, { baseUrl }: Pick<Call, "baseUrl">) =>
  atRevision({ episode: episodeView(row, baseUrl, true) }, row.revision);

export const publishingRoutes = (deps: Deps) => [
  route({
    method: "POST",
    path: "/v2/episodes/drafts",
    tag,
    summary: "Create an episode without audio",
    access: editorOf("show"),
    body: draftParams,
    files,
    response,
    handle: async (call) =>
      detail(await createDraft(deps, call.viewer, call.body, call.files), call),
  }),
  route({
    method: "POST",
    path: "/v2/episodes/:episode_id",
    tag,
    summary: "Change an episode",
    description: "Send only what is to change. An empty text clears a field.",
    access: editorOf("show"),
    params,
    body: episodeParams,
    files,
    response,
    async handle(call) {
      const { viewer, body, ifMatch } = call;
      const { episode_id } = call.params;
      const row = await changeEpisode(deps, viewer, episode_id, body, call.files, ifMatch);
      return detail(row, call);
    },
  }),
  route({
    method: "DELETE",
    path: "/v2/episodes/:episode_id",
    tag,
    summary: "Delete an episode",
    access: editorOf("show"),
    params,
    response: nothing,
    async handle(call) {
      await deleteEpisode(deps, call.viewer, call.params.episode_id, call.ifMatch);
      return [];
    },
  }),
];
