/** API schemas and parameters of shows (description "Show", contract §4). */
import { z } from "zod";
import { PROFILES } from "../../../platform/audio/profiles.ts";
import {
  clearableEmail,
  clearableUrl,
  clearableWebsite,
} from "../../../platform/http/addressparams.ts";
import { arrayOf, record, structure } from "../../../platform/http/listparams.ts";
import {
  boolean,
  clearableInteger,
  clearableLine,
  clearableTimezone,
  description,
  descriptionHtml,
  id,
  integer,
  line,
  oneOf,
  verbatim,
} from "../../../platform/http/params.ts";
import { publicUser } from "../../people/users/schema.ts";
import { imageParams } from "../images/schema.ts";
import { isCategory, LANGUAGES } from "../reference/rules.ts";
import { category } from "../reference/schema.ts";

/** A show inside search results, curated lists and episodes. */
export const showSummary = z
  .object({
    show_id: z.int(),
    title: z.string(),
    site_url: z.string(),
    image_url: z.string().nullable(),
    image_original_url: z.string().nullable(),
    author_id: z.int(),
  })
  .meta({ id: "ShowSummary" });

const categories = {
  category_id: z.int().nullable(),
  category_2_id: z.int().nullable(),
  category_3_id: z.int().nullable(),
  category: category.nullable(),
  category_2: category.nullable(),
  category_3: category.nullable(),
};

/** A show in lists of a user's shows and favorites. */
export const showListItem = showSummary.extend(categories).meta({ id: "ShowListItem" });

const text = z.string();
const optionalText = z.string().nullable();

/** An ad break of episodes without cuepoints of their own. */
const defaultBreak = z.object({
  position: z.enum(["preroll", "midroll", "postroll"]),
  ads_max_count: z.int(),
  timecode: z.int().optional().meta({
    description: "For a mid-roll: milliseconds from the beginning.",
  }),
});

export const showDetail = showSummary
  .extend({
    ...categories,
    author: publicUser,
    description: text,
    description_html: text,
    episode_description_footer_html: optionalText,
    email: optionalText,
    socialnet1_url: optionalText,
    socialnet1_page_id: optionalText,
    socialnet1_page_name: optionalText,
    socialnet2_name: optionalText,
    voipchat_name: optionalText,
    sms_number: optionalText,
    tel_number: optionalText,
    website_url: optionalText,
    language: text,
    episodes_sorting: z.enum(["newest", "oldest"]),
    owner_name: optionalText,
    author_name: optionalText,
    copyright: optionalText,
    last_episode_at: optionalText,
    created_at: text,
    updated_at: text,
    listenable_episodes_count: z.int(),
    editable_episodes_count: z.int(),
    permalink: text,
    explicit: z.boolean(),
    episodes_count: z.int(),
    followers_count: z.int(),
    plays_count: z.int(),
    likes_count: z.int(),
    feed_url: text,
    guid: text,
    visibility: z.enum(["PUBLIC", "LIMITED", "PRIVATE"]),
    itunes_type: z.enum(["episodic", "serial"]),
    delivery_profile: z.string(),
    loudness_normalisation: z.boolean(),
    default_breaks: z.array(defaultBreak),
    limited_key: optionalText.optional().meta({ description: "For editors only." }),
    limited_url: optionalText.optional().meta({ description: "For editors only." }),
    timezone: optionalText.optional().meta({ description: "For editors only." }),
    image_error: optionalText.optional().meta({
      description:
        "The reason why the cover named in the imported feed was not used. For editors only.",
    }),
  })
  .meta({ id: "Show" });

const PROFILE_NAMES = Object.keys(PROFILES) as [string, ...string[]];

const MAX_BREAKS = 20;
const INT4 = 2 ** 31 - 1;
const NO_BREAK = "must be {position, ads_max_count, timecode}";

const givenBreak = record(
  {
    position: oneOf(["preroll", "midroll", "postroll"]),
    ads_max_count: integer({ min: 1, max: 5 }).default(1),
    timecode: integer({ min: 1, max: INT4 }).optional(),
  },
  NO_BREAK,
).refine(({ position, timecode }) => (position === "midroll") === (timecode !== undefined), {
  error: "must have a timecode if position is midroll, and only then",
});

const placeOf = ({ position, timecode = 0 }: z.infer<typeof givenBreak>) =>
  `${position} ${timecode}`;

