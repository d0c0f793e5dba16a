/** A line item as the decision knows it: numbers and sets, nothing to look up. */
import type { Dayparts } from "./dayparts.ts";

/** Values are compared as they stand: text in lower case, ids as numbers. */
export type Filter<V extends string | number> = Readonly<{
  type: "INCLUDE" | "EXCLUDE";
  values: readonly V[];
}> | null;

/** At most `max` times in any `count` units; `window` is their length in ms, Infinity for ever. */
export type Cap = Readonly<{ max: number; window: number }>;

export type Exclusions = Readonly<{
  /** IAB codes; `iab22` covers `iab22-11`. */
  industries: readonly string[];
  advertisers: readonly number[];
  scope: "break" | "download";
}>;

/** A creative in the profiles it is ready in. */
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
  /** ms since 1970: the flight from its first midnight to the one after its last day. */
  starts: number;
  ends: number;
  /** `ends`, or the end of the last of its hours before. */
  closes: number;
  /** `ends`, or later while the goal may still be made up. */
  extended: number;
  goal: number | null;
  pacing: GoalPacing;
  daily_cap: number | null;
  hard_cap: boolean;
  /** Percent of the slots; null: all. */
  share_of_voice: number | null;
  /** 10⁻⁸ of the currency for one delivery. */
  price: bigint;
  /** Of the campaign, 10⁻⁸; null: no limit. */
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
