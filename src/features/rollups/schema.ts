/** What is asked of a statistics engine, and what it answers: data, whichever engine it is. */
import type { Day, DayRange, Group } from "../../platform/statistics/calendar.ts";

/** From the narrowest up; the scope of a campaign question, and what lists are lists of. */
export const AD_LEVELS = ["lineitem", "campaign", "team"] as const;
export type AdLevel = (typeof AD_LEVELS)[number];
export const AUDIENCE_LEVELS = ["episode", "show", "user", "organization"] as const;
export type AudienceLevel = (typeof AUDIENCE_LEVELS)[number];

/** By what plays and downloads are told apart. Systems carry their kind: desktop, mobile or other. */
export const DIMENSIONS = ["source", "device", "os", "country"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Whose figures: everything the ledger booked under this id at the time. */
export type Scope<L> = Readonly<{ level: L; id: number }>;

/** `range` null: all time. Days are days of UTC, by the ledger's `window_start`. */
type Asked<L> = Readonly<{ scope: Scope<L>; range: DayRange | null }>;
type AskedDated<L> = Readonly<{ scope: Scope<L>; range: DayRange; group: Group }>;

/** A question to the engine, one kind for each breakdown. */
export type AdQuery =
  | (Asked<AdLevel> & { facts: "ads"; by: "nothing" | "child" })
  | (AskedDated<AdLevel> & { facts: "ads"; by: "date" });
export type AudienceQuery =
  | (Asked<AudienceLevel> & { facts: "audience"; by: "nothing" | "child" })
  | (AskedDated<AudienceLevel> & { facts: "audience"; by: "date" });
export type NameQuery = { facts: "names"; dimension: Dimension } & (
  | (Asked<AudienceLevel> & {
      by: "name";
      /** So many names, the most frequent; all others are one, `OTHERS`. Left out: all. */
      most?: number;
    })
  | (AskedDated<AudienceLevel> & {
      by: "date and name";
      /** These names; all others are one, `OTHERS`. Left out: all. */
      names?: readonly string[];
    })
);
export type ListenerQuery = AskedDated<AudienceLevel> & { facts: "listeners"; by: "date" };
export type StatisticsQuery = AdQuery | AudienceQuery | NameQuery | ListenerQuery;

/** What a row stands for; null where the question did not ask. */
type Key = Readonly<{
  /** First day of the bucket, no earlier than `from`. */
  date: Day | null;
  /** The child: a campaign or line item; a user, show or episode. */
  child_id: number | null;
}>;

/** Revenue in 10⁻⁸ of the currency; quantities of -1 have been taken off. */
export type AdRow = Key & Readonly<{ impressions: number; revenue: bigint }>;
export type AudienceRow = Key & Readonly<{ plays: number; downloads: number }>;
/** One name's part. `count`: plays and downloads together. */
export type NameRow = Readonly<{
  date: Day | null;
  /** "" is the unknown country. */
  name: string;
  /** Of systems desktop, mobile or other; "" of everything else. */
  kind: string;
  count: number;
}>;
/** Distinct listeners: exact below `SKETCH_SIZE`, above that an estimate (rules.ts). */
export type ListenerRow = Readonly<{ date: Day; listeners: number }>;

/**
 * Where statistics are asked. Rows that are 0 in every figure are left out: filling gaps is not an
 * engine's business, nor is paging. Order: by date, then the largest first (of ads impressions, of
 * audience plays and downloads together), then the lowest `child_id`, or `name` and then `kind` by code
 * point; where names are put together, the row `OTHERS` (of kind "") is the last of its date.
 * `by: "nothing"` gives one row, zeros included.
 *
 * An engine throws `QueryRefused` for what it will never answer; any other error is its trouble.
 */
export type StatisticsEngine = Readonly<{
  readAds(query: AdQuery): Promise<AdRow[]>;
  readAudience(query: AudienceQuery): Promise<AudienceRow[]>;
  readNames(query: NameQuery): Promise<NameRow[]>;
  readListeners(query: ListenerQuery): Promise<ListenerRow[]>;
}>;
