/** Routes for cuepoints: the points of an episode where ads may be inserted. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { id } from "../../../platform/http/params.ts";
import { atRevision, editorOf, nothing, route } from "../../../platform/http/route.ts";
import { requireEditableEpisode } from "../episodes/rights.ts";
import { setCuepoints } from "./actions.ts";
import { cuepointParams, cuepoints } from "./schema.ts";
import { findCuepoints } from "./store.ts";

const tag = "Cuepoints";
const path = "/v2/episodes/:episode_id/cuepoints";
const access = editorOf("episode");
const params = z.object({ episode_id: id() });

type Found = Awaited<ReturnType<typeof findCuepoints>>;

const answer = ({ cuepoints, revision }: Found) => atRevision({ cuepoints }, revision);

export const cuepointRoutes = [
  route({
    method: "GET",
    path,
    tag,
    operationId: "listEpisodeCuepoints",
    summary: "List an episode's cuepoints",
    description: "In the order of their times.",
    access,
    params,
    response: cuepoints,
    async handle({ params: { episode_id }, caller }, deps: Deps) {
      await requireEditableEpisode(deps.db, caller, episode_id);
      return answer(await findCuepoints(deps.db, episode_id));
    },
  }),
  route({
    method: "POST",
    path,
    tag,
    operationId: "setEpisodeCuepoints",
    summary: "Set an episode's cuepoints",
    access,
    params,
    body: cuepointParams,
    response: cuepoints,
    handle: async ({ params: { episode_id }, body, caller, ifMatch }, deps: Deps) =>
      answer(await setCuepoints(deps, caller, episode_id, body.cuepoints, ifMatch)),
  }),
  route({
    method: "DELETE",
    path,
    tag,
    operationId: "deleteEpisodeCuepoints",
    summary: "Delete all cuepoints of an episode",
    access,
    params,
    response: nothing,
    async handle({ params: { episode_id }, caller, ifMatch }, deps: Deps) {
      await setCuepoints(deps, caller, episode_id, [], ifMatch);
      return [];
    },
  }),
];
