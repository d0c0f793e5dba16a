/** Counts days again from their records, with the present lists, and appends the differences to the ledgers. */
import type { Deps } from "../../../../deps.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import { settle } from "../../../advertising/adserving/actions.ts";
import { exclusionDeltas } from "../aggregation/deltas.ts";
import { aggregate, judgeDownload } from "../aggregation/grouping.ts";
import { openLayouts } from "../aggregation/layouts.ts";
import { DAY_MS, dayOf } from "../aggregation/rules.ts";
import { type ExclusionCount, findEpisodePlaces } from "../aggregation/store.ts";
import { windowsOf } from "../aggregation/windows.ts";
import type { Classifier } from "../classifying.ts";
import { restoreArchived } from "../history/restoring.ts";
import { monthsBetween } from "../history/rules.ts";
import type { Entry } from "../journal/entry.ts";
import { SLICES, unpacked } from "../journalsegments/packing.ts";
import { findSegments } from "../journalsegments/store.ts";
import { downloadOf, enterDownloads, impressionsOf } from "../ledger/actions.ts";
import { insertBatch } from "../ledger/batches/store.ts";
import { withoutDeleted } from "../ledger/deleted/actions.ts";
import {
  addLineitemCounts,
  addPlays,
  type Download,
  type Impression,
  insertImpressions,
} from "../ledger/store.ts";
import { findUnrealistic } from "../networks/store.ts";
import {
  beginRecount,
  type CountedRow,
  countedRowKey,
  findCountedRows,
  findRecords,
  flipDownloads,
  flipImpressions,
  hasRecords,
  insertRecount,
  type RawRecord,
  type RecountRow,
  replaceExclusions,
  type Slice,
  sumLedgers,
} from "./store.ts";

type Needs = Pick<Deps, "db" | "pool" | "media" | "clock" | "log">;

const SLICE = 256 / SLICES;

/**
 * Recounts the days from `from` to `to` (first ms of each, inclusive). Days whose records are deleted stay unchanged.
 * Archived months are restored first.
 * The figures before and after and the lists' version are stored.
 */
export async function recount(
  deps: Needs,
  classifier: Classifier,
  from: number,
  to: number,
): Promise<RecountRow> {
  const { db } = deps;
  // With the day after: windows extend into it.
  await restoreArchived(deps, monthsBetween(from, to + DAY_MS));
  const range = [new Date(from), new Date(to + DAY_MS)] as const;
  const before = await sumLedgers(db, ...range);
  for (let day = from; day <= to; day += DAY_MS)
    await db.transaction().execute((tx) => recountDay(tx, classifier, day));
  const after = await sumLedgers(db, ...range);
  const row: RecountRow = {
    first_day: nameOf(from),
    last_day: nameOf(to),
    lists: classifier.version,
    downloads_before: before.downloads,
    downloads_after: after.downloads,
    impressions_before: before.impressions,
    impressions_after: after.impressions,
  };
  await insertRecount(db, row);
  return row;
}

const nameOf = (day: number): string => new Date(day).toISOString().slice(0, 10);

async function recountDay(tx: Executor, classifier: Classifier, day: number): Promise<void> {
  await beginRecount(tx);
  if (!(await hasRecords(tx, new Date(day), new Date(day + DAY_MS)))) return;
  const unrealistic = await findUnrealistic(tx, [day, day + DAY_MS]);
  const batch_id = await insertBatch(tx, classifier.version);
  const excluded: ExclusionCount[] = [];
  for (let first = 0; first < 256; first += SLICE) {
    const slice = { first, last: first + SLICE - 1 };
    const wanted = await wantedOf(tx, classifier, unrealistic, day, slice);
    excluded.push(...wanted.excluded);
    await correctDownloads(tx, batch_id, wanted.downloads, day, slice);
    await correctImpressions(tx, batch_id, wanted.impressions, day, slice);
  }
  await replaceExclusions(tx, new Date(day), added(excluded));
}

