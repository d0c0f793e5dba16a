/** Wire shapes and parameters of curated lists (description "Curated list", contract §6). */
import { z } from "zod";
import { commaList } from "../../platform/http/listparams.ts";
import { lastIdPaging } from "../../platform/http/paging.ts";
import { clearableInteger, clearableLine, id, integer, line } from "../../platform/http/params.ts";
import { isCategory, isCountry, isLanguage } from "../reference/rules.ts";

export const curatedList = z
  .object({
    list_id: z.int(),
    name: z.string(),
    subtitle: z.string().nullable(),
    type: z.enum(["shows"]),
  })
  .meta({ id: "CuratedList" });

/** What fills a list, and where it is shown. */
export const listSettings = z
  .object({
    countries: z.array(z.string()).meta({ description: "None: for every country." }),
    filled_by: z.enum(["hand", "rule"]),
    shows: z.array(z.int()).meta({ description: "In their order; none when filled by rule." }),
    category_id: z.int().nullable(),
    language: z.string().nullable(),
    max_age_days: z.int().nullable(),
  })
  .meta({ id: "CuratedListSettings" });

/** An ISO 3166-1 alpha-2 code, in capitals or not. */
const country = () =>
  line({ max: 8 })
    .transform((code) => code.toUpperCase())
    .refine(isCountry, { error: "is not an ISO 3166-1 country code" });

/** The order a list was begun in; only `next_url` knows it. */
const version = integer({ min: 0 })
  .optional()
  .meta({ description: "The order that `last_id` is a place of, as `next_url` has it." });

export const listsQuery = z.object({ ...lastIdPaging(), country: country().optional() });
export const itemsQuery = z.object({ ...lastIdPaging(), version });

const countries = () =>
  commaList(country(), { max: 300 })
    .transform((codes) => [...new Set(codes)])
    .meta({ description: "ISO 3166-1 codes; none: for every country." });

export const listParams = z.object({
  name: line({ min: 1, max: 100 }).optional(),
  subtitle: clearableLine({ max: 200 }).optional(),
  countries: countries().optional(),
});

export const newListParams = listParams.extend({ name: line({ min: 1, max: 100 }) });

/** Shows that one list holds by hand. */
export const MOST_SHOWS = 500;

export const fillingParams = z.object({
  shows: commaList(id(), { max: MOST_SHOWS })
    .refine((ids) => new Set(ids).size === ids.length, { error: "must not repeat a show" })
    .optional()
    .meta({ description: "Ids of shows, in their order; an empty list empties the list." }),
  category_id: clearableInteger({ min: 1 })
    .refine((value) => value === null || isCategory(value), { error: "is not a show category" })
    .optional(),
  language: clearableLine({ max: 8 })
    .refine((code) => code === null || isLanguage(code), {
      error: "is not a language of shows",
    })
    .optional(),
  max_age_days: clearableInteger({ min: 1, max: 36_500 })
    .optional()
    .meta({ description: "Only shows with an episode published in the last so many days." }),
});

export type ListParams = z.infer<typeof listParams>;
export type NewListParams = z.infer<typeof newListParams>;
export type FillingParams = z.infer<typeof fillingParams>;
