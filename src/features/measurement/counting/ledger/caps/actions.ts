/** Bills line items with a hard cap at most for their goal: further deliveries are free. */
import type { Executor } from "../../../../../platform/db/database.ts";
import type { Impression } from "../store.ts";
import { findOverrun, waive } from "./store.ts";

/** Waives the price of impressions beyond a goal. Call it after their sums have been added. */
export async function trimToGoals(tx: Executor, entered: readonly Impression[]): Promise<void> {
  const byLineitem = Map.groupBy(entered, ({ ad }) => ad.lineitem_id);
  for (const { lineitem_id, overrun } of await findOverrun(tx, [...byLineitem.keys()])) {
    const latest = byLineitem.get(lineitem_id)?.toSorted((a, b) => b.at - a.at) ?? [];
    await waive(tx, latest.slice(0, overrun));
  }
}
