/** Routes that create, change and delete episodes. */
import { z } from "zod";
import type { Config } from "../../../../config.ts";
import type { Deps } from "../../../../deps.ts";
import { id } from "../../../../platform/http/params.ts";
import {
  atRevision,
  type Call,
  editorOf,
  nothing,
  route,
} from "../../../../platform/http/route.ts";
import { imageField } from "../../images/actions.ts";
import { findShowPayer } from "../../shows/rights.ts";
import { findEpisodePayer } from "../rights.ts";
import { episodeDetail } from "../schema.ts";
import type { EpisodeRow } from "../store.ts";
import { episodeView } from "../views.ts";
import { changeEpisode, createDraft, createUpload, deleteEpisode } from "./actions.ts";
import { mediaField } from "./audio.ts";
import { draftParams, episodeParams, uploadParams } from "./schema.ts";

const tag = "Episodes";
const params = z.object({ episode_id: id() });
const response = z.object({ episode: episodeDetail });
const files = { image_file: imageField };

const detail = (row: EpisodeRow, { baseUrl }: Pick<Call, "baseUrl">) =>
  atRevision({ episode: episodeView(row, baseUrl, true) }, row.revision);

/** The configuration sets the maximum size of the audio. */
export const publishingRoutes = ({ maxUploadBytes }: Config) => {
  const withMedia = { ...files, media_file: mediaField(maxUploadBytes) };
  return [
    route({
      method: "POST",
      path: "/v2/shows/:show_id/episodes",
      tag,
      operationId: "createEpisode",
      summary: "Create an episode with audio",
      description:
        "Send the audio as `media_file`, or its URL as `media_url`. The answer comes at once, with `encoding_status` `PENDING`: poll the episode until it is `READY` or `ERROR`. Without a publication date, the episode is published when it is `READY`.",
      access: editorOf("show"),
      params: z.object({ show_id: id() }),
      payer: ({ show_id }, caller, deps: Deps) => findShowPayer(deps.db, caller, show_id),
      body: uploadParams,
      files: withMedia,
      response,
      async handle(call, deps: Deps) {
        const { caller, body } = call;
        return detail(
          await createUpload(deps, caller, call.params.show_id, body, call.files),
          call,
        );
      },
    }),
    route({
      method: "POST",
      path: "/v2/episodes/drafts",
      tag,
      operationId: "createEpisodeDraft",
      summary: "Create an episode without audio",
      access: editorOf("show"),
      body: draftParams,
      files,
      response,
      handle: async (call, deps: Deps) =>
        detail(await createDraft(deps, call.caller, call.body, call.files), call),
    }),
    route({
      method: "POST",
      path: "/v2/episodes/:episode_id",
      tag,
      operationId: "updateEpisode",
      summary: "Update an episode",
      description: "Send only the fields you want to change. An empty string clears a field.",
      access: editorOf("show"),
      params,
      payer: ({ episode_id }, caller, deps: Deps) => findEpisodePayer(deps.db, caller, episode_id),
      body: episodeParams,
      files: withMedia,
      response,
      async handle(call, deps: Deps) {
        const { caller, body, ifMatch } = call;
        const { episode_id } = call.params;
        const row = await changeEpisode(deps, caller, episode_id, body, call.files, ifMatch);
        return detail(row, call);
      },
    }),
    route({
      method: "DELETE",
      path: "/v2/episodes/:episode_id",
      tag,
      operationId: "deleteEpisode",
      summary: "Delete an episode",
      access: editorOf("show"),
      params,
      response: nothing,
      async handle(call, deps: Deps) {
        await deleteEpisode(deps, call.caller, call.params.episode_id, call.ifMatch);
        return [];
      },
    }),
  ];
};
