/** Applies a batch of records to the database: all of it, once, in one transaction. */
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import type { Entry, Noted } from "../journal/entry.ts";
import { enterLedger } from "../ledger/actions.ts";
import { findUnrealistic } from "../networks/store.ts";
import { type Parcel, parcelsOf } from "../parcels/packing.ts";
import { insertParcels } from "../parcels/store.ts";
import { exclusionDeltas } from "./deltas.ts";
import { type Folded, fold, type Group, judge, type Verdict } from "./fold.ts";
import { type Delivered, type KnownDeliveries, openKnownDeliveries } from "./known.ts";
import { type Manifests, openManifests } from "./manifests.ts";
import { union } from "./ranges.ts";
import { dayOf, type Manifest } from "./rules.ts";
import {
  addExclusions,
  ensurePartitions,
  findPlaces,
  lockAgainstRecount,
  type Merged,
  markApplied,
  markCounted,
  type Place,
  uniteDeliveries,
} from "./store.ts";
import { areTouching, byDay, type WindowOf, windowsOf } from "./windows.ts";

/** What applying keeps between batches; made once a process. */
export type Folding = Readonly<{
  manifests: Manifests;
  deliveries: KnownDeliveries;
  /** Days (first ms) that have their partitions. */
  days: Set<number>;
  /** Names the lists that entries were classified by. */
  lists: string;
}>;

export const openFolding = (lists: string): Folding => ({
  manifests: openManifests(),
  deliveries: openKnownDeliveries(),
  days: new Set(),
  lists,
});

/** Where a batch stands in a journal: applied if and only if nobody else has. */
export type Mark = Readonly<{ journal_id: string; from: number; to: number }>;

/** A group with what became of it. */
export type Outcome = Readonly<{
  group: Group;
  verdict: Verdict;
  /** Of all its requests; null: this batch brought all there is. */
  merged: Merged | null;
}>;

/** Applies `entries`; false when somebody else has applied this part of the journal already. */
export async function applyEntries(
  { db }: Pick<Deps, "db">,
  folding: Folding,
  entries: readonly Noted[],
  mark: Mark,
): Promise<boolean> {
  const batch = await prepare(db, folding, entries);
  const folded = areTouching(batch.places) ? null : await foldAll(batch, byDay);
  const outcomes = await db.transaction().execute(async (tx) => {
    await lockAgainstRecount(tx);
    if (!(await markApplied(tx, mark.journal_id, mark.from, mark.to))) return null;
    const windows = () => windowsOf(tx, batch.entries, batch.places);
    return write(tx, folding, batch, folded ?? (await foldAll(batch, await windows())));
  });
  for (const outcome of outcomes ?? []) remember(folding, outcome);
  return outcomes !== null;
}

type Batch = Readonly<{
  entries: readonly Noted[];
  places: ReadonlyMap<number, Place>;
  manifests: ReadonlyMap<string, Manifest>;
  /** Rule 6: addresses by day. */
  unrealistic: ReadonlySet<string>;
}>;

async function prepare(
  db: Deps["db"],
  folding: Folding,
  entries: readonly Noted[],
): Promise<Batch> {
  await preparePartitions(db, folding, entries);
  const places = await findPlaces(db, [...new Set(entries.map(({ episode_id }) => episode_id))]);
  const digests = new Set<string>();
  for (const { digest } of entries) if (digest !== null) digests.add(digest);
  return {
    // Of an episode that was never there nothing can be said, and no row may name it.
    entries: entries.filter(({ episode_id }) => places.has(episode_id)),
    places,
    manifests: await folding.manifests.load(db, digests),
    unrealistic: await findUnrealistic(db, [...new Set(entries.map(({ at }) => dayOf(at)))]),
  };
}

type Ready = Folded<Noted> & Readonly<{ parcels: readonly Parcel[] }>;

async function foldAll({ entries, unrealistic }: Batch, windowOf: WindowOf): Promise<Ready> {
  const isUnrealistic = ({ at, address }: Entry) =>
    unrealistic.size > 0 && address !== null && unrealistic.has(`${dayOf(at)} ${address}`);
  const folded = fold(entries, { windowOf, isUnrealistic });
  return { ...folded, parcels: await parcelsOf(folded.judged) };
}

async function write(
  tx: Executor,
  folding: Folding,
  { places, manifests }: Batch,
  { judged, groups, parcels }: Ready,
): Promise<Outcome[]> {
  await insertParcels(tx, parcels);
  const outcomes = await uniteGroups(tx, folding, groups, manifests);
  await enterLedger(tx, folding.lists, outcomes, places);
  await addExclusions(tx, exclusionDeltas(judged, outcomes));
  return outcomes;
}

async function preparePartitions(
  db: Deps["db"],
  { days }: Folding,
  entries: readonly Entry[],
): Promise<void> {
  const missing = new Set<number>();
  for (const { at } of entries) if (!days.has(dayOf(at))) missing.add(dayOf(at));
  if (missing.size === 0) return;
  await db.transaction().execute((tx) => ensurePartitions(tx, [...missing]));
  for (const day of missing) days.add(day);
}

/** Unites what came with what there is, and judges the whole. */
async function uniteGroups(
  tx: Executor,
  { deliveries }: Folding,
  groups: readonly Group[],
  manifests: ReadonlyMap<string, Manifest>,
): Promise<Outcome[]> {
  if (groups.length === 0) return [];
  const believed = groups.map((group) => believe(group, deliveries.take(group), manifests));
  const others = await uniteDeliveries(tx, believed);
  if (others.size === 0) return believed;
  const outcomes = believed.map((outcome) => {
    const merged = others.get(outcome.group);
    if (merged === undefined) return outcome;
    const { group } = outcome;
    return { group, merged, verdict: judge(group, merged.sent, manifests) };
  });
  // Of the others it was known whether they count.
  await markCounted(
    tx,
    outcomes.flatMap(({ group, verdict, merged }) =>
      verdict.download && merged?.counted === false && others.has(group) ? [group] : [],
    ),
  );
  return outcomes;
}

/** What becomes of a group if there is just what this process remembers. */
function believe(
  group: Group,
  known: Delivered | null,
  manifests: ReadonlyMap<string, Manifest>,
): Outcome {
  if (known === null) return { group, verdict: judge(group, group.sent, manifests), merged: null };
  const sent = union(known.sent, group.sent);
  const requests = known.requests + group.requests;
  const merged = { sent, before: known.sent, requests, counted: known.counted };
  return { group, verdict: judge(group, sent, manifests), merged };
}

/** Only what is committed is believed later on. */
const remember = ({ deliveries }: Folding, { group, verdict, merged }: Outcome): void =>
  deliveries.put(group, {
    sent: merged?.sent ?? group.sent,
    requests: merged?.requests ?? group.requests,
    counted: verdict.download || merged?.counted === true,
  });
