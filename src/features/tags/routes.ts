/** Episodes by tag. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { invalid } from "../../platform/failure.ts";
import { lastIdPage, lastIdPaging, pageOf } from "../../platform/http/paging.ts";
import { anyone, route } from "../../platform/http/route.ts";
import { findPlace } from "../episodes/store.ts";
import { taggedEpisode } from "./schema.ts";
import { listTagged } from "./store.ts";
import { taggedEpisodeView } from "./views.ts";

/** PostgreSQL's texts hold no NUL, and no tag does. */
const tagName = z
  .string()
  .max(500)
  .transform((tag) => tag.replaceAll("\0", "").toWellFormed())
  .meta({ type: "string", maxLength: 500 });

export const tagRoutes = (deps: Deps) => [
  route({
    method: "GET",
    path: "/v2/tags/:tag_name/episodes",
    tag: "Tags",
    summary: "The latest episodes that carry a tag",
    description: "Case and surrounding blanks do not count. A tag nobody uses has no episodes.",
    access: anyone,
    params: z.object({ tag_name: tagName }),
    query: z.object(lastIdPaging()),
    response: pageOf(taggedEpisode),
    async handle(call) {
      const { limit, last_id } = call.query;
      const after = last_id === undefined ? null : await findPlace(deps.db, last_id);
      if (after === undefined) throw invalid({ last_id: "is not the id of an episode" });
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
