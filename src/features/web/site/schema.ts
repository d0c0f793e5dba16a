/** Parameters of the public pages, and what they may do. */
import { z } from "zod";
import { id, integer, oneOf, verbatim } from "../../../platform/http/params.ts";
import { isCategory, LANGUAGES } from "../../publishing/reference/rules.ts";

/** What every public page may do: whatever page one starts on, playing goes on over all others. */
export const LISTENING = { audio: true, scripts: true } as const;

const locale = verbatim({ max: 200 }).optional();

/** For the page of a show, an episode or a user. */
export const placeQuery = z.object({
  key: verbatim({ max: 200 }).optional(),
  last_id: id().optional(),
  c: locale,
});

/** For the home page; `languages`: "all" shows them in one order. */
export const homeQuery = z.object({
  languages: z.literal("all").optional().catch(undefined),
  c: locale,
});

export type PlaceQuery = z.infer<typeof placeQuery>;

/** For the page of a show, which lists its episodes by season, in either order, or by a search. Invalid ones count as none. */
export const showQuery = placeQuery.extend({
  q: verbatim({ max: 200 }).catch("").prefault(""),
  season: integer({ min: 1, max: 1_000_000 }).optional().catch(undefined),
  order: z.enum(["newest", "oldest"]).optional().catch(undefined),
  offset: integer({ min: 0, max: 1000 }).catch(0).prefault(0),
});

export type ShowQuery = z.infer<typeof showQuery>;

export const placeParams = z.object({ name: verbatim({ max: 400 }) });

/** For the page of a category, which paginates as the API does. `rank`: of the last show of the page before. */
export const categoryQuery = z.object({
  last_id: id().optional(),
  rank: integer({ min: 0, max: 10_000_000 }).catch(0).prefault(0),
  version: id().optional(),
  c: locale,
});

/** For the search page. An invalid search finds nothing: the page shows no errors for it. */
export const searchPageQuery = z.object({
  q: z.string().max(20_000).default(""),
  /** Only results of this kind. */
  type: oneOf(["shows", "episodes"]).optional().catch(undefined),
  offset: integer({ min: 0, max: 1000 }).catch(0).prefault(0),
  language: oneOf(LANGUAGES).optional().catch(undefined),
  category_id: integer({ min: 1 }).refine(isCategory).optional().catch(undefined),
  c: locale,
});

export type SearchPageQuery = z.infer<typeof searchPageQuery>;
