/** Ads of deleted line items: they count for listeners pinned to them, until the pin ends (delivery §4). */
import type { Executor } from "../../../../../platform/db/database.ts";
import { findPinned } from "../../../../listening/renditions/pins/store.ts";
import type { Impression } from "../store.ts";
import { findDeleted } from "./store.ts";

/** The impressions that count, including those delivered before their line item was deleted. */
export async function withoutDeleted(
  tx: Executor,
  impressions: readonly Impression[],
): Promise<readonly Impression[]> {
  if (impressions.length === 0) return impressions;
  const deleted = await findDeleted(tx, [
    ...new Set(impressions.map(({ ad: { lineitem_id } }) => lineitem_id)),
  ]);
  if (deleted.size === 0) return impressions;
  const isLate = ({ at, ad }: Impression) => at >= (deleted.get(ad.lineitem_id) ?? Infinity);
  const late = impressions.filter(isLate);
  const pinned = new Set(await findPinned(tx, late));
  return impressions.filter((one) => !isLate(one) || pinned.has(one));
}
