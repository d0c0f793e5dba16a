/** Bills at most the goal of line items with a hard cap: what was delivered beyond is free. */
import type { Executor } from "../../../../platform/db/database.ts";
import type { Impression } from "../store.ts";
import { findOverrun, waive } from "./store.ts";

/** After the sums of what was entered were added: waives the price of what went beyond a goal. */
export async function trimToGoals(tx: Executor, entered: readonly Impression[]): Promise<void> {
  const byLineitem = Map.groupBy(entered, ({ ad }) => ad.lineitem_id);
  for (const { lineitem_id, overrun } of await findOverrun(tx, [...byLineitem.keys()])) {
    const latest = byLineitem.get(lineitem_id)?.toSorted((a, b) => b.at - a.at) ?? [];
    await waive(tx, latest.slice(0, overrun));
  }
}
