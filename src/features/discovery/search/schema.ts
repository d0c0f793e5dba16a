/** Parameters and API schemas of search (description "Search", contract §6). */
import { z } from "zod";
import { clampedLimit, offsetPaging } from "../../../platform/http/paging.ts";
import { boolean, integer, line, oneOf } from "../../../platform/http/params.ts";
import { episodeSummary } from "../../publishing/episodes/schema.ts";
import { isCategory, LANGUAGES } from "../../publishing/reference/rules.ts";
import { category } from "../../publishing/reference/schema.ts";
import { showSummary } from "../../publishing/shows/schema.ts";
import { MATCHES } from "./rules.ts";

const date = () =>
  line({ max: 10 })
    .refine((text) => isDate(text), { error: "must be a date, as YYYY-MM-DD" })
    .optional();

/** Whether the day exists; PostgreSQL's range of dates is wider. */
function isDate(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const seconds = () => integer({ min: 0, max: 10 ** 7 }).optional();

/** The search text. */
export const q = line({ min: 1, max: 200 }).meta({ description: "The search text." });

const extras = {
  q,
  language: oneOf(LANGUAGES).optional(),
  category_id: integer({ min: 1 })
    .refine((value) => isCategory(value), { error: "must be a show category" })
    .optional()
    .meta({ description: "A category, including its subcategories." }),
  explicit: boolean().optional(),
  published_after: date().meta({
    description: "`YYYY-MM-DD`, inclusive. For shows, the date of the latest episode.",
  }),
  published_before: date().meta({ description: "`YYYY-MM-DD`, inclusive." }),
  duration_min: seconds().meta({ description: "In seconds; for episodes only." }),
  duration_max: seconds().meta({ description: "In seconds; for episodes only." }),
  explain: boolean().default(false).meta({ description: "Adds `score` to each item." }),
  facets: boolean().default(false).meta({
    description: "Adds the number of results in each language and category, among the best 1,000.",
  }),
  ...offsetPaging(),
};

const filter = oneOf(["listenable", "editable"]).default("listenable").meta({
  description:
    "`listenable`: what everyone can find. `editable`: all that you can edit, unpublished or not.",
});

const KIND = "The kind of results to return.";

export const searchQuery = z.object({
  type: oneOf(["shows", "episodes"]).meta({ description: KIND }),
  ...extras,
});
export const userSearchQuery = searchQuery.extend({ filter });
export const showSearchQuery = z.object({
  type: oneOf(["episodes"]).meta({ description: KIND }),
  filter,
  ...extras,
});

export type SearchParams = Omit<z.infer<typeof searchQuery>, "type">;

/** Explains an item's position, by `total`: ten times `text`, plus `rank`. */
const score = z.object({
  match: z.enum(MATCHES),
  corrected: z.boolean(),
  text: z.number(),
  rank: z.number(),
  total: z.number(),
  missing: z.array(z.string()).meta({ description: "Words of the query that the item lacks." }),
});

const scored = { score: score.optional().meta({ description: "Only with `explain=1`." }) };

const foundShow = showSummary.extend(scored).meta({ id: "FoundShow" });

const foundEpisode = episodeSummary
  .pick({
    episode_id: true,
    type: true,
    title: true,
    duration: true,
    show_id: true,
    author_id: true,
    site_url: true,
    image_url: true,
    image_original_url: true,
    published_at: true,
    download_enabled: true,
  })
  .extend({
    show: showSummary.optional().meta({ description: "Only in a search across all shows." }),
    ...scored,
  })
  .meta({ id: "FoundEpisode" });

const facets = z.object({
  counted: z.int(),
  languages: z.record(z.string(), z.int()),
  categories: z.record(z.string(), z.int()),
});

const page = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    next_url: z.string().nullable(),
    facets: facets.optional().meta({ description: "Only with `facets=1`." }),
    dropped: z.array(z.string()).optional().meta({
      description: "Only with `explain=1`: words of the query that the best item lacks.",
    }),
    did_you_mean: z.string().optional().meta({
      description: "The query in the best item's spelling, if it was found by other words.",
    }),
  });

export const found = page(z.union([foundEpisode, foundShow]));
export const foundEpisodes = page(foundEpisode);
export const suggestQuery = z.object({ q, limit: clampedLimit({ preset: 10, max: 20 }) });
export const suggested = z.object({
  items: z.array(showSummary),
  episodes: z.array(foundEpisode).meta({
    description: "Up to five episodes whose titles begin with the text, from three characters on.",
  }),
  people: z.array(z.object({ user_id: z.int(), name: z.string(), site_url: z.string() })).meta({
    description: "Authors of these shows whose names have the words.",
  }),
  categories: z.array(category).meta({
    description: "Categories with a name that begins with the text, in the caller's language.",
  }),
});

export type EpisodeItem = z.infer<typeof foundEpisode>;
export type Score = z.infer<typeof score>;
export type Facets = z.infer<typeof facets>;
