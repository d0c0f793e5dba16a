/** The form of advertising in an archive: what its entries are called, and what they contain. */
import { z } from "zod";
import type { LineItem } from "../../../../../clients/typescript/src/api.ts";
import { digest, GUID } from "../primitives.ts";

/** The folders of `advertising/`, in the order in which their records are made: each refers to those before it. */
export const SECTIONS = ["advertisers", "campaigns", "lineitems"] as const;
export type Section = (typeof SECTIONS)[number];

/** Entries are numbered from 1 in the order in which their records were created. */
export const entryName = (section: Section, number: number): string =>
  `advertising/${section}/${String(number).padStart(6, "0")}.json`;

/** Lengths and numbers are those of the API, which counts code points: two units of a string at most. */
const text = (max: number) => z.string().max(2 * max);
const line = (max: number) => text(max).nullable();
const name = text(255).min(1);
const count = z.int().min(1).nullable();
const day = z.string().regex(/^(19|20|21)\d\d-\d\d-\d\d$/);
/**
 * Amounts in the only notation that the server writes: no sign, exponent or grouping, and all decimals. `most` is in units
 * of the last decimal.
 */
const amount = (form: RegExp, most: bigint) =>
  z.string().refine((text) => form.test(text) && BigInt(text.replace(".", "")) <= most);
const budget = amount(/^(0|[1-9]\d{0,10})\.\d{8}$/, 10n ** 18n);
const price = amount(/^(0|[1-9]\d{0,9})\.\d{5}$/, 10n ** 14n);

const frequencyCap = z
  .array(
    z.strictObject({
      max: z.int().min(1).max(1_000_000),
      count: z.int().min(1).max(1000),
      unit: z.enum(["HOUR", "DAY", "WEEK", "LIFETIME"]),
    }),
  )
  .max(5);

const filterOf = <T extends z.ZodType>(value: T) =>
  z
    .strictObject({
      type: z.enum(["INCLUDE", "EXCLUDE"]),
      matcher: z.literal("ONE_OF"),
      values: z.array(value).min(1).max(1000),
    })
    .nullable();
const texts = filterOf(text(100).min(1));
const daypart = z.strictObject({
  days: z.array(z.int().min(1).max(7)).min(1).max(7),
  from: z.int().min(0).max(23),
  to: z.int().min(1).max(24),
});

const guid = z.string().regex(GUID);
/** An episode is identified by its GUID within the feed of its show. */
const episodeTarget = z.strictObject({ show: guid, episode: z.string().min(1) });
export type EpisodeTarget = z.infer<typeof episodeTarget>;

/** Names of entries. */
const advertiser = z.string().regex(/^advertising\/advertisers\/[0-9]{6}\.json$/);
const campaign = z.string().regex(/^advertising\/campaigns\/[0-9]{6}\.json$/);

const isIabCode = (code: string): boolean => /^IAB([1-9]|1\d|2[0-6])(-[1-9]\d?)?$/.test(code);

export const advertiserShape = z.strictObject({
  fields: z.strictObject({
    domain: line(253),
    external_id: line(255),
    /** Of the IAB Content Taxonomy 1.0, separated by commas. */
    iab_categories: z
      .string()
      .max(400)
      .refine((codes) => codes.split(",").every(isIabCode)),
    name,
    notes: line(4000),
  }),
});

export const campaignShape = z.strictObject({
  advertiser,
  fields: z.strictObject({
    budget_amount: budget.nullable(),
    currency: z.string().regex(/^[A-Z]{3}$/),
    external_id: line(255),
    frequency_cap: frequencyCap,
    name,
  }),
});

const creative = z.strictObject({
  audio: z.strictObject({ bytes: z.int().min(1).max(104_857_600), sha256: digest }),
  filename: name,
  weight: z.int().min(0).max(1000),
});
export type CreativeRecord = z.infer<typeof creative>;

/**
 * Whether a line item may deliver. One that is not approved is as inactive as one that is paused, and so is one that was
 * started and has no audio any more: no server starts that.
 */
const STATES = ["active", "inactive", "canceled"] as const;
export type State = (typeof STATES)[number];

export const lineitemShape = z.strictObject({
  campaign,
  /** In the order in which they were added. */
  creatives: z.array(creative).max(20),
  exclusions: z
    .strictObject({
      advertisers: z.array(advertiser).max(1000),
      industries: z.array(z.string().refine(isIabCode)).max(1000),
      scope: z.enum(["break", "download"]),
    })
    .nullable(),
  fields: z.strictObject({
    auto_extend_days: z.int().min(0).max(365),
    daily_cap: count,
    end_date: day,
    external_id: line(255),
    frequency_cap: frequencyCap,
    goal_impressions: count,
    goal_pacing: z.enum(["PACED", "ASAP", "FRONT_LOADED"]),
    hard_cap: z.boolean(),
    max_per_download: z.int().min(1).max(20),
    name,
    notes: line(4000),
    price_amount: price,
    price_type: z.enum(["CPM", "FLAT", "NONE"]),
    priority_id: z.literal([20, 30, 40, 50, 60, 70]),
    share_of_voice: z.int().min(1).max(100).nullable(),
    start_date: day,
    target_ads_type: texts,
    target_apps: texts,
    target_categories: filterOf(z.int().min(1)),
    target_dayparts: filterOf(daypart),
    target_devices: texts,
    target_geo: texts,
    target_languages: texts,
    target_midroll_position: z
      .union([z.enum(["first", "last"]), z.int().min(1).max(100)])
      .nullable(),
    target_os: texts,
    target_tags: texts,
    third_party_impression_urls: z.array(z.string().min(1).max(2000)).max(3),
    timezone: z.string().min(1).max(60),
  }),
  state: z.enum(STATES),
  target_episodes: filterOf(episodeTarget),
  target_shows: filterOf(guid),
});

type AdvertiserRecord = z.infer<typeof advertiserShape>;
export type CampaignRecord = z.infer<typeof campaignShape>;
export type LineitemRecord = z.infer<typeof lineitemShape>;
export type AdvertisingRecord = AdvertiserRecord | CampaignRecord | LineitemRecord;

/** The advertising of an organization, each section in the order of its entries. */
export type Advertising = Readonly<{
  advertisers: readonly AdvertiserRecord[];
  campaigns: readonly CampaignRecord[];
  lineitems: readonly LineitemRecord[];
}>;

/** All records with the names of their entries. */
export const entriesOf = (advertising: Advertising) =>
  SECTIONS.flatMap((section) =>
    advertising[section].map((record: AdvertisingRecord, at) => ({
      section,
      entry: entryName(section, at + 1),
      record,
    })),
  );

type Switched = Pick<LineItem, "active" | "canceled" | "creatives">;

export function stateOf({ active, canceled, creatives }: Switched): State {
  if (canceled) return "canceled";
  return active && creatives.some(({ status }) => status === "READY") ? "active" : "inactive";
}
