/** Writes counted downloads and ads into the ledgers, with all dependent sums. */
import type { Executor } from "../../../../platform/db/database.ts";
import { settle } from "../../../advertising/adserving/actions.ts";
import type { Outcome } from "../aggregation/grouping.ts";
import { covers } from "../aggregation/ranges.ts";
import type { EpisodePlace } from "../aggregation/store.ts";
import { insertBatch } from "./batches/store.ts";
import { trimToGoals } from "./caps/actions.ts";
import { withoutDeleted } from "./deleted/actions.ts";
import { queuePixels } from "./pixels/actions.ts";
import { foldSites } from "./sources/actions.ts";
import {
  addLineitemCounts,
  addPlays,
  type Download,
  type Impression,
  insertDownloads,
  insertImpressions,
  type LineitemSum,
} from "./store.ts";

/** Writes the downloads and impressions of the outcomes that the ledgers do not contain yet. */
export async function enterLedger(
  tx: Executor,
  lists: string,
  outcomes: readonly Outcome[],
  places: ReadonlyMap<number, EpisodePlace>,
): Promise<void> {
  const counted = outcomes.filter(({ verdict }) => verdict.download);
  const downloads = counted.flatMap((outcome) =>
    outcome.merged?.counted ? [] : downloadOf(outcome, places),
  );
  const delivered = counted.flatMap((outcome) => impressionsOf(outcome, places));
  const impressions = await withoutDeleted(tx, delivered);
  if (downloads.length + impressions.length === 0) return;
  const batch_id = await insertBatch(tx, lists);
  const enteredDownloads = await enterDownloads(tx, batch_id, downloads);
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
  // Sums last: all processes write these rows, and wait until this transaction ends.
  await addPlays(tx, enteredDownloads);
  if (entered.length === 0) return;
  await addLineitemCounts(tx, sumsOf(entered));
  await trimToGoals(tx, entered);
  await queuePixels(tx, entered, () => latestAgents(counted));
}

/** Writes the downloads that are not in the ledger yet, and returns those. Sites beyond the limit become `Others`. */
export const enterDownloads = async (
  tx: Executor,
  batch_id: number,
  downloads: readonly Download[],
): Promise<readonly Download[]> => insertDownloads(tx, batch_id, await foldSites(tx, downloads));

/** The ledger row of a new download. */
export function downloadOf(
  { group }: Outcome,
  places: ReadonlyMap<number, EpisodePlace>,
): Download[] {
  const place = places.get(group.episode_id);
  if (place === undefined) return [];
  const { listener, episode_id, window_start, digest, latest } = group;
  const { at, purpose, source, device, os, os_kind, country } = latest;
  const { show_id, author_id, organization_id } = place;
  return [
    {
      window_start,
      listener,
      episode_id,
      at,
      show_id,
      author_id,
      organization_id,
      digest,
      purpose,
      source,
      device,
      os,
      os_kind,
      country,
    },
  ];
}

/** The ledger rows of the ads delivered in it. */
export function impressionsOf(
  { group, verdict, merged }: Outcome,
  places: ReadonlyMap<number, EpisodePlace>,
): Impression[] {
  const { listener, episode_id, window_start, digest, latest } = group;
  const { show_id } = places.get(episode_id) ?? {};
  if (digest === null || show_id === undefined) return [];
  const { at } = latest;
  // If the download counted before, its ads that were complete before are in the ledger already.
  const ads = merged?.counted
    ? verdict.ads.filter(({ first, after }) => !covers(merged.before, first, after))
    : verdict.ads;
  return ads.map((ad) => ({ window_start, listener, digest, at, episode_id, show_id, ad }));
}

/** The sums of a batch by line item, in the fixed order of rows. */
function sumsOf(impressions: readonly Pick<Impression, "ad">[]): LineitemSum[] {
  const sums = new Map<number, LineitemSum>();
  for (const { ad } of impressions) {
    const { lineitem_id, price } = ad;
    const { impressions: n, revenue } = sums.get(lineitem_id) ?? { impressions: 0, revenue: 0n };
    sums.set(lineitem_id, { lineitem_id, impressions: n + 1, revenue: revenue + price });
  }
  return [...sums.values()].sort((a, b) => a.lineitem_id - b.lineitem_id);
}

/** User agents by listener, for pixels that request them. */
const latestAgents = (outcomes: readonly Outcome[]): ReadonlyMap<string, string> =>
  new Map(outcomes.map(({ group }) => [group.listener, group.latest.user_agent]));
