/** Applies a batch of records to the database exactly once, in one transaction. */
import type { Deps } from "../../../../deps.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import { requirePresent } from "../history/late.ts";
import { monthsBetween } from "../history/rules.ts";
import type { Entry, JournalEntry } from "../journal/entry.ts";
import { type JournalSegment, segmentsOf } from "../journalsegments/packing.ts";
import { insertSegments } from "../journalsegments/store.ts";
import { enterLedger } from "../ledger/actions.ts";
import { findUnrealistic } from "../networks/store.ts";
import { exclusionDeltas } from "./deltas.ts";
import { type Aggregated, aggregate, type Group, judgeDownload, type Outcome } from "./grouping.ts";
import { type Delivered, type KnownDeliveries, openKnownDeliveries } from "./known.ts";
import { type Layouts, openLayouts } from "./layouts.ts";
import { union } from "./ranges.ts";
import { dayOf, type Layout } from "./rules.ts";
import {
  addExclusions,
  type EpisodePlace,
  ensurePartitions,
  findEpisodePlaces,
  lockAgainstRecount,
  markCounted,
  uniteDeliveries,
} from "./store.ts";
import { areTouching, byDay, type WindowOf, windowsOf } from "./windows.ts";

/** Caches kept between batches; created once per process. */
export type AggregationState = Readonly<{
  layouts: Layouts;
  deliveries: KnownDeliveries;
  /** Days (first ms) whose partitions exist. */
  days: Set<number>;
  /** Identifies the lists that classified the entries. */
  lists: string;
}>;

export const openAggregation = (lists: string): AggregationState => ({
  layouts: openLayouts(),
  deliveries: openKnownDeliveries(),
  days: new Set(),
  lists,
});

/** Claims a batch within its transaction; false if another process has applied it. */
export type Claim = (tx: Executor) => Promise<boolean>;

/** Applies `entries`; false if they were applied already. */
export async function applyEntries(
  { db }: Pick<Deps, "db">,
  state: AggregationState,
  entries: readonly JournalEntry[],
  claim: Claim,
): Promise<boolean> {
  const batch = await prepare(db, state, entries);
  const aggregated = areTouching(batch.places) ? null : await aggregateAll(batch, byDay);
  const apply = async (tx: Executor) => {
    await lockAgainstRecount(tx);
    if (!(await claim(tx))) return null;
    const windows = () => windowsOf(tx, batch.entries, batch.places);
    return write(tx, state, batch, aggregated ?? (await aggregateAll(batch, await windows())));
  };
  const outcomes = await db
    .transaction()
    .execute(apply)
    .catch((error: { code?: string }) => {
      // A partition was dropped since it was looked for. The next attempt looks again.
      if (error.code === CHECK_VIOLATION) state.days.clear();
      throw error;
    });
  for (const outcome of outcomes ?? []) remember(state, outcome);
  return outcomes !== null;
}

/** PostgreSQL, appendix A; also for rows of a partitioned table that has no partition for them. */
const CHECK_VIOLATION = "23514";

type Batch = Readonly<{
  entries: readonly JournalEntry[];
  places: ReadonlyMap<number, EpisodePlace>;
  layouts: ReadonlyMap<string, Layout>;
  /** Rule 6: addresses by day. */
  unrealistic: ReadonlySet<string>;
}>;

async function prepare(
  db: Deps["db"],
  state: AggregationState,
  entries: readonly JournalEntry[],
): Promise<Batch> {
  await preparePartitions(db, state, entries);
  const places = await findEpisodePlaces(db, [
    ...new Set(entries.map(({ episode_id }) => episode_id)),
  ]);
  const digests = new Set<string>();
  for (const { digest } of entries) if (digest !== null) digests.add(digest);
  return {
    // An unknown episode has no place, and rows must not refer to it.
    entries: entries.filter(({ episode_id }) => places.has(episode_id)),
    places,
    layouts: await state.layouts.load(db, digests),
    unrealistic: await findUnrealistic(db, [...new Set(entries.map(({ at }) => dayOf(at)))]),
  };
}

type Ready = Aggregated<JournalEntry> & Readonly<{ parcels: readonly JournalSegment[] }>;

async function aggregateAll({ entries, unrealistic }: Batch, windowOf: WindowOf): Promise<Ready> {
  const isUnrealistic = ({ at, address }: Entry) =>
    unrealistic.size > 0 && address !== null && unrealistic.has(`${dayOf(at)} ${address}`);
  const aggregated = aggregate(entries, { windowOf, isUnrealistic });
  return { ...aggregated, parcels: await segmentsOf(aggregated.judged) };
}

async function write(
  tx: Executor,
  state: AggregationState,
  { places, layouts }: Batch,
  { judged, groups, parcels }: Ready,
): Promise<Outcome[]> {
  await insertSegments(tx, parcels);
  const outcomes = await uniteGroups(tx, state, groups, layouts);
  await enterLedger(tx, state.lists, outcomes, places);
  await addExclusions(tx, exclusionDeltas(judged, outcomes));
  return outcomes;
}

async function preparePartitions(
  db: Deps["db"],
  { days }: AggregationState,
  entries: readonly Entry[],
): Promise<void> {
  const missing = new Set<number>();
  for (const { at } of entries) if (!days.has(dayOf(at))) missing.add(dayOf(at));
  if (missing.size === 0) return;
  const ordered = [...missing].sort((a, b) => a - b);
  await requirePresent(db, monthsBetween(ordered[0] ?? 0, ordered.at(-1) ?? 0));
  await db.transaction().execute((tx) => ensurePartitions(tx, [...missing]));
  for (const day of missing) days.add(day);
}

/** Merges the new records with the stored deliveries, and judges the result. */
async function uniteGroups(
  tx: Executor,
  { deliveries }: AggregationState,
  groups: readonly Group[],
  layouts: ReadonlyMap<string, Layout>,
): Promise<Outcome[]> {
  if (groups.length === 0) return [];
  const believed = groups.map((group) => believe(group, deliveries.take(group), layouts));
  const others = await uniteDeliveries(tx, believed);
  if (others.size === 0) return believed;
  const outcomes = believed.map((outcome) => {
    const merged = others.get(outcome.group);
    if (merged === undefined) return outcome;
    const { group } = outcome;
    return { group, merged, verdict: judgeDownload(group, merged.sent, layouts) };
  });
  // All other groups were written with the right `counted` already.
  await markCounted(
    tx,
    outcomes.flatMap(({ group, verdict, merged }) =>
      verdict.download && merged?.counted === false && others.has(group) ? [group] : [],
    ),
  );
  return outcomes;
}

/** The outcome of a group, assuming that this process's cache is up to date. */
function believe(
  group: Group,
  known: Delivered | null,
  layouts: ReadonlyMap<string, Layout>,
): Outcome {
  if (known === null)
    return { group, verdict: judgeDownload(group, group.sent, layouts), merged: null };
  const sent = union(known.sent, group.sent);
  const requests = known.requests + group.requests;
  const merged = { sent, before: known.sent, requests, counted: known.counted };
  return { group, verdict: judgeDownload(group, sent, layouts), merged };
}

/** Only committed outcomes are cached. */
const remember = ({ deliveries }: AggregationState, { group, verdict, merged }: Outcome): void =>
  deliveries.put(group, {
    sent: merged?.sent ?? group.sent,
    requests: merged?.requests ?? group.requests,
    counted: verdict.download || merged?.counted === true,
  });
