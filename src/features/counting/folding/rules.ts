/**
 * The decision list of PTMG v2.3 (delivery §2, docs/counting.md), rules 1 to 3, 9 and 10; pure.
 * What a probe is (rule 3) is in ../rules.ts, rules 4, 7 and 8 are in agents/rules.ts, 5 in networks/lists.ts, 6 and 12 in networks/.
 */

import type { Ranges } from "../journal/entry.ts";
import type { Exclusion } from "../schema.ts";
import { covers, within } from "./ranges.ts";

/** What of an answer decides before its bytes do. */
export type Answer = Readonly<{
  method: string;
  status: number;
  digest: string | null;
  probe: boolean;
  preview: boolean;
  /** Of who asks, by the lists. */
  exclusion: Exclusion | null;
}>;

/** Why a request does not count, whatever was sent; null when its bytes decide. */
export function exclusionOf(answer: Answer): Exclusion | null {
  const { method, status, digest, probe, preview, exclusion } = answer;
  if (method === "HEAD") return "head";
  if (method !== "GET") return "method";
  if (status === 304) return "not-modified";
  // Of what lies elsewhere our answer is the way there, and all that we see.
  const fits = digest === null ? status === 302 : status === 200 || status === 206;
  if (!fits) return "status";
  if (probe) return "probe";
  if (preview) return "pre-release";
  return exclusion;
}

/** A rendition as far as counting looks at it. */
export type Manifest = Readonly<{
  bytes: number;
  /** Where the programme lies, sorted. */
  programme: Ranges;
  /** Programme bytes that play for 60 s; null: it is shorter, or that is not known. */
  minute: number | null;
  ads: readonly PlacedAd[];
}>;

export type PlacedAd = Readonly<{
  /** Its place in the rendition's list of segments. */
  segment: number;
  first: number;
  after: number;
  lineitem_id: number;
  campaign_id: number;
  team_id: number;
  creative_id: number;
  /** Whole 10⁻⁸ of the currency. */
  price: string;
}>;

/**
 * Rule 9: programme enough to play 60 s; header and ads count for nothing. Of an episode that is
 * shorter, or whose minute is not known, every byte of the file.
 */
export function isDownload(manifest: Manifest, sent: Ranges): boolean {
  const { bytes, programme, minute } = manifest;
  if (minute === null) return bytes > 0 && covers(sent, 0, bytes);
  let heard = 0;
  for (let at = 0; at < programme.length && heard < minute; at += 2)
    heard += within(sent, programme[at] ?? 0, programme[at + 1] ?? 0);
  return heard >= minute;
}

/** Ads of which every byte was delivered; they count only inside a download that does. */
export const deliveredAds = ({ ads }: Manifest, sent: Ranges): PlacedAd[] =>
  ads.filter(({ first, after }) => after > first && covers(sent, first, after));

export const DAY_MS = 86_400_000;

/** Rule 10: the UTC day that a moment (ms since 1970) lies in, by its first ms. */
export const dayOf = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;

/**
 * First-touch: the start of the 24 hours that a request belongs to, of those begun already
 * (`starts`), or its own time when it begins new ones. One that comes late, from before a window
 * that would overlap its own, belongs to that: no two windows ever share a moment.
 */
export function firstTouchOf(at: number, starts: readonly number[]): number {
  const inside = starts.find((start) => start <= at && at < start + DAY_MS);
  if (inside !== undefined) return inside;
  const next = starts.filter((start) => start > at).sort((a, b) => a - b)[0];
  return next !== undefined && next < at + DAY_MS ? next : at;
}
