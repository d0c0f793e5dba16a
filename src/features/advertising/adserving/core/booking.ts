/** A line item in the form that the ad decision uses: numbers and sets, with no further lookups. */
import type { Dayparts } from "./dayparts.ts";

/** Values are compared literally: text in lower case, ids as numbers. */
export type Filter<V extends string | number> = Readonly<{
  type: "INCLUDE" | "EXCLUDE";
  values: readonly V[];
}> | null;

/** At most `max` times in `count` units; `window` is their length in ms, or Infinity for an unlimited window. */
export type Cap = Readonly<{ max: number; window: number }>;

export type Exclusions = Readonly<{
  /** IAB codes; `iab22` covers `iab22-11`. */
  industries: readonly string[];
  advertisers: readonly number[];
  scope: "break" | "download";
}>;

/** A creative with its files, by READY profile. */
export type Creative = Readonly<{
  creative_id: number;
  weight: number;
  files: Readonly<Record<string, CreativeFile>>;
}>;
export type CreativeFile = Readonly<{ media_key: string; bytes: number; frames: number }>;

export type GoalPacing = "PACED" | "ASAP" | "FRONT_LOADED";

export type Booking = Readonly<{
  lineitem_id: number;
  campaign_id: number;
  team_id: number;
  advertiser_id: number;
  industries: readonly string[];
  priority: number;
  timezone: string;
  /** The flight in ms since 1970, from its first midnight to the midnight after its last day. */
  starts: number;
  ends: number;
  /** `ends`, or the end of its last open hour before `ends`. */
  closes: number;
  /** `ends`, or later if the flight is extended to reach the goal. */
  extended: number;
  goal: number | null;
  pacing: GoalPacing;
  daily_cap: number | null;
  hard_cap: boolean;
  /** Percentage of the slots; null: all. */
  share_of_voice: number | null;
  /** Revenue of one delivery in 10⁻⁸ of the currency. */
  price: bigint;
  /** The campaign's budget in 10⁻⁸; null: no limit. */
  budget: bigint | null;
  caps: readonly Cap[];
  campaign_caps: readonly Cap[];
  exclusions: Exclusions | null;
  max_per_download: number;
  creatives: readonly Creative[];
  positions: Filter<string>;
  midroll: "first" | "last" | number | null;
  countries: Filter<string>;
  devices: Filter<string>;
  systems: Filter<string>;
  apps: Filter<string>;
  languages: Filter<string>;
  tags: Filter<string>;
  shows: Filter<number>;
  episodes: Filter<number>;
  categories: Filter<number>;
  hours: Dayparts;
}>;
