/** Chooses the ads of one download: hard filters, tiers in order, a draw inside each (docs/ad-decision.md). */
import type { Opportunity } from "../schema.ts";
import { type Bits, hasBit, membersOf } from "./bits.ts";
import type { Booking, CreativeFile } from "./booking.ts";
import { type Catalog, matching, placeable } from "./catalog.ts";
import type { Random } from "./draw.ts";
import { drawWeighted } from "./draw.ts";
import { type History, isWelcome } from "./frequency.ts";
import { isAhead, type Pace } from "./pace.ts";
import { CODES, REASONS, type Reason } from "./reasons.ts";
import { isApart } from "./separation.ts";
import { pickOfTier } from "./tiers.ts";
import type { Zones } from "./zones.ts";

export type Circumstances = Readonly<{
  catalog: Catalog;
  pace: Pace;
  zones: Zones;
  random: Random;
  /** Told of every item that was looked at, once. */
  note(lineitem_id: number, reason: Reason): void;
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
type Filling = {
  readonly asked: Opportunity;
  readonly history: History;
  readonly matched: Bits;
  /** By break: the items that may stand there. */
  readonly placeable: readonly Bits[];
  readonly picks: Pick[];
  /** Why the items that were looked at have not been placed so far. */
  readonly reasons: Uint8Array;
  readonly tiers: Map<number, readonly number[]>;
};

/** The ads for `asked`, by break and in the order in which they are heard. */
export function decide(
  around: Circumstances,
  asked: Opportunity,
  history: History,
): readonly Pick[] {
  const { catalog } = around;
  const filling: Filling = {
    asked,
    history,
    matched: matching(catalog, asked),
    placeable: asked.breaks.map((place) => placeable(catalog, place)),
    picks: [],
    reasons: new Uint8Array(catalog.items.length),
    tiers: new Map(),
  };
  asked.breaks.forEach(({ ads_max_count }, break_index) => {
    for (let slot = 0; slot < ads_max_count; slot += 1) fillSlot(around, filling, break_index);
  });
  tell(around, filling);
  return filling.picks;
}

function fillSlot(around: Circumstances, filling: Filling, break_index: number): void {
  for (const tier of around.catalog.tiers) {
    const candidates = candidatesOf(around, filling, tier);
    if (candidates.length === 0) continue;
    const able = candidates.filter((place) => isAble(around, filling, place, break_index));
    const place = pickOfTier(around, tier.priority, able);
    if (place === undefined) continue;
    const pick = pickCreative(around, filling, place, break_index);
    if (pick === undefined) continue;
    filling.picks.push(pick);
    filling.reasons[place] = CODES.won;
    return;
  }
}

/** Those of a tier that take part in this download, looked up once, when a slot gets to the tier. */
function candidatesOf(
  around: Circumstances,
  filling: Filling,
  { priority, from, to }: Catalog["tiers"][number],
): readonly number[] {
  const known = filling.tiers.get(priority);
  if (known !== undefined) return known;
  const candidates = membersOf(filling.matched, from, to).filter((place) => {
    const reason = refusalOf(around, filling, place);
    filling.reasons[place] = CODES[reason ?? "outbid"];
    return reason === null;
  });
  filling.tiers.set(priority, candidates);
  return candidates;
}

/** What keeps an item out of this download whatever the slot; null: nothing. */
function refusalOf(
  { catalog, pace, zones, random }: Circumstances,
  { asked, history, placeable: places }: Filling,
  place: number,
): Reason | null {
  const item = catalog.items[place];
  if (item === undefined) return "no-slot";
  const now = asked.at.getTime();
  if (now < item.starts || now >= item.extended) return "outside-flight";
  if (item.hours !== null && !item.hours.has(zones.hourOfWeek(now, item.timezone)))
    return "daypart";
  if (!places.some((bits) => hasBit(bits, place))) return "position";
  if (pace.closed[place] === 1) return "spent";
  if (isAhead(pace, place)) return "ahead";
  const none = { ofItem: 0, ofCampaign: 0 };
  if (!isWelcome(item, history, none, now)) return "frequency-cap";
  return random() < (pace.probability[place] ?? 0) ? null : "throttled";
}

/** Whether a candidate can take this slot, beside what is chosen already. */
function isAble(
  { catalog }: Circumstances,
  filling: Filling,
  place: number,
  break_index: number,
): boolean {
  const bits = filling.placeable[break_index];
  const item = catalog.items[place];
  if (item === undefined || bits === undefined || !hasBit(bits, place)) return false;
  const { picks, reasons, history, asked } = filling;
  if (picks.length === 0) return true;
  const own = picks.filter((pick) => pick.place === place).length;
  if (own >= item.max_per_download) return false;
  const ofCampaign = picks.filter((pick) => pick.item.campaign_id === item.campaign_id).length;
  if (!isWelcome(item, history, { ofItem: own, ofCampaign }, asked.at.getTime())) {
    if (own === 0) reasons[place] = CODES["frequency-cap"];
    return false;
  }
  if (!isApart(item, break_index, picks)) {
    if (own === 0) reasons[place] = CODES.separation;
    return false;
  }
  if (filesOf(item, filling).length > 0) return true;
  if (own === 0) reasons[place] = CODES["same-file"];
  return false;
}

/** The creatives of an item in the profile asked for that this download does not hold yet. */
const filesOf = (item: Booking, { asked, picks }: Filling) =>
  item.creatives.flatMap(({ creative_id, weight, files }) => {
    const file = files[asked.profile];
    const fresh =
      file !== undefined && !picks.some((pick) => pick.file.media_key === file.media_key);
    return fresh && weight > 0 ? [{ creative_id, weight, file }] : [];
  });

function pickCreative(
  { catalog, random }: Circumstances,
  filling: Filling,
  place: number,
  break_index: number,
): Pick | undefined {
  const item = catalog.items[place];
  if (item === undefined) return undefined;
  const drawn = drawWeighted(filesOf(item, filling), ({ weight }) => weight, random);
  return drawn && { break_index, place, item, creative_id: drawn.creative_id, file: drawn.file };
}

/** Notes every item that was looked at; those of tiers that no slot got to had no slot. */
function tell({ catalog, note }: Circumstances, { matched, reasons, tiers }: Filling): void {
  for (const { priority, from, to } of catalog.tiers) {
    if (tiers.has(priority)) continue;
    for (const place of membersOf(matched, from, to)) reasons[place] = CODES["no-slot"];
  }
  for (let place = 0; place < reasons.length; place += 1) {
    const reason = REASONS[(reasons[place] ?? 0) - 1];
    const item = reason === undefined ? undefined : catalog.items[place];
    if (item !== undefined && reason !== undefined) note(item.lineitem_id, reason);
  }
}
