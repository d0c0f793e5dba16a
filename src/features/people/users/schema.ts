/** API schemas and parameters of users (contract §3). */
import { z } from "zod";
import { clearableEmail, clearableWebsite, email } from "../../../platform/http/addressparams.ts";
import { commaList } from "../../../platform/http/listparams.ts";
import { parseLocale } from "../../../platform/http/locale.ts";
import {
  boolean,
  clearableLine,
  clearableNumber,
  clearableTimezone,
  id,
  line,
  paragraphs,
} from "../../../platform/http/params.ts";
import { imageParams } from "../../publishing/images/schema.ts";

/** A user as everyone sees it. */
export const publicUser = z
  .object({
    user_id: z.int(),
    username: z.string(),
    fullname: z.string(),
    description: z.string(),
    image_url: z.string().nullable(),
    image_original_url: z.string().nullable(),
    site_url: z.string(),
    kind: z.enum(["listener", "producer"]),
    plan: z.string(),
  })
  .meta({ id: "PublicUser" });

export const userDetail = publicUser
  .extend({
    followers_count: z.int(),
    followings_count: z.int(),
    verified: z.boolean(),
    is_following_you: z.boolean().optional().meta({ description: "Only with a token." }),
    you_are_following: z.boolean().optional().meta({ description: "Only with a token." }),
  })
  .meta({ id: "User" });

const optionalText = z.string().nullable();
const optionalNumber = z.number().nullable();

/** The account of the caller. */
export const ownUser = userDetail
  .omit({ is_following_you: true, you_are_following: true })
  .extend({
    email: z.string(),
    contact_email: optionalText,
    website_url: optionalText,
    location: optionalText,
    location_latitude: optionalNumber,
    location_longitude: optionalNumber,
    gender: optionalText,
    birthday: optionalText,
    show_age: z.boolean(),
    content_languages: z.array(z.string()),
    timezone: optionalText,
    socialnet1_permalink: optionalText,
    socialnet2_username: optionalText,
    favorites_public: z.boolean(),
    created_at: z.string(),
    organizations: z.array(
      z.object({ organization_id: z.int(), name: z.string(), role: z.string() }),
    ),
    features: z.object({
      storage_used_bytes: z.int().meta({
        description:
          "All files of the user's records: originals, encoded audio, images, creatives, transcripts, unfinished uploads.",
      }),
      storage_limit_bytes: z
        .int()
        .nullable()
        .meta({ description: "The limit of the user's plan; null means no limit." }),
      upload_limit_bytes: z.int().meta({ description: "The maximum size of an audio file." }),
    }),
  })
  .meta({ id: "OwnUser" });

/** Rules for fields that users fill in about themselves. */
export const userFields = {
  username: line({ min: 3, max: 32 })
    .refine((name) => /^[a-z0-9_]+$/.test(name), { error: "must contain only a–z, 0–9 and _" })
    .refine((name) => !/^\d+$/.test(name) && name !== "me", {
      error: "must not be a number or “me”",
    }),
  fullname: line({ min: 1, max: 60 }),
  email: email(),
  /** Any text of the operator's; a plan that `PLANS` does not list has the limits of `basic`. */
  plan: line({ min: 1, max: 60 }),
  password: z
    .string()
    .min(8, { error: "must have at least 8 characters" })
    .max(1000, { error: "must have at most 1000 characters" }),
};

/** A user in a path: an id, `me`, or a username. */
export const userKey = z
  .union([
    id(),
    z
      .string()
      .max(32)
      .regex(/^[a-z0-9_]{1,32}$/),
  ])
  .meta({ description: "The user's number or username, or `me`." });

const MAX_LANGUAGES = 100;

/** Every parameter of POST /v2/users/<id>, all optional (contract §3). */
export const userParams = z.object({
  fullname: userFields.fullname.optional(),
  username: userFields.username.optional(),
  description: paragraphs({ max: 400 }).optional(),
  contact_email: clearableEmail().optional(),
  website_url: clearableWebsite().optional(),
  location: clearableLine({ max: 255 }).optional(),
  location_latitude: clearableNumber({ min: -90, max: 90 }).optional(),
  location_longitude: clearableNumber({ min: -180, max: 180 }).optional(),
  gender: clearableLine({ max: 32 }).optional(),
  birthday: clearableLine({ max: 10 })
    .refine((text) => text === null || isPastDate(text), {
      error: "must be a date in the past, as YYYY-MM-DD",
    })
    .optional(),
  show_age: boolean().optional(),
  content_languages: commaList(
    line({ max: 35 }).refine((code) => parseLocale(code) !== null, {
      error: "must be a language code, such as en",
    }),
    { max: MAX_LANGUAGES },
  ).optional(),
  timezone: clearableTimezone().optional(),
  favorites_public: boolean().optional(),
  socialnet1_permalink: clearableLine({ max: 255 }).optional(),
  socialnet2_username: clearableLine({ max: 255 }).optional(),
  ...imageParams,
});

export type UserParams = z.infer<typeof userParams>;

function isPastDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return (
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(text) &&
    date.getTime() < Date.now()
  );
}
