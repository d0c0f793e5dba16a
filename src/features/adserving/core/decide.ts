/** Chooses the ads of one download: hard filters, tiers in order, a draw inside each (docs/ad-decision.md). */
import type { Opportunity } from "../schema.ts";
import { addAll, hasBit, makeBits } from "./bits.ts";
import type { Booking, Creative, CreativeFile } from "./booking.ts";
import { type Catalog, matching, placeable } from "./catalog.ts";
import { drawWeighted, type Random } from "./draw.ts";
import { type Entering, enter, refusalOf } from "./entering.ts";
import { type History, isWelcome } from "./frequency.ts";
import type { Pace } from "./pace.ts";
import { CODES, REASONS, type Reason } from "./reasons.ts";
import { isApart } from "./separation.ts";
import { type Contest, openContest, type Verdict } from "./tiers.ts";
import type { Zones } from "./zones.ts";

export type Circumstances = Readonly<{
  catalog: Catalog;
  pace: Pace;
  zones: Zones;
  random: Random;
  /**
   * Told of every win, and of a sample of the other items that were looked at; `times`: how many
   * decisions such a one stands for.
   */
  note(lineitem_id: number, reason: Reason, times: number): void;
}>;

/** `place`: of the item in the catalog. */
export type Pick = Readonly<{
  break_index: number;
  place: number;
  item: Booking;
  creative_id: number;
  file: CreativeFile;
}>;

/** One download being filled. */
type Filling = Entering & {
  readonly picks: Pick[];
  /** By priority: those that a slot got to. */
  readonly contests: Map<number, Contest>;
};

/** Of so many items each decision tells why they did not win: enough for all but the largest. */
const OBSERVED = 500;

/** The ads for `asked`, by break and in the order in which they are heard. */
export function decide(
  around: Circumstances,
  asked: Opportunity,
  history: History,
): readonly Pick[] {
  const { catalog, random } = around;
  const size = catalog.items.length;
  const every = Math.max(1, Math.ceil(size / OBSERVED));
  const places = asked.breaks.map((place) => placeable(catalog, place));
  const anywhere = makeBits(size);
  for (const bits of places) addAll(anywhere, bits);
  const filling: Filling = {
    ...{ asked, history, placeable: places, anywhere, matched: matching(catalog, asked) },
    observed: { every, first: every === 1 ? 0 : Math.floor(random() * every) },
    ...{ picks: [], reasons: new Uint8Array(size), contests: new Map() },
  };
  asked.breaks.forEach(({ ads_max_count }, break_index) => {
    for (let slot = 0; slot < ads_max_count; slot += 1) fillSlot(around, filling, break_index);
  });
  tell(around, filling);
  return filling.picks;
}

function fillSlot(around: Circumstances, filling: Filling, break_index: number): void {
  const judge = (place: number) => judgeOf(around, filling, place, break_index);
  for (const tier of around.catalog.tiers) {
    let contest = filling.contests.get(tier.priority);
    if (contest === undefined) {
      contest = openContest(around, tier.priority, enter(around, filling, tier));
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

/** Whether one that was drawn can take this slot, beside what is chosen already. */
function judgeOf(
  around: Circumstances,
  filling: Filling,
  place: number,
  break_index: number,
): Verdict {
  const bits = filling.placeable[break_index];
  const item = around.catalog.items[place];
  if (item === undefined || bits === undefined || !hasBit(bits, place)) return "elsewhere";
  const { picks, reasons, history, asked } = filling;
  const refuse = (reason: Reason, verdict: Verdict): Verdict => {
    if (reasons[place] !== CODES.won) reasons[place] = CODES[reason];
    return verdict;
  };
  const refusal = refusalOf(around, filling, item);
  if (refusal !== null) return refuse(refusal, "out");
  if (picks.length === 0) return "able";
  const own = picks.filter((pick) => pick.place === place).length;
  if (own >= item.max_per_download) return "out";
  const ofCampaign = picks.filter((pick) => pick.item.campaign_id === item.campaign_id).length;
  if (!isWelcome(item, history, { ofItem: own, ofCampaign }, asked.at.getTime()))
    return refuse("frequency-cap", "out");
  if (!isApart(item, break_index, picks)) return refuse("separation", "elsewhere");
  return item.creatives.some((creative) => isFresh(creative, filling))
    ? "able"
    : refuse("same-file", "out");
}

/** Whether a creative is there in the profile asked for, and this download does not hold its file yet. */
function isFresh({ weight, files }: Creative, { asked, picks }: Filling): boolean {
  const key = files[asked.profile]?.media_key;
  return weight > 0 && key !== undefined && !picks.some(({ file }) => file.media_key === key);
}

function pickCreative(
  { catalog, random }: Circumstances,
  filling: Filling,
  place: number,
  break_index: number,
): Pick | undefined {
  const item = catalog.items[place];
  if (item === undefined) return undefined;
  const fresh = item.creatives.filter((creative) => isFresh(creative, filling));
  const drawn = drawWeighted(fresh, ({ weight }) => weight, random);
  const file = drawn?.files[filling.asked.profile];
  return drawn && file && { break_index, place, item, creative_id: drawn.creative_id, file };
}

/** Notes the wins, and what became of the items observed; those of tiers that no slot got to had no slot. */
function tell({ catalog, note }: Circumstances, filling: Filling): void {
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
