/** Cuepoints: where advertisements may be put into an episode. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { id } from "../../platform/http/params.ts";
import { atRevision, editorOf, nothing, route } from "../../platform/http/route.ts";
import { requireEpisodeEditor } from "../episodes/rights.ts";
import { setCuepoints } from "./actions.ts";
import { cuepointParams, cuepoints } from "./schema.ts";
import { findCuepoints } from "./store.ts";

const tag = "Cuepoints";
const path = "/v2/episodes/:episode_id/cuepoints";
const access = editorOf("episode");
const params = z.object({ episode_id: id() });

type Found = Awaited<ReturnType<typeof findCuepoints>>;

const answer = ({ cuepoints, revision }: Found) => atRevision({ cuepoints }, revision);

export const cuepointRoutes = (deps: Deps) => [
  route({
    method: "GET",
    path,
    tag,
    summary: "Cuepoints of an episode, by time",
    access,
    params,
    response: cuepoints,
    async handle({ params: { episode_id }, viewer }) {
      await requireEpisodeEditor(deps.db, viewer, episode_id);
      return answer(await findCuepoints(deps.db, episode_id));
    },
  }),
  route({
    method: "POST",
    path,
    tag,
    summary: "Set the cuepoints of an episode",
    access,
    params,
    body: cuepointParams,
    response: cuepoints,
    handle: async ({ params: { episode_id }, body, viewer, ifMatch }) =>
      answer(await setCuepoints(deps, viewer, episode_id, body.cuepoints, ifMatch)),
  }),
  route({
    method: "DELETE",
    path,
    tag,
    summary: "Delete all cuepoints of an episode",
    access,
    params,
    response: nothing,
    async handle({ params: { episode_id }, viewer, ifMatch }) {
      await setCuepoints(deps, viewer, episode_id, [], ifMatch);
      return [];
    },
  }),
];
