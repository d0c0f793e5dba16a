/** Decides like the ad server for a listener without a history, and holds and counts nothing; pure. */
import { hasBit } from "../core/bits.ts";
import type { Booking } from "../core/booking.ts";
import {
  allowedBy,
  type Catalog,
  DIMENSIONS,
  makeCatalog,
  placeable,
  valuesOf,
} from "../core/catalog.ts";
import { decide } from "../core/decide.ts";
import type { Random } from "../core/draw.ts";
import { makeHistory } from "../core/frequency.ts";
import { AT_RISK, type Pace } from "../core/pace.ts";
import type { Reason } from "../core/reasons.ts";
import type { Zones } from "../core/zones.ts";
import type { AdRequest } from "../schema.ts";
import type { ExplainedAds, Loser, Win } from "./schema.ts";

type Around = Readonly<{ catalog: Catalog; pace: Pace; zones: Zones; random: Random }>;

/** The decision for `request`; `losers` in the order of the catalog, which is that of the tiers. */
export function explainDecision(around: Around, request: AdRequest): ExplainedAds {
  const { catalog, pace } = around;
  const reasons = new Map<number, Reason>();
  const note = (lineitem_id: number, reason: Reason) => reasons.set(lineitem_id, reason);
  const picks = decide({ ...around, note }, request, makeHistory([]));
  const losers = catalog.items.flatMap(({ lineitem_id, team_id }): Loser[] => {
    const reason = reasons.get(lineitem_id);
    return reason === undefined || reason === "won" ? [] : [{ lineitem_id, team_id, reason }];
  });
  const ads = picks.map(({ break_index, place, item, creative_id, file }) => ({
    break_index,
    position: request.breaks[break_index]?.position ?? ("midroll" as const),
    lineitem_id: item.lineitem_id,
    campaign_id: item.campaign_id,
    team_id: item.team_id,
    creative_id,
    price: item.price,
    ...file,
    priority_id: item.priority,
    why: winOf(item, pace.urgency[place] ?? 0),
  }));
  return { ads, losers };
}

/** How the tier of `item` chose it. */
function winOf({ priority, share_of_voice }: Booking, urgency: number): Win {
  if (priority === 60) return "highest-price";
  if (priority === 70) return "remnant";
  if (priority === 20) return share_of_voice === null ? "sponsorship" : "share-of-voice";
  return urgency >= AT_RISK ? "at-risk" : "urgency";
}

/** The first dimension in which the only item of the catalog does not match the ad request. */
export function firstMiss({ dimensions }: Catalog, request: AdRequest): string | null {
  const values = valuesOf(request);
  const at = dimensions.findIndex(
    (dimension, index) => !hasBit(allowedBy(dimension, values[index] ?? []), 0),
  );
  const name = DIMENSIONS[at];
  if (name === undefined) return null;
  return name === "creative" ? "no-creative" : `target-${name}`;
}

/** Why no decision about `request` could choose the line item, whatever else is booked; null: one could. */
export function missOf(booking: Booking, request: AdRequest): string | null {
  const at = request.at.getTime();
  const missed = firstMiss(makeCatalog([booking]), request);
  if (missed !== null) return missed;
  if (at < booking.starts || at >= booking.extended) return "outside-flight" satisfies Reason;
  return breaksFor(booking, request).length === 0 ? ("position" satisfies Reason) : null;
}

/** The indexes of the breaks that the line item may run in. */
export function breaksFor(booking: Booking, { breaks }: Pick<AdRequest, "breaks">): number[] {
  const catalog = makeCatalog([booking]);
  return breaks.flatMap((one, index) => (hasBit(placeable(catalog, one), 0) ? [index] : []));
}
