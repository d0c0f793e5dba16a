/** Combines exact counts into the form that the rules for the remaining room use. */
import type { Executor } from "../../../../platform/db/database.ts";
import type { DeliveryCounts } from "../control/remaining.ts";
import { type ByAge, type Delays, expectedOf } from "../control/yields.ts";
import type { Booking } from "../core/booking.ts";
import { SUSPECT_YIELD } from "./bounds.ts";
import {
  listSiblings,
  nothingOutstanding,
  type Outstanding,
  readCounts,
  readOutstanding,
} from "./store.ts";

/** `lasting`: the reservations that yields are learned from, by age class. */
export type CountedItem = DeliveryCounts & Readonly<{ released: number; lasting: ByAge }>;

/**
 * Counts of `items` at `at`, by line item. `all`: `items` are most of what runs, so the query does not filter by id.
 */
export async function countItems(
  db: Executor,
  items: readonly Booking[],
  delays: Delays,
  at: Date,
  all = false,
): Promise<Map<number, CountedItem>> {
  const budgeted = items.flatMap(({ budget, campaign_id }) =>
    budget === null ? [] : [campaign_id],
  );
  const siblings = await listSiblings(db, [...new Set(budgeted)]);
  const ids = [...new Set([...items.map(({ lineitem_id }) => lineitem_id), ...siblings])];
  const rows = await readCounts(db, at, ids);
  const outstanding = await readOutstanding(db, at, all ? null : ids);
  const heldOf = (lineitem_id: number) => {
    const own = outstanding.get(lineitem_id);
    return own === undefined ? 0 : sum(own.usual) + own.suspect;
  };
  const campaigns = Map.groupBy(rows, ({ campaign_id }) => campaign_id);
  const byId = new Map(rows.map((row) => [row.lineitem_id, row]));
  return new Map(
    items.flatMap((item): [number, CountedItem][] => {
      const row = byId.get(item.lineitem_id);
      if (row === undefined) return [];
      const own = item.budget === null ? [] : (campaigns.get(item.campaign_id) ?? []);
      const held = outstanding.get(item.lineitem_id) ?? nothingOutstanding();
      const counted = {
        delivered: row.delivered,
        today: row.today,
        yield: row.yield,
        released: row.released,
        reserved: heldOf(item.lineitem_id),
        lasting: held.lasting,
        ...expectedOfHeld(row.yield, delays, held),
        spent: own.reduce((total, { revenue }) => total + BigInt(revenue), 0n),
        held: own.reduce(
          (total, one) => total + BigInt(one.price) * BigInt(heldOf(one.lineitem_id)),
          0n,
        ),
      };
      return [[item.lineitem_id, counted]];
    }),
  );
}

/** How many reservations are expected to be delivered; of those of suspects hardly any. */
export function expectedOfHeld(
  yieldShare: number,
  delays: Delays,
  { usual, suspect }: Pick<Outstanding, "usual" | "suspect">,
) {
  const { expected, variance } = expectedOf(yieldShare, delays, usual);
  return {
    expected: expected + suspect * SUSPECT_YIELD,
    variance: variance + suspect * SUSPECT_YIELD * (1 - SUSPECT_YIELD),
  };
}

const sum = (counts: readonly number[]): number =>
  counts.reduce((total, count) => total + count, 0);