/** The counts of these listeners' records, in windows that begin on this day. */
async function wantedOf(
  tx: Executor,
  { reclassify, exclude }: Classifier,
  unrealistic: ReadonlySet<string>,
  day: number,
  slice: Slice,
) {
  // First-touch windows extend into the next day.
  const raw = await recordsOf(tx, new Date(day), new Date(day + 2 * DAY_MS), slice);
  const entries = raw.map((record): Entry => {
    const { source, device, os, os_kind } = reclassify(record.user_agent, record.referrer);
    const exclusion = exclude(record.user_agent, record.referrer, record.network);
    return { ...record, source, device, os, os_kind, exclusion };
  });
  const places = await findEpisodePlaces(tx, [...new Set(raw.map(({ episode_id }) => episode_id))]);
  const layouts = await openLayouts().load(tx, new Set(raw.flatMap(({ digest }) => digest ?? [])));
  const windowOf = await windowsOf(tx, entries, places);
  const isUnrealistic = ({ at, address }: Entry) => unrealistic.has(`${dayOf(at)} ${address}`);
  const { judged, groups } = aggregate(entries, { windowOf, isUnrealistic });
  const outcomes = groups
    .filter(({ window_start }) => dayOf(window_start) === day)
    .map((group) => ({
      group,
      verdict: judgeDownload(group, group.sent, layouts),
      merged: null,
    }));
  const counted = outcomes.filter(({ verdict }) => verdict.download);
  const ofDay = judged.filter(({ entry }) => dayOf(entry.at) === day);
  return {
    downloads: counted.flatMap((outcome) => downloadOf(outcome, places)),
    impressions: counted.flatMap((outcome) => impressionsOf(outcome, places)),
    excluded: exclusionDeltas(ofDay, outcomes),
  };
}

/** Records of [from, to) as they were applied. */
async function recordsOf(tx: Executor, from: Date, to: Date, slice: Slice): Promise<RawRecord[]> {
  const records = await findRecords(tx, from, to, slice);
  for (const lines of await findSegments(tx, from, to, slice.first / SLICE))
    for (const entry of await unpacked(lines)) records.push({ ...entry, former: null });
  return records;
}

/** Rows to flip, and rows that are missing. */
function differences<T>(
  standing: ReadonlyMap<string, CountedRow>,
  wanted: ReadonlyMap<string, T>,
): { flipped: CountedRow[]; fresh: T[] } {
  const flipped = [...standing].filter(([key, { counts }]) => counts !== wanted.has(key));
  const fresh = [...wanted].filter(([key]) => !standing.has(key));
  return { flipped: flipped.map(([, row]) => row), fresh: fresh.map(([, row]) => row) };
}

async function correctDownloads(
  tx: Executor,
  batch_id: number,
  downloads: readonly Download[],
  day: number,
  slice: Slice,
): Promise<void> {
  const range = [new Date(day), new Date(day + DAY_MS)] as const;
  const standing = await findCountedRows(tx, "downloads", ...range, slice);
  const keyed = downloads.map((download) => {
    const of = String(download.episode_id);
    return [countedRowKey({ ...download, of, segment: null }), download] as const;
  });
  const { flipped, fresh } = differences(standing, new Map(keyed));
  await flipDownloads(tx, batch_id, flipped);
  await addPlays(tx, await enterDownloads(tx, batch_id, fresh));
}

async function correctImpressions(
  tx: Executor,
  batch_id: number,
  impressions: readonly Impression[],
  day: number,
  slice: Slice,
): Promise<void> {
  const range = [new Date(day), new Date(day + DAY_MS)] as const;
  const standing = await findCountedRows(tx, "impressions", ...range, slice);
  const keyed = impressions.map((impression) => {
    const { digest: of, ad } = impression;
    return [countedRowKey({ ...impression, of, segment: ad.segment }), impression] as const;
  });
  const { flipped, fresh: unknown } = differences(standing, new Map(keyed));
  const fresh = await withoutDeleted(tx, unknown);
  const turned = await flipImpressions(tx, batch_id, flipped);
  await insertImpressions(tx, batch_id, fresh);
  const written = [
    ...turned.map((row) => ({ ...row, price: BigInt(row.price) })),
    ...fresh.map(({ ad, digest, listener, at }) => ({
      lineitem_id: ad.lineitem_id,
      campaign_id: ad.campaign_id,
      segment: ad.segment,
      digest,
      listener,
      at: new Date(at),
      quantity: 1 as const,
      price: ad.price,
    })),
  ];
  const byLineitem = Map.groupBy(written, ({ lineitem_id }) => lineitem_id);
  const sums = [...byLineitem].map(([lineitem_id, rows]) => ({
    lineitem_id,
    impressions: rows.reduce((sum, { quantity }) => sum + quantity, 0),
    revenue: rows.reduce((sum, { quantity, price }) => sum + BigInt(quantity) * price, 0n),
  }));
  await addLineitemCounts(tx, sums);
  await settle(tx, written);
}

/** One count per reason and episode, summed over all slices. */
function added(counts: readonly ExclusionCount[]): ExclusionCount[] {
  const sums = Map.groupBy(counts, ({ episode_id, reason }) => `${episode_id} ${reason}`);
  return [...sums.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const rest = others.reduce((sum, { requests_count }) => sum + requests_count, 0);
    return { ...first, requests_count: first.requests_count + rest };
  });
}
