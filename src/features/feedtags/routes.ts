/** What only feeds tell, over HTTP: a GET and a PUT for each noun of shows and episodes. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { id, verbatim } from "../../platform/http/params.ts";
import { anyone, atRevision, editorOf, type Route, route } from "../../platform/http/route.ts";
import { readTag, replaceTag, type Told } from "./actions.ts";
import { NOUNS, type Noun } from "./rules.ts";

const tag = "Feed tags";
const key = verbatim({ max: 200 })
  .optional()
  .meta({ description: "Key of a LIMITED show or episode." });

export const feedTagRoutes = (deps: Deps): Route[] => NOUNS.flatMap((noun) => routesOf(deps, noun));

function routesOf(deps: Deps, { owner, noun, shape, summary, empty }: Noun): Route[] {
  const params = z.object({ [`${owner}_id`]: id() });
  const response = z.object({ [noun]: shape });
  const path = `/v2/${owner}s/:${owner}_id/${noun.replaceAll("_", "-")}`;
  const named = (given: Record<string, number>) => ({ owner, noun, id: given[`${owner}_id`] ?? 0 });
  const told = ({ value, revision }: Told) => atRevision({ [noun]: value ?? empty }, revision);
  return [
    route({
      method: "GET",
      ...{ path, tag, summary, access: anyone, params, response },
      query: z.object({ key }),
      handle: async ({ params: given, viewer, query }) =>
        told(await readTag(deps, viewer, named(given), query.key)),
    }),
    route({
      method: "PUT",
      ...{ path, tag, access: editorOf(owner), params, response },
      summary: `Set: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`,
      description: "What you send, as JSON, takes the place of what was there.",
      body: z.object({ [noun]: shape }),
      handle: async ({ params: given, viewer, body, ifMatch }) =>
        told(await replaceTag(deps, viewer, named(given), body[noun], ifMatch)),
    }),
  ];
}
