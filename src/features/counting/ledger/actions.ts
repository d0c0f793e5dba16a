/** Enters what counts into the ledgers, with everything that follows from it. */
import type { Executor } from "../../../platform/db/database.ts";
import { settle } from "../../adserving/actions.ts";
import type { Outcome } from "../folding/apply.ts";
import { covers } from "../folding/ranges.ts";
import type { Place } from "../folding/store.ts";
import { trimToGoals } from "./caps/actions.ts";
import { withoutDeleted } from "./deleted/actions.ts";
import { queuePixels } from "./pixels/actions.ts";
import {
  addLineitemCounts,
  addPlays,
  type Download,
  type Impression,
  insertBatch,
  insertDownloads,
  insertImpressions,
  type LineitemSum,
} from "./store.ts";

/** Writes the downloads and impressions among the outcomes that the ledgers do not have yet. */
export async function enterLedger(
  tx: Executor,
  lists: string,
  outcomes: readonly Outcome[],
  places: ReadonlyMap<number, Place>,
): Promise<void> {
  const counted = outcomes.filter(({ verdict }) => verdict.download);
  const downloads = counted.flatMap((outcome) =>
    outcome.merged?.counted ? [] : downloadOf(outcome, places),
  );
  const delivered = counted.flatMap((outcome) => impressionsOf(outcome, places));
  const impressions = await withoutDeleted(tx, delivered);
  if (downloads.length + impressions.length === 0) return;
  const batch_id = await insertBatch(tx, lists);
  const enteredDownloads = await insertDownloads(tx, batch_id, downloads);
  const entered = await insertImpressions(tx, batch_id, impressions);
  await settle(
    tx,
    entered.map(({ digest, listener, at, ad }) => ({
      digest,
      segment: ad.segment,
      listener,
      lineitem_id: ad.lineitem_id,
      campaign_id: ad.campaign_id,
      at: new Date(at),
      quantity: 1 as const,
    })),
  );
  // Sums last: everybody writes these same rows, and waits until this transaction has ended.
  await addPlays(tx, enteredDownloads);
  if (entered.length === 0) return;
  await addLineitemCounts(tx, sumsOf(entered));
  await trimToGoals(tx, entered);
  await queuePixels(tx, entered, () => latestAgents(counted));
}

/** The ledger's row of what became a download. */
export function downloadOf({ group }: Outcome, places: ReadonlyMap<number, Place>): Download[] {
  const place = places.get(group.episode_id);
  if (place === undefined) return [];
  const { listener, episode_id, window_start, digest, latest } = group;
  const { at, purpose, source, device, os, os_kind, country } = latest;
  const { show_id, author_id, organization_id } = place;
  return [
    {
      ...{ window_start, listener, episode_id, at, show_id, author_id, organization_id },
      ...{ digest, purpose, source, device, os, os_kind, country },
    },
  ];
}

/** The ledger's rows of the ads delivered in it. */
export function impressionsOf(
  { group, verdict, merged }: Outcome,
  places: ReadonlyMap<number, Place>,
): Impression[] {
  const { listener, episode_id, window_start, digest, latest } = group;
  const { show_id } = places.get(episode_id) ?? {};
  if (digest === null || show_id === undefined) return [];
  const { at } = latest;
  // Of a download that counted before, the ads that were whole before are in the ledger already.
  const ads = merged?.counted
    ? verdict.ads.filter(({ first, after }) => !covers(merged.before, first, after))
    : verdict.ads;
  return ads.map((ad) => ({ window_start, listener, digest, at, episode_id, show_id, ad }));
}

/** What a batch adds to each line item, in the order that everybody writes them. */
export function sumsOf(impressions: readonly Pick<Impression, "ad">[]): LineitemSum[] {
  const sums = new Map<number, LineitemSum>();
  for (const { ad } of impressions) {
    const { lineitem_id, price } = ad;
    const { impressions: n, revenue } = sums.get(lineitem_id) ?? { impressions: 0, revenue: 0n };
    sums.set(lineitem_id, { lineitem_id, impressions: n + 1, revenue: revenue + BigInt(price) });
  }
  return [...sums.values()].sort((a, b) => a.lineitem_id - b.lineitem_id);
}

/** User agents by listener, for pixels that ask for it. */
const latestAgents = (outcomes: readonly Outcome[]): ReadonlyMap<string, string> =>
  new Map(outcomes.map(({ group }) => [group.listener, group.latest.user_agent]));
