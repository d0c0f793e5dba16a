/** Routes for feed tags: a GET and a PUT for each tag of shows and episodes. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { id, verbatim } from "../../../platform/http/params.ts";
import { anyone, atRevision, editorOf, route } from "../../../platform/http/route.ts";
import { readTag, replaceTag, type TagAnswer } from "./actions.ts";
import { NOUNS, type Noun } from "./rules.ts";

const tag = "Feed tags";
const key = verbatim({ max: 200 })
  .optional()
  .meta({ description: "Key of a show or episode with limited access (`LIMITED`)." });

export const feedTagRoutes = NOUNS.flatMap(routesOf);

function routesOf({ owner, noun, shape, name, what, empty }: Noun) {
  const params = z.object({ [`${owner}_id`]: id() });
  const response = z.object({ [noun]: shape });
  const path = `/v2/${owner}s/:${owner}_id/${noun.replaceAll("_", "-")}`;
  const named = (given: Record<string, number>) => ({ owner, noun, id: given[`${owner}_id`] ?? 0 });
  const tagAnswer = ({ value, revision }: TagAnswer) =>
    atRevision({ [noun]: value ?? empty }, revision);
  return [
    route({
      method: "GET",
      path,
      tag,
      access: anyone,
      params,
      response,
      operationId: `get${name}`,
      summary: `Get ${what}`,
      query: z.object({ key }),
      handle: async ({ params: given, caller, query }, deps: Deps) =>
        tagAnswer(await readTag(deps, caller, named(given), query.key)),
    }),
    route({
      method: "PUT",
      path,
      tag,
      access: editorOf(owner),
      params,
      response,
      operationId: `set${name}`,
      summary: `Set ${what}`,
      description: "Replaces the present value. Send it as JSON.",
      body: z.object({ [noun]: shape }),
      handle: async ({ params: given, caller, body, ifMatch }, deps: Deps) =>
        tagAnswer(await replaceTag(deps, caller, named(given), body[noun], ifMatch)),
    }),
  ];
}
