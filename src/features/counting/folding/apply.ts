/** Applies a batch of records to the database: all of it, once, in one transaction. */
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import type { Entry } from "../journal/entry.ts";
import { enterLedger } from "../ledger/actions.ts";
import { findUnrealistic } from "../networks/store.ts";
import { exclusionDeltas } from "./deltas.ts";
import { fold, type Group, judge, type Verdict } from "./fold.ts";
import type { Manifests } from "./manifests.ts";
import { dayOf, type Manifest } from "./rules.ts";
import {
  addExclusions,
  deliveryKey,
  ensureDays,
  ensureMonths,
  findPlaces,
  insertRecords,
  type Merged,
  markApplied,
  markCounted,
  type Place,
  uniteDeliveries,
} from "./store.ts";
import { windowsOf } from "./windows.ts";

/** What applying keeps between batches; made once a process. */
export type Folding = Readonly<{
  manifests: Manifests;
  /** Days (first ms) that have their partitions. */
  days: Set<number>;
  /** Names the lists that entries were classified by. */
  lists: string;
}>;

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
  entries: readonly Entry[],
  mark: Mark,
): Promise<boolean> {
  await preparePartitions(db, folding, entries);
  const places = await findPlaces(db, [...new Set(entries.map(({ episode_id }) => episode_id))]);
  const digests = new Set<string>();
  for (const { digest } of entries) if (digest !== null) digests.add(digest);
  const manifests = await folding.manifests.load(db, digests);
  return db.transaction().execute(async (tx) => {
    if (!(await markApplied(tx, mark.journal_id, mark.from, mark.to))) return false;
    // Of an episode that was never there nothing can be said, and no row may name it.
    const known = entries.filter(({ episode_id }) => places.has(episode_id));
    await applyKnown(tx, folding.lists, known, places, manifests);
    return true;
  });
}

async function preparePartitions(
  db: Deps["db"],
  { days }: Folding,
  entries: readonly Entry[],
): Promise<void> {
  const missing = new Set<number>();
  for (const { at } of entries) if (!days.has(dayOf(at))) missing.add(dayOf(at));
  if (missing.size === 0) return;
  await db.transaction().execute(async (tx) => {
    await ensureDays(tx, [...missing]);
    await ensureMonths(tx, [...missing]);
  });
  for (const day of missing) days.add(day);
}

async function applyKnown(
  tx: Executor,
  lists: string,
  entries: readonly Entry[],
  places: ReadonlyMap<number, Place>,
  manifests: ReadonlyMap<string, Manifest>,
): Promise<void> {
  const unrealistic = await findUnrealistic(tx, [...new Set(entries.map(({ at }) => dayOf(at)))]);
  const isUnrealistic = ({ at, address }: Entry) =>
    unrealistic.size > 0 && address !== null && unrealistic.has(`${dayOf(at)} ${address}`);
  const windowOf = await windowsOf(tx, entries, places);
  const { judged, groups } = fold(entries, { windowOf, isUnrealistic });
  await insertRecords(tx, judged);
  const outcomes = await uniteGroups(tx, groups, manifests);
  await markCounted(
    tx,
    outcomes.flatMap(({ group, verdict, merged }) =>
      merged !== null && verdict.download && !merged.counted ? [group] : [],
    ),
  );
  await enterLedger(tx, lists, outcomes, places);
  await addExclusions(tx, exclusionDeltas(judged, outcomes));
}

/** Unites what came with what there is, and judges the whole. */
async function uniteGroups(
  tx: Executor,
  groups: readonly Group[],
  manifests: ReadonlyMap<string, Manifest>,
): Promise<Outcome[]> {
  if (groups.length === 0) return [];
  const alone = groups.map((group) => judge(group, group.sent, manifests));
  const counted = alone.map(({ download }) => download);
  const merged = await uniteDeliveries(tx, groups, counted);
  return groups.map((group, index) => {
    const known = (merged.size > 0 && merged.get(deliveryKey(group))) || null;
    const verdict = known === null ? alone[index] : judge(group, known.sent, manifests);
    return { group, verdict: verdict ?? { download: false, ads: [] }, merged: known };
  });
}
