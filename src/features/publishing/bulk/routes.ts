/** Route that changes many episodes at once. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { editorOf, route } from "../../../platform/http/route.ts";
import { changeEpisodes } from "./actions.ts";
import { bulkOutcome, bulkParams } from "./schema.ts";

export const bulkRoutes = [
  route({
    method: "POST",
    path: "/v2/episodes/bulk",
    tag: "Episodes",
    operationId: "updateEpisodes",
    summary: "Update up to 200 episodes",
    description:
      "All of them are changed, or none. Send `dry_run` first to see what would change and what is in the way.",
    access: editorOf("show"),
    body: bulkParams,
    response: z.object({ dry_run: z.boolean(), episodes: z.array(bulkOutcome) }),
    refusals: {
      403: "You cannot edit one of the episodes, or cannot move it.",
      404: "One of the episodes does not exist.",
    },
    handle: async ({ caller, body }, deps: Deps) => ({
      dry_run: body.dry_run,
      episodes: await changeEpisodes(deps, caller, body),
    }),
  }),
];
