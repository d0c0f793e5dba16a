/** Queries and results of a statistics engine, independent of the engine. */
import type { Deps } from "../../../deps.ts";
import type { Day, DayRange, Group } from "../../../platform/statistics/calendar.ts";

/** Levels from the narrowest up: scopes of campaign queries, and types of children in lists. */
export const AD_LEVELS = ["lineitem", "campaign", "team"] as const;
export type AdLevel = (typeof AD_LEVELS)[number];
export const AUDIENCE_LEVELS = ["episode", "show", "user", "organization"] as const;
export type AudienceLevel = (typeof AUDIENCE_LEVELS)[number];

/**
 * The attributes by which plays and downloads are broken down. Operating systems have a kind: desktop, mobile or other.
 */
export const DIMENSIONS = ["source", "device", "os", "country"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Whose figures: everything the ledger booked under this id at the time. */
export type Scope<L> = Readonly<{ level: L; id: number }>;

/** Several shows together, such as all that a person may edit: each of their listeners counts once. */
export type ShowSet = Readonly<{ level: "shows"; ids: readonly number[] }>;
export type AudienceScope = Scope<AudienceLevel> | ShowSet;

/** `range` null: all time. Days are UTC days, by the ledger's `window_start`. */
type Asked<S> = Readonly<{ scope: S; range: DayRange | null }>;
type AskedDated<S> = Readonly<{ scope: S; range: DayRange; group: Group }>;

/** A query to the engine, one kind for each breakdown. */
export type AdQuery =
  | (Asked<Scope<AdLevel>> & { facts: "ads"; by: "nothing" | "child" })
  | (AskedDated<Scope<AdLevel>> & { facts: "ads"; by: "date" })
  | (AskedDated<Scope<AdLevel>> & { facts: "ads"; by: "date and child" });
export type AudienceQuery =
  | (Asked<AudienceScope> & { facts: "audience"; by: "nothing" | "child" })
  | (AskedDated<AudienceScope> & { facts: "audience"; by: "date" });
export type NameQuery = { facts: "names"; dimension: Dimension } & (
  | (Asked<AudienceScope> & {
      by: "name";
      /** How many of the most frequent names to return; all others become `OTHERS`. Default: all names. */
      most?: number;
    })
  | (AskedDated<AudienceScope> & {
      by: "date and name";
      /** The names to return; all others become `OTHERS`. Default: all names. */
      names?: readonly string[];
    })
);
export type ListenerQuery = AskedDated<AudienceScope> & { facts: "listeners"; by: "date" };
export type StatisticsQuery = AdQuery | AudienceQuery | NameQuery | ListenerQuery;

/** The key of a row; null where the query did not ask for it. */
type Key = Readonly<{
  /** First day of the bucket, no earlier than `from`. */
  date: Day | null;
  /** The child: a campaign or line item; a user, show or episode. */
  child_id: number | null;
}>;

/** Revenue in 10⁻⁸ of the currency; corrections are subtracted. */
export type AdRow = Key & Readonly<{ impressions: number; revenue: bigint }>;
export type AudienceRow = Key & Readonly<{ plays: number; downloads: number }>;
/** The figures of one name. `count`: plays plus downloads. */
export type NameRow = Readonly<{
  date: Day | null;
  /** "" is the unknown country. */
  name: string;
  /** Desktop, mobile or other for operating systems; otherwise "". */
  kind: string;
  count: number;
}>;
/** Distinct listeners: exact below `SKETCH_SIZE`, otherwise an estimate (rules.ts). */
export type ListenerRow = Readonly<{ date: Day; listeners: number }>;

/**
 * Answers statistics queries. Rows in which every figure is 0 are omitted; filling gaps and paging are up to the
 * caller. Order: by date, then the largest first (for ads impressions, for audience plays plus downloads), then the
 * lowest `child_id`, or `name` and then `kind` by code point; if names are combined, the row `OTHERS` (of kind "") is
 * the last of its date. `by: "nothing"` returns one row, zeros included.
 *
 * An engine throws `QueryRefused` for queries that it will never answer; any other error is temporary.
 */
export type StatisticsEngine = Readonly<{
  readAds(query: AdQuery): Promise<AdRow[]>;
  readAudience(query: AudienceQuery): Promise<AudienceRow[]>;
  readNames(query: NameQuery): Promise<NameRow[]>;
  readListeners(query: ListenerQuery): Promise<ListenerRow[]>;
}>;

/** What routes of statistics need. */
export type StatisticsDeps = Pick<Deps, "db"> & Readonly<{ statistics: StatisticsEngine }>;
