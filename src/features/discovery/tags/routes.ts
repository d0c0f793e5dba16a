/** The route that lists episodes by tag. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import { lastIdPage, lastIdPaging, pageOf } from "../../../platform/http/paging.ts";
import { anyone, route } from "../../../platform/http/route.ts";
import { findListPosition } from "../../publishing/episodes/lists/store.ts";
import { taggedEpisode } from "./schema.ts";
import { listTagged } from "./store.ts";
import { taggedEpisodeView } from "./views.ts";

/** Neither PostgreSQL's texts nor tags contain NUL. */
const tagName = z
  .string()
  .max(500)
  .transform((tag) => tag.replaceAll("\0", "").toWellFormed())
  .meta({ type: "string", maxLength: 500 });

export const tagRoutes = [
  route({
    method: "GET",
    path: "/v2/tags/:tag_name/episodes",
    tag: "Tags",
    operationId: "listTagEpisodes",
    summary: "List the latest episodes with a tag",
    description: "Ignores case and surrounding spaces. A tag that nobody uses has no episodes.",
    access: anyone,
    params: z.object({ tag_name: tagName }),
    query: z.object(lastIdPaging()),
    response: pageOf(taggedEpisode),
    fromReplica: true,
    async handle(call, deps: Deps) {
      const { limit, last_id } = call.query;
      const after = last_id === undefined ? null : await findListPosition(deps.db, last_id);
      if (after === undefined) throw invalid({ last_id: "must be the id of an episode" });
      const rows = await listTagged(deps.db, { tag: call.params.tag_name, after, limit });
      return lastIdPage(
        call,
        rows,
        (row) => row.episode_id,
        (row) => taggedEpisodeView(row, call.baseUrl),
      );
    },
  }),
];
