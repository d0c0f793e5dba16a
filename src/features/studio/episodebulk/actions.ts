/** Undoes a change of episodes that the person has just made, unless something changed since. */
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { callerOf, type SessionCaller } from "../../../platform/http/pages.ts";
import { changeEpisodesIn } from "../../publishing/bulk/actions.ts";
import type { BulkParams } from "../../publishing/bulk/schema.ts";
import type { Cuepoint } from "../../publishing/cuepoints/schema.ts";
import { findCuepointsOf } from "../../publishing/cuepoints/store.ts";
import { changeEpisode } from "../../publishing/episodes/publishing/actions.ts";
import { findEpisode, lockEpisodes } from "../../publishing/episodes/store.ts";
import { breaksBefore, changedBreaks } from "./breaks.ts";
import { isCut, undoable } from "./changes.ts";
import { listChange } from "./store.ts";

type Values = Readonly<Record<string, unknown>>;
type Entry = Readonly<{ subject_id: number; before: Values; after: Values }>;

/** Columns that a bulk change changes; others, such as a new key, stay. */
const FIELDS = ["show_id", "tags", "visibility", "hidden", "explicit", "season_number"] as const;

/** Those that a change sets as a whole. */
const LISTS: ReadonlySet<string> = new Set(["tags", "cuepoints"]);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether the change was undone: false if it is not known, too old, or something changed since. */
export async function undoChange(
  deps: Deps,
  session: SessionCaller,
  entry_id: number,
): Promise<boolean> {
  const { db, clock } = deps;
  const since = undoable(clock());
  const entries = await listChange(db, { user_id: session.user_id, entry_id, since });
  if (entries.length === 0 || entries.some(isCut)) return false;
  try {
    const [only] = entries;
    if (entries.length === 1 && only && "auto_published_at" in only.after)
      return await undoMove(deps, session, only);
    return await db.transaction().execute((all) => undoAll(all, session, entries, clock()));
  } catch (error) {
    // The person may have lost the right, or the episode is deleted.
    if (error instanceof Failure) return false;
    throw error;
  }
}

async function undoAll(
  db: Executor,
  session: SessionCaller,
  entries: readonly Entry[],
  now: Date,
): Promise<boolean> {
  const ids = entries.map(({ subject_id }) => subject_id);
  const present = await lockEpisodes(db, ids);
  const rows = new Map<number, Values>(present.map((row) => [row.episode_id, row]));
  const breaks = await findCuepointsOf(db, ids);
  const groups = new Map<string, number[]>();
  for (const entry of entries) {
    const { subject_id } = entry;
    const before = valuesBefore(entry, rows.get(subject_id), breaks.get(subject_id) ?? []);
    if (before === null) return false;
    const key = JSON.stringify(before);
    groups.set(key, [...(groups.get(key) ?? []), subject_id]);
  }
  for (const [key, ids] of groups)
    await changeEpisodesIn(
      db,
      callerOf(session),
      { ids, changes: changesOf(JSON.parse(key)), dry_run: false },
      now,
    );
  return true;
}

type Pairs = (readonly [field: string, value: unknown])[];

/** What the entry changed, as it was before; null if nothing can be undone, or something changed since. */
function valuesBefore(
  entry: Entry,
  row: Values | undefined,
  present: readonly Cuepoint[],
): Pairs | null {
  const { before, after } = entry;
  if (row === undefined) return null;
  const changed = FIELDS.filter((field) => field in after);
  if (changed.some((field) => !same(row[field], after[field]))) return null;
  const pairs: Pairs = changed.map((field) => [field, before[field] ?? null]);
  if (changedBreaks(entry)) {
    const cuepoints = breaksBefore(present, entry);
    if (cuepoints === null) return null;
    pairs.push(["cuepoints", cuepoints]);
  }
  return pairs.length === 0 ? null : pairs;
}

const changesOf = (pairs: readonly (readonly [string, unknown])[]): BulkParams["changes"] =>
  Object.fromEntries(
    pairs.map(([field, value]) =>
      LISTS.has(field) ? [field, { set: value ?? [] }] : [field, value],
    ),
  );

async function undoMove(deps: Deps, session: SessionCaller, entry: Entry): Promise<boolean> {
  const row = await findEpisode(deps.db, entry.subject_id);
  const [was, now] = [entry.before.auto_published_at, entry.after.auto_published_at].map((text) =>
    typeof text === "string" ? new Date(text) : null,
  );
  if (!was || row?.auto_published_at?.getTime() !== now?.getTime()) return false;
  // A date that has passed would publish it at once.
  if (was <= deps.clock()) return false;
  const change = { auto_published_at: was };
  await changeEpisode(deps, callerOf(session), entry.subject_id, change, {}, null);
  return true;
}
