/** The form of an archive: what its entries are called, what they contain, and the only way in which that is written. */
import { z } from "zod";
import { digest, GUID } from "./primitives.ts";

export const FORMAT = "longwave-archive";
export const VERSION = 1;

/** A file of JSON: far more than the texts of a show or an episode may have. */
export const MAX_JSON_BYTES = 16 * 2 ** 20;

const NAME =
  /^(media\/[0-9a-f]{64}|organization\.json|advertising\/(advertisers|campaigns|lineitems)\/[0-9]{6}\.json|shows\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/(show|episodes\/[0-9]{6})\.json)$/;

export const MANIFEST = "manifest.json";
export const ORGANIZATION = "organization.json";
export const showName = (guid: string): string => `shows/${guid}/show.json`;
/** Episodes are numbered from 1 in the order in which they were created. */
export const episodeName = (guid: string, number: number): string =>
  `shows/${guid}/episodes/${String(number).padStart(6, "0")}.json`;
export const mediaName = (sha256: string): string => `media/${sha256}`;

/** What the header of a tar can say without extensions. */
const MAX_BYTES = 8 ** 11 - 1;
const bytes = z.int().min(1).max(MAX_BYTES);

const KINDS = ["show", "organization"] as const;
/** What an archive is of. */
export type Kind = (typeof KINDS)[number];

/** The manifest comes first and names all other entries, in their order. */
export const manifestShape = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  kind: z.enum(KINDS),
  entries: z.array(
    z.strictObject({
      name: z.string().regex(NAME),
      bytes,
      sha256: digest,
    }),
  ),
});
export type Manifest = z.infer<typeof manifestShape>;
export type Entry = Manifest["entries"][number];

/** The fields of the API that an archive keeps of an organization. */
export const ORGANIZATION_FIELDS = ["description", "download_window", "name"] as const;

/** The same of a show. */
export const SHOW_FIELDS = [
  "author_name",
  "category_2_id",
  "category_3_id",
  "category_id",
  "copyright",
  "default_breaks",
  "delivery_profile",
  "description",
  "description_html",
  "email",
  "episode_description_footer_html",
  "episodes_sorting",
  "explicit",
  "itunes_type",
  "language",
  "loudness_normalisation",
  "owner_name",
  "permalink",
  "sms_number",
  "socialnet1_url",
  "socialnet2_name",
  "tel_number",
  "timezone",
  "title",
  "visibility",
  "voipchat_name",
  "website_url",
] as const;

/** How a show's feed is served. */
export const FEED_FIELDS = [
  "item_limit",
  "mode",
  "prepend_url",
  "redirect_url",
  "show_email",
] as const;

/** The same of an episode. */
export const EPISODE_FIELDS = [
  "ai_generated",
  "description",
  "description_html",
  "download_enabled",
  "episode_link",
  "episode_number",
  "explicit",
  "hidden",
  "location_latitude",
  "location_longitude",
  "permalink",
  "season_episode_type",
  "season_number",
  "tags",
  "title",
  "visibility",
] as const;

/** Tags of feeds, as they are called in paths; operations end with the same name in capitals. */
export const SHOW_TAGS = [
  "funding",
  "images",
  "license",
  "listings",
  "location",
  "locked",
  "medium",
  "persons",
  "podroll",
  "trailers",
  "txt",
  "update_frequency",
  "value",
] as const;

export const EPISODE_TAGS = [
  "chapters_file",
  "images",
  "license",
  "location",
  "persons",
  "social_interact",
  "soundbites",
  "txt",
  "value",
] as const;

/** An object with these keys, whose values the server judges. */
const valuesOf = (names: readonly string[]) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, z.json()])));

const file = z.strictObject({ bytes, sha256: digest });
const image = file.extend({ crop: z.string().max(100).nullable() }).nullable();
const time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  .nullable();

export const organizationShape = z.strictObject({ fields: valuesOf(ORGANIZATION_FIELDS), image });

export const showShape = z.strictObject({
  guid: z.string().regex(GUID),
  fields: valuesOf(SHOW_FIELDS),
  feed: valuesOf(FEED_FIELDS),
  image,
  tags: valuesOf(SHOW_TAGS),
});

export const episodeShape = z.strictObject({
  guid: z.string().min(1),
  fields: valuesOf(EPISODE_FIELDS),
  published_at: time,
  auto_published_at: time,
  /** A file, the URL that it is played from, or nothing yet. */
  audio: z.union([file, z.strictObject({ url: z.string() })]).nullable(),
  image,
  chapters: z.array(
    z.strictObject({
      starts_at: z.int().min(0),
      title: z.string(),
      external_url: z.string().nullable(),
      image,
    }),
  ),
  cuepoints: z.array(z.strictObject({ timecode: z.int().min(0), ads_max_count: z.int().min(1) })),
  transcripts: z.array(
    z.strictObject({
      source: z.union([file, z.strictObject({ url: z.string(), type: z.string() })]),
      language: z.string().nullable(),
      rel: z.string().nullable(),
    }),
  ),
  tags: valuesOf(EPISODE_TAGS),
});

export type OrganizationRecord = z.infer<typeof organizationShape>;
export type ShowRecord = z.infer<typeof showShape>;
export type EpisodeRecord = z.infer<typeof episodeShape>;
export type FileReference = z.infer<typeof file>;
export type ImageReference = z.infer<typeof image>;

/** JSON with sorted keys, so that equal records have equal bytes. */
export const canonical = (value: unknown): string => `${JSON.stringify(sorted(value), null, 2)}\n`;

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted((value as never)[key])]));
}

/** Whether two values have the same canonical form. */
export const isSame = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);
