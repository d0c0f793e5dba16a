/** Finds who gets the slots that a line item could take, by the replay of forecasts; pure. */
import { hasBit } from "../core/bits.ts";
import type { Booking } from "../core/booking.ts";
import { makeCatalog, placeable } from "../core/catalog.ts";
import type { Pacing } from "../core/pace.ts";
import type { Zones } from "../core/zones.ts";
import { decideAll, type Past, withoutLimits } from "../forecasting/rules.ts";

/** Not rounded. */
export type Taken = Readonly<{
  /** Slots at the positions of the line item. */
  slots: number;
  /**
   * How many of them the present bookings give to line items of its priority or a better one, in downloads in which it
   * gets fewer than it may. Those of lower priority only get what it leaves.
   */
  takers: ReadonlyMap<Booking, number>;
}>;

/** `past`: ad requests that match the line item's targeting, except its position. */
export function takenFrom(
  item: Booking,
  {
    bookings,
    past,
    ...around
  }: Readonly<{
    bookings: readonly Booking[];
    pacings: ReadonlyMap<number, Pacing>;
    past: readonly Past[];
    zones: Zones;
  }>,
): Taken {
  const own = makeCatalog([item]);
  const catalog = makeCatalog(bookings);
  const pacings = withoutLimits(around.pacings);
  const takers = new Map<Booking, number>();
  let slots = 0;
  decideAll({ catalog, pacings, zones: around.zones }, past, ({ request, weight }, picks) => {
    const able = request.breaks.map((place) => hasBit(placeable(own, place), 0));
    request.breaks.forEach(({ ads_max_count }, at) => {
      if (able[at] === true) slots += weight * ads_max_count;
    });
    const won = picks.filter(({ item: winner }) => winner.lineitem_id === item.lineitem_id);
    if (won.length >= item.max_per_download) return;
    for (const { item: winner, break_index } of picks)
      if (
        able[break_index] === true &&
        winner.lineitem_id !== item.lineitem_id &&
        winner.priority <= item.priority
      )
        takers.set(winner, (takers.get(winner) ?? 0) + weight);
  });
  return { slots, takers };
}
