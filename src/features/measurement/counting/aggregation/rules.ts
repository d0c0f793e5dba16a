/**
 * The decision list of PTMG v2.3 (delivery §2, docs/counting.md), rules 1 to 3, 9 and 10; pure. Probes (rule 3) are
 * defined in listening/renditions, rules 4, 7 and 8 in agents/rules.ts, rule 5 in networks/lists.ts, rules 6 and 12 in
 * networks/.
 */

import type { StitchedAd } from "../../../listening/renditions/schema.ts";
import type { Ranges } from "../journal/entry.ts";
import type { Exclusion } from "../schema.ts";
import { covers, within } from "./ranges.ts";

/** The properties of a response that are checked before its bytes. */
export type Answer = Readonly<{
  method: string;
  status: number;
  digest: string | null;
  probe: boolean;
  preview: boolean;
  /** The exclusion by user agent, network and referrer. */
  exclusion: Exclusion | null;
}>;

/** Why a request does not count whatever was sent; null if its bytes decide. */
export function exclusionOf(answer: Answer): Exclusion | null {
  const { method, status, digest, probe, preview, exclusion } = answer;
  if (method === "HEAD") return "head";
  if (method !== "GET") return "method";
  if (status === 304) return "not-modified";
  // For an EXTERNAL episode our response is the redirect, and we see nothing after it.
  const fits = digest === null ? status === 302 : status === 200 || status === 206;
  if (!fits) return "status";
  if (probe) return "probe";
  if (preview) return "pre-release";
  return exclusion;
}

/** Where the programme and the ads are in the bytes of a rendition. */
export type Layout = Readonly<{
  bytes: number;
  /** Byte ranges of the programme, sorted. */
  programme: Ranges;
  /** Programme bytes that play for 60 s; null: the programme is shorter, or its byte rate is unknown. */
  minute: number | null;
  ads: readonly PlacedAd[];
}>;

/** An ad and its place: its index in the rendition's list of parts, and its bytes [first, after). */
export type PlacedAd = Pick<StitchedAd, "lineitem_id" | "campaign_id" | "team_id" | "creative_id"> &
  Readonly<{
    /** In 10⁻⁸ of the currency. */
    price: bigint;
    segment: number;
    first: number;
    after: number;
  }>;

/**
 * Rule 9: enough programme bytes to play 60 s; header and ads do not count. For an episode that is shorter or whose
 * byte rate is unknown, every byte of the file.
 */
export function isDownload(layout: Layout, sent: Ranges): boolean {
  const { bytes, programme, minute } = layout;
  if (minute === null) return bytes > 0 && covers(sent, 0, bytes);
  let heard = 0;
  for (let at = 0; at < programme.length && heard < minute; at += 2)
    heard += within(sent, programme[at] ?? 0, programme[at + 1] ?? 0);
  return heard >= minute;
}

/** Ads that were delivered completely; they only count as part of a download. */
export const deliveredAds = ({ ads }: Layout, sent: Ranges): PlacedAd[] =>
  ads.filter(({ first, after }) => after > first && covers(sent, first, after));

export const DAY_MS = 86_400_000;

/** Rule 10: the UTC day that contains a moment (ms since 1970), as its first ms. */
export const dayOf = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;

/**
 * First-touch: the start of the 24-hour window that a request belongs to: one of the existing windows (`starts`), or a
 * new one from its own time. A late request whose own window would overlap a later one joins that one, so that windows
 * never overlap.
 */
export function firstTouchOf(at: number, starts: readonly number[]): number {
  const inside = starts.find((start) => start <= at && at < start + DAY_MS);
  if (inside !== undefined) return inside;
  const next = starts.filter((start) => start > at).sort((a, b) => a - b)[0];
  return next !== undefined && next < at + DAY_MS ? next : at;
}
