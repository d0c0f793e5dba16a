/** Chooses the ads of one download: hard filters, tiers in order, a draw inside each (docs/ad-decision.md). */
import type { AdRequest } from "../schema.ts";
import { addAll, hasBit, makeBits } from "./bits.ts";
import type { Booking, Creative, CreativeFile } from "./booking.ts";
import { type Catalog, matching, placeable } from "./catalog.ts";
import { type Random, sampleWeighted } from "./draw.ts";
import { exclusionReason, selectEntrants, type TierContext } from "./entering.ts";
import { frequencyCapAllows, type History } from "./frequency.ts";
import type { Pace } from "./pace.ts";
import { CODES, REASONS, type Reason } from "./reasons.ts";
import { isSeparated } from "./separation.ts";
import { openTier, type TierSelection, type Verdict } from "./tiers.ts";
import type { Zones } from "./zones.ts";

export type DecisionContext = Readonly<{
  catalog: Catalog;
  pace: Pace;
  zones: Zones;
  random: Random;
  /**
   * Called for every win and for a sample of the other items examined; `times`: how many decisions a sampled item
   * represents.
   */
  note(lineitem_id: number, reason: Reason, times: number): void;
}>;

/** `place`: the item's index in the catalog. */
export type Pick = Readonly<{
  break_index: number;
  place: number;
  item: Booking;
  creative_id: number;
  file: CreativeFile;
}>;

/** The state of one download while its slots are filled. */
type Filling = TierContext & {
  readonly picks: Pick[];
  /** By priority: the contests that a slot has reached. */
  readonly contests: Map<number, TierSelection>;
};

/** Each decision reports why at most this many items did not win; only very large catalogs have more. */
const OBSERVED = 500;

/** The ads for `asked`, by break and in playback order. */
export function decide(
  around: DecisionContext,
  request: AdRequest,
  history: History,
): readonly Pick[] {
  const { catalog, random } = around;
  const size = catalog.items.length;
  const every = Math.max(1, Math.ceil(size / OBSERVED));
  const places = request.breaks.map((place) => placeable(catalog, place));
  const anywhere = makeBits(size);
  for (const bits of places) addAll(anywhere, bits);
  const filling: Filling = {
    request,
    history,
    placeable: places,
    anywhere,
    matched: matching(catalog, request),
    observed: { every, first: every === 1 ? 0 : Math.floor(random() * every) },
    picks: [],
    reasons: new Uint8Array(size),
    contests: new Map(),
  };
  request.breaks.forEach(({ ads_max_count }, break_index) => {
    for (let slot = 0; slot < ads_max_count; slot += 1) fillSlot(around, filling, break_index);
  });
  recordReasons(around, filling);
  return filling.picks;
}

function fillSlot(around: DecisionContext, filling: Filling, break_index: number): void {
  const judge = (place: number) => judgeOf(around, filling, place, break_index);
  for (const tier of around.catalog.tiers) {
    let contest = filling.contests.get(tier.priority);
    if (contest === undefined) {
      contest = openTier(around, tier.priority, selectEntrants(around, filling, tier));
      filling.contests.set(tier.priority, contest);
    }
    const place = contest(judge);
    if (place === undefined) continue;
    const pick = pickCreative(around, filling, place, break_index);
    if (pick === undefined) continue;
    filling.picks.push(pick);
    filling.reasons[place] = CODES.won;
    return;
  }
}

/** Whether a drawn item can take this slot, given the ads chosen so far. */
function judgeOf(
  around: DecisionContext,
  filling: Filling,
  place: number,
  break_index: number,
): Verdict {
  const bits = filling.placeable[break_index];
  const item = around.catalog.items[place];
  if (item === undefined || bits === undefined || !hasBit(bits, place)) return "elsewhere";
  const { picks, reasons, history, request } = filling;
  const refuse = (reason: Reason, verdict: Verdict): Verdict => {
    if (reasons[place] !== CODES.won) reasons[place] = CODES[reason];
    return verdict;
  };
  const refusal = exclusionReason(around, filling, item);
  if (refusal !== null) return refuse(refusal, "out");
  if (picks.length === 0) return "able";
  const own = picks.filter((pick) => pick.place === place).length;
  if (own >= item.max_per_download) return "out";
  const ofCampaign = picks.filter((pick) => pick.item.campaign_id === item.campaign_id).length;
  if (!frequencyCapAllows(item, history, { ofItem: own, ofCampaign }, request.at.getTime()))
    return refuse("frequency-cap", "out");
  if (!isSeparated(item, break_index, picks)) return refuse("separation", "elsewhere");
  return item.creatives.some((creative) => isFresh(creative, filling))
    ? "able"
    : refuse("same-file", "out");
}

/** Whether a creative exists in the requested profile and its file is not yet in this download. */
function isFresh({ weight, files }: Creative, { request, picks }: Filling): boolean {
  const key = files[request.profile]?.media_key;
  return weight > 0 && key !== undefined && !picks.some(({ file }) => file.media_key === key);
}

function pickCreative(
  { catalog, random }: DecisionContext,
  filling: Filling,
  place: number,
  break_index: number,
): Pick | undefined {
  const item = catalog.items[place];
  if (item === undefined) return undefined;
  const fresh = item.creatives.filter((creative) => isFresh(creative, filling));
  const drawn = sampleWeighted(fresh, ({ weight }) => weight, random);
  const file = drawn?.files[filling.request.profile];
  return drawn && file && { break_index, place, item, creative_id: drawn.creative_id, file };
}

/** Reports the wins and the outcome of the observed items; items of tiers that no slot reached get `no-slot`. */
function recordReasons({ catalog, note }: DecisionContext, filling: Filling): void {
  const { matched, reasons, contests, picks, observed } = filling;
  for (const item of new Set(picks.map((pick) => pick.item))) note(item.lineitem_id, "won", 1);
  for (let place = observed.first; place < reasons.length; place += observed.every) {
    const item = catalog.items[place];
    if (item === undefined || !hasBit(matched, place)) continue;
    const reason = contests.has(item.priority)
      ? REASONS[(reasons[place] ?? 0) - 1]
      : ("no-slot" as const);
    if (reason !== undefined && reason !== "won") note(item.lineitem_id, reason, observed.every);
  }
}