/** All breaks at once; an empty text restores the default. */
const defaultBreaks = () =>
  z
    .preprocess(
      (value) => (value === "" ? null : value),
      structure(
        arrayOf(givenBreak, { max: MAX_BREAKS, error: `must be a list; each ${NO_BREAK}` })
          .refine((all) => new Set(all.map(placeOf)).size === all.length, {
            error: "must not contain the same position and timecode twice",
          })
          .nullable(),
      ),
    )
    .meta({
      description:
        "The ad breaks of episodes without cuepoints: a list of {position, ads_max_count, timecode}, or the same as JSON text; `[]` means none. A mid-roll needs a `timecode` in milliseconds and is left out of episodes that are shorter. An empty string restores the default of a new show: one ad before and one after.",
    });

const knownCategory = () =>
  clearableInteger({ min: 1 })
    .refine((value) => value === null || isCategory(value), { error: "must be a show category" })
    .optional();

const sorting = () => oneOf(["newest", "oldest"]).optional();

/** The part of a URL that can stand instead of an id, so it must not be a number. */
export const permalink = () =>
  line({ min: 1, max: 80 })
    .refine((slug) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug), {
      error: "must contain only a–z, 0–9 and single hyphens",
    })
    .refine((slug) => !/^\d+$/.test(slug), { error: "must not be a number" });

/** Every parameter of a write, all optional; creating a show also requires `title` and `language`. */
export const showParams = z.object({
  title: line({ min: 5, max: 40 }).optional(),
  language: oneOf(LANGUAGES).optional(),
  description: description().optional(),
  description_html: descriptionHtml().optional(),
  episode_description_footer_html: descriptionHtml().optional(),
  email: clearableEmail().optional(),
  website_url: clearableWebsite().optional(),
  socialnet1_url: clearableUrl().optional(),
  socialnet2_name: z
    .preprocess(
      (value) => (typeof value === "string" ? value.replace(/^\s*@/, "") : value),
      clearableLine({ max: 15 }),
    )
    .optional()
    .meta({ description: "With or without a leading `@`." }),
  voipchat_name: clearableLine({ min: 6, max: 32 }).optional(),
  tel_number: clearableLine({ max: 16 }).optional(),
  sms_number: clearableLine({ max: 16 }).optional(),
  category_id: knownCategory(),
  category_2_id: knownCategory(),
  category_3_id: knownCategory(),
  episode_sorting: sorting(),
  episodes_sorting: sorting(),
  owner_name: clearableLine({ max: 255 }).optional(),
  author_name: clearableLine({ max: 255 }).optional(),
  copyright: clearableLine({ max: 255 }).optional(),
  permalink: permalink().optional(),
  explicit: boolean().optional(),
  itunes_type: oneOf(["episodic", "serial"]).optional(),
  delivery_profile: oneOf(PROFILE_NAMES).optional().meta({
    description: "The encoding of audio uploaded from now on.",
  }),
  loudness_normalisation: boolean().optional().meta({
    description: "Whether audio uploaded from now on is normalized to −16 LUFS.",
  }),
  default_breaks: defaultBreaks().optional(),
  timezone: clearableTimezone().optional().meta({
    description:
      "IANA time zone in which editors schedule episodes at `/studio`, such as `Europe/Berlin`. An empty string clears it: then each editor uses their own. Times of the API are UTC.",
  }),
  visibility: oneOf(["PUBLIC", "LIMITED", "PRIVATE"]).optional(),
  limited_key: oneOf(["reset"]).optional().meta({ description: "`reset` creates a new key." }),
  ...imageParams,
});

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A `podcast:guid`, in small letters. */
export const showGuid = () =>
  verbatim({ max: 36 })
    .refine((text) => GUID.test(text), { error: "must be a UUID" })
    .transform((text) => text.toLowerCase());

/** The parameters for creating a show. */
export const newShowParams = showParams.extend({
  title: line({ min: 5, max: 40 }),
  language: oneOf(LANGUAGES),
  author_id: id().optional().meta({ description: "A user you act for. Default: yourself." }),
  guid: showGuid().optional().meta({
    description:
      "The `podcast:guid` of a show that moves here, so that apps go on following it. Default: a new one.",
  }),
});

export type ShowParams = z.infer<typeof showParams>;
