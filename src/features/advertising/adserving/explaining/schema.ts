/** Explains an ad decision that reserves nothing: why line items won their slots, and why others did not. */
import type { Reason } from "../core/reasons.ts";
import type { ChosenAd } from "../schema.ts";

/** Why a line item won its slot among those of its priority (docs/ad-decision.md). */
export const WINS = [
  "share-of-voice",
  "sponsorship",
  "at-risk",
  "urgency",
  "highest-price",
  "remnant",
] as const;
export type Win = (typeof WINS)[number];

type ExplainedAd = ChosenAd & Readonly<{ priority_id: number; why: Win }>;

/** A line item that matched the ad request and was not chosen. */
export type Loser = Readonly<{ lineitem_id: number; team_id: number; reason: Reason }>;

export type ExplainedAds = Readonly<{ ads: readonly ExplainedAd[]; losers: readonly Loser[] }>;

/** What a booking is called by those who may read it. */
export type BookingNames = Readonly<{
  lineitem_id: number;
  lineitem_name: string;
  campaign_name: string;
  advertiser_name: string;
}>;
