/** Counts days again from their records, as the lists are now, and appends what differs to the ledgers. */
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { settle } from "../../adserving/actions.ts";
import type { Classifier } from "../classifying.ts";
import { exclusionDeltas } from "../folding/deltas.ts";
import { fold, judge } from "../folding/fold.ts";
import { openManifests } from "../folding/manifests.ts";
import { DAY_MS, dayOf } from "../folding/rules.ts";
import { type ExclusionCount, findPlaces } from "../folding/store.ts";
import { windowsOf } from "../folding/windows.ts";
import type { Entry } from "../journal/entry.ts";
import { downloadOf, impressionsOf } from "../ledger/actions.ts";
import { withoutDeleted } from "../ledger/deleted/actions.ts";
import {
  addLineitemCounts,
  addPlays,
  type Download,
  type Impression,
  insertBatch,
  insertDownloads,
  insertImpressions,
} from "../ledger/store.ts";
import { findUnrealistic } from "../networks/store.ts";
import { SLICES, unpacked } from "../parcels/packing.ts";
import { findParcels } from "../parcels/store.ts";
import {
  beginRecount,
  findRecords,
  findStanding,
  flipDownloads,
  flipImpressions,
  hasRecords,
  insertRecount,
  type RawRecord,
  type RecountRow,
  replaceExclusions,
  type Slice,
  type Standing,
  standingKey,
  sumLedgers,
} from "./store.ts";

type Needs = Pick<Deps, "db">;

const SLICE = 256 / SLICES;

/**
 * Counts the days from `from` to `to` (first ms of each, inclusive) again. Days whose records are
 * gone stay as they are. Both figures, and the lists' version, are kept.
 */
export async function recount(
  { db }: Needs,
  classifier: Classifier,
  from: number,
  to: number,
): Promise<RecountRow> {
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

/** What the records of these listeners make, in windows that begin on this day. */
async function wantedOf(
  tx: Executor,
  { reclassify, exclude }: Classifier,
  unrealistic: ReadonlySet<string>,
  day: number,
  slice: Slice,
) {
  // Windows of first-touch reach into the next day.
  const raw = await recordsOf(tx, new Date(day), new Date(day + 2 * DAY_MS), slice);
  const entries = raw.map((record): Entry => {
    const { source, device, os, os_kind } = reclassify(record.user_agent, record.referrer);
    const exclusion = exclude(record.user_agent, record.referrer, record.network);
    return { ...record, source, device, os, os_kind, exclusion };
  });
  const places = await findPlaces(tx, [...new Set(raw.map(({ episode_id }) => episode_id))]);
  const manifests = await openManifests().load(
    tx,
    new Set(raw.flatMap(({ digest }) => digest ?? [])),
  );
  const windowOf = await windowsOf(tx, entries, places);
  const isUnrealistic = ({ at, address }: Entry) => unrealistic.has(`${dayOf(at)} ${address}`);
  const { judged, groups } = fold(entries, { windowOf, isUnrealistic });
  const outcomes = groups
    .filter(({ window_start }) => dayOf(window_start) === day)
    .map((group) => ({ group, verdict: judge(group, group.sent, manifests), merged: null }));
  const counted = outcomes.filter(({ verdict }) => verdict.download);
  const ofDay = judged.filter(({ entry }) => dayOf(entry.at) === day);
  return {
    downloads: counted.flatMap((outcome) => downloadOf(outcome, places)),
    impressions: counted.flatMap((outcome) => impressionsOf(outcome, places)),
    excluded: exclusionDeltas(ofDay, outcomes),
  };
}

/** Records of [from, to), as they were when they were applied. */
async function recordsOf(tx: Executor, from: Date, to: Date, slice: Slice): Promise<RawRecord[]> {
  const records = await findRecords(tx, from, to, slice);
  for (const lines of await findParcels(tx, from, to, slice.first / SLICE))
    for (const entry of await unpacked(lines)) records.push({ ...entry, former: null });
  return records;
}

/** Rows to turn, and what there was no row of yet. */
function differences<T>(
  standing: ReadonlyMap<string, Standing>,
  wanted: ReadonlyMap<string, T>,
): { flipped: Standing[]; fresh: T[] } {
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
  const standing = await findStanding(tx, "downloads", ...range, slice);
  const keyed = downloads.map((download) => {
    const of = String(download.episode_id);
    return [standingKey({ ...download, of, segment: null }), download] as const;
  });
  const { flipped, fresh } = differences(standing, new Map(keyed));
  await flipDownloads(tx, batch_id, flipped);
  await addPlays(tx, await insertDownloads(tx, batch_id, fresh));
}

async function correctImpressions(
  tx: Executor,
  batch_id: number,
  impressions: readonly Impression[],
  day: number,
  slice: Slice,
): Promise<void> {
  const range = [new Date(day), new Date(day + DAY_MS)] as const;
  const standing = await findStanding(tx, "impressions", ...range, slice);
  const keyed = impressions.map((impression) => {
    const { digest: of, ad } = impression;
    return [standingKey({ ...impression, of, segment: ad.segment }), impression] as const;
  });
  const { flipped, fresh: unknown } = differences(standing, new Map(keyed));
  const fresh = await withoutDeleted(tx, unknown);
  const turned = await flipImpressions(tx, batch_id, flipped);
  await insertImpressions(tx, batch_id, fresh);
  const written = [
    ...turned.map((row) => ({ ...row, price: BigInt(row.price) })),
    ...fresh.map(({ ad, digest, listener, at }) => ({
      ...{ lineitem_id: ad.lineitem_id, campaign_id: ad.campaign_id, segment: ad.segment },
      ...{ digest, listener, at: new Date(at), quantity: 1 as const, price: BigInt(ad.price) },
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

/** One count a reason and episode, of all the slices. */
function added(counts: readonly ExclusionCount[]): ExclusionCount[] {
  const sums = Map.groupBy(counts, ({ episode_id, reason }) => `${episode_id} ${reason}`);
  return [...sums.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const rest = others.reduce((sum, { requests_count }) => sum + requests_count, 0);
    return { ...first, requests_count: first.requests_count + rest };
  });
}
