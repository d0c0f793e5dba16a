/** API schemas and parameters of curated lists (description "Curated list", contract §6). */
import { z } from "zod";
import { commaList } from "../../../platform/http/listparams.ts";
import { lastIdPaging, offsetPaging } from "../../../platform/http/paging.ts";
import {
  boolean,
  clearableInteger,
  clearableLine,
  id,
  integer,
  line,
  verbatim,
} from "../../../platform/http/params.ts";
import { isCategory, isCountry, isLanguage } from "../../publishing/reference/rules.ts";

export const curatedList = z
  .object({
    list_id: z.int(),
    name: z.string(),
    subtitle: z.string().nullable(),
    type: z.enum(["shows"]),
  })
  .meta({ id: "CuratedList" });

/** How a list is filled, and in which countries it is shown. */
export const listSettings = z
  .object({
    countries: z.array(z.string()).meta({ description: "An empty list means every country." }),
    hidden: z.boolean().meta({ description: "Whether only admins see the list." }),
    filled_by: z.enum(["hand", "rule"]),
    shows: z
      .array(z.int())
      .meta({ description: "In their order; empty if the list is filled by a rule." }),
    category_id: z.int().nullable(),
    language: z.string().nullable(),
    max_age_days: z.int().nullable(),
  })
  .meta({ id: "CuratedListSettings" });

/** An ISO 3166-1 alpha-2 code in upper or lower case. */
const country = () =>
  line({ max: 8 })
    .transform((code) => code.toUpperCase())
    .refine(isCountry, { error: "must be an ISO 3166-1 country code" });

/** The order in which the reader began; clients get it only through `next_url`. */
const version = integer({ min: 0 })
  .optional()
  .meta({ description: "The version of the order to which `last_id` belongs, as in `next_url`." });

export const listsQuery = z.object({
  ...lastIdPaging(),
  country: country().optional().meta({ description: "ISO 3166-1 code of the listener's country." }),
});
export const itemsQuery = z.object({ ...lastIdPaging(), version });

const countries = () =>
  commaList(country(), { max: 300 })
    .transform((codes) => [...new Set(codes)])
    .meta({ description: "ISO 3166-1 codes; an empty list means every country." });

export const listParams = z.object({
  name: line({ min: 1, max: 100 }).optional(),
  subtitle: clearableLine({ max: 200 }).optional(),
  countries: countries().optional(),
  hidden: boolean()
    .optional()
    .meta({ description: "Whether only admins see the list, such as while they prepare it." }),
});

export const adminListsQuery = z.object({
  q: verbatim({ max: 200 }).optional().meta({ description: "A part of the name." }),
  ...offsetPaging(),
});

export const adminList = curatedList
  .extend({
    ...listSettings.omit({ shows: true }).shape,
    shows_count: z.int().nullable().meta({ description: "Null if a rule fills the list." }),
  })
  .meta({ id: "AdminList" });

export const newListParams = listParams.extend({ name: line({ min: 1, max: 100 }) });

/** Maximum number of shows in a manual list. */
const MOST_SHOWS = 500;

export const fillingParams = z.object({
  shows: commaList(id(), { max: MOST_SHOWS })
    .refine((ids) => new Set(ids).size === ids.length, { error: "must not contain a show twice" })
    .optional()
    .meta({ description: "Ids of shows, in their order; an empty list removes all shows." }),
  category_id: clearableInteger({ min: 1 })
    .refine((value) => value === null || isCategory(value), { error: "must be a show category" })
    .optional(),
  language: clearableLine({ max: 8 })
    .refine((code) => code === null || isLanguage(code), {
      error: "must be a language that shows can have",
    })
    .optional(),
  max_age_days: clearableInteger({ min: 1, max: 36_500 })
    .optional()
    .meta({ description: "Only shows with an episode published in this number of days." }),
});

export type ListParams = z.infer<typeof listParams>;
export type NewListParams = z.infer<typeof newListParams>;
export type FillingParams = z.infer<typeof fillingParams>;
