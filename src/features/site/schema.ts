/** Parameters of the public pages. */
import { z } from "zod";
import { id, integer, verbatim } from "../../platform/http/params.ts";

const culture = verbatim({ max: 200 }).optional();

/** Of the page of a show, an episode or a user. */
export const placeQuery = z.object({
  key: verbatim({ max: 200 }).optional(),
  last_id: id().optional(),
  c: culture,
});

export type PlaceQuery = z.infer<typeof placeQuery>;

export const placeParams = z.object({ name: verbatim({ max: 400 }) });

/** Of the page of a category, which pages as the API does. */
export const categoryQuery = z.object({
  last_id: id().optional(),
  version: id().optional(),
  c: culture,
});

/** Of the search page. What cannot be searched for finds nothing: a page has no errors for it. */
export const searchPageQuery = z.object({
  q: z.string().max(20_000).default(""),
  offset: integer({ min: 0, max: 1000 }).catch(0).prefault(0),
  c: culture,
});
