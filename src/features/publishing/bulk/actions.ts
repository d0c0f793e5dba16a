/** Changes many episodes in one transaction, with the rights and rules of single updates: all of them, or none. */
import type { Updateable } from "kysely";
import type { Deps } from "../../../deps.ts";
import { type Executor, violates } from "../../../platform/db/database.ts";
import type { Episodes } from "../../../platform/db/rows.ts";
import { Failure, invalid } from "../../../platform/failure.ts";
import type { Caller } from "../../../platform/http/route.ts";
import type { Cuepoint } from "../cuepoints/schema.ts";
import { findCuepointsOf, replaceCuepoints } from "../cuepoints/store.ts";
import { requireMoving, requireNamedShow } from "../episodes/publishing/rights.ts";
import { columnsOf } from "../episodes/publishing/rules.ts";
import { requireEpisodeEditableBy } from "../episodes/rights.ts";
import {
  findGuidsOfShow,
  type LockedEpisodeRow,
  lockEpisodes,
  updateEpisode,
} from "../episodes/store.ts";
import type { ShowRow } from "../shows/store.ts";
import { cuepointsAfter, differences, tagsAfter } from "./rules.ts";
import type { BulkOutcome, BulkParams } from "./schema.ts";

type Needs = Pick<Deps, "db" | "clock">;

/** What a change does to one episode, or why it cannot be made. */
type Plan = Readonly<{
  outcome: BulkOutcome;
  columns: Updateable<Episodes>;
  /** Undefined: they stay as they are. */
  cuepoints: Cuepoint[] | undefined;
  failure: Failure | null;
}>;

/** Where episodes move, and the GUIDs that are taken there. */
type Target = Readonly<{ show: Pick<ShowRow, "show_id" | "author_id">; guids: Set<string> }>;

/**
 * The outcome for each episode, in the order of `ids`. Without `dry_run`, fails if there is a problem with any of them:
 * with 404 or 403 if the caller may not edit one, else with the fields `episodes.<id>.<field>`.
 */
export const changeEpisodes = ({ db, clock }: Needs, caller: Caller, params: BulkParams) =>
  db.transaction().execute((transaction) => changeEpisodesIn(transaction, caller, params, clock()));

/** The same within a transaction that also makes other changes. */
export async function changeEpisodesIn(
  transaction: Executor,
  caller: Caller,
  { ids, changes, dry_run }: BulkParams,
  now: Date,
): Promise<BulkOutcome[]> {
  const plans = await planAll(transaction, caller, { ids, changes }, now);
  if (dry_run) return plans.map(({ outcome }) => outcome);
  refuseProblems(plans);
  try {
    for (const plan of plans) await carryOut(transaction, plan);
  } catch (error) {
    // Somebody else has just taken the GUID.
    if (violates(error, "episodes_show_guid_key"))
      throw invalid({ "changes.show_id": "is a show in which another episode has the same GUID" });
    throw error;
  }
  return plans.map(({ outcome }) => outcome);
}

async function carryOut(db: Executor, { outcome, columns, cuepoints }: Plan): Promise<void> {
  const { episode_id, changes } = outcome;
  // Cuepoints have a revision of their own.
  const { cuepoints: moved, ...others } = changes;
  if (Object.keys(others).length > 0) await updateEpisode(db, episode_id, columns);
  if (moved !== undefined && cuepoints !== undefined)
    await replaceCuepoints(db, episode_id, cuepoints);
}

async function planAll(
  db: Executor,
  caller: Caller,
  { ids, changes }: Pick<BulkParams, "ids" | "changes">,
  now: Date,
): Promise<Plan[]> {
  // Locked in the order of their ids, so that two such requests do not wait for each other.
  const rows = await lockEpisodes(db, ids);
  const found = new Map(rows.map((row) => [row.episode_id, row]));
  const moving = rows.filter(({ show_id }) => show_id !== changes.show_id);
  const target = await targetOf(db, caller, changes.show_id, moving);
  const cuepoints =
    changes.cuepoints === undefined
      ? new Map<number, Cuepoint[]>()
      : await findCuepointsOf(db, ids);
  const plans: Plan[] = [];
  for (const episode_id of ids) {
    const present = cuepoints.get(episode_id) ?? [];
    const plan = () =>
      planOne(db, caller, found.get(episode_id), { changes, target, present, now });
    plans.push(await orProblems(episode_id, plan));
  }
  return plans;
}

async function targetOf(
  db: Executor,
  caller: Caller,
  show_id: number | undefined,
  moving: readonly LockedEpisodeRow[],
): Promise<Target | null> {
  if (show_id === undefined || moving.length === 0) return null;
  const { show } = await requireNamedShow(db, caller, show_id);
  const guids = moving.map(({ rss_guid }) => rss_guid);
  return { show, guids: new Set(await findGuidsOfShow(db, show_id, guids)) };
}

type Wish = Readonly<{
  changes: BulkParams["changes"];
  target: Target | null;
  /** The episode's cuepoints, if the change mentions them. */
  present: Cuepoint[];
  now: Date;
}>;

async function planOne(
  db: Executor,
  caller: Caller,
  row: LockedEpisodeRow | undefined,
  { changes: { tags, cuepoints: points, show_id, ...plain }, target, present, now }: Wish,
): Promise<Plan> {
  const { episode, role } = await requireEpisodeEditableBy(db, caller, row);
  const wanted = { ...plain, tags: tagsAfter(episode.tags, tags) };
  const columns = columnsOf(wanted, episode, null, now);
  const moves = target !== null && target.show.show_id !== episode.show_id;
  if (moves) requireMoving(role);
  if (moves) takeGuid(target, episode.rss_guid);
  const move = moves
    ? { show_id: target.show.show_id, author_id: target.show.author_id }
    : undefined;
  const cuepoints = cuepointsAfter(episode, present, points);
  const after = { ...wanted, cuepoints, ...(moves ? { show_id } : {}) };
  return {
    outcome: {
      episode_id: episode.episode_id,
      changes: differences({ ...episode, cuepoints: present }, after),
      problems: [],
    },
    columns: { ...columns, ...move },
    cuepoints,
    failure: null,
  };
}

/** Two episodes of a show, moved together or one already there, cannot have one GUID. */
function takeGuid({ guids }: Target, guid: string): void {
  if (guids.has(guid))
    throw invalid({ show_id: "is a show in which another episode has the same GUID" });
  guids.add(guid);
}

/** The plan, or the problems with it. */
async function orProblems(episode_id: number, plan: () => Promise<Plan>): Promise<Plan> {
  try {
    return await plan();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // Rights are not about a field: those of the target are told with it, the others with the episode.
    const field = error.type === "not-your-show" ? "show_id" : "episode_id";
    const problems = Object.entries(error.fields ?? { [field]: error.message }).map(
      ([name, message]) => ({ field: name, message }),
    );
    const outcome = { episode_id, changes: {}, problems };
    return { outcome, columns: {}, cuepoints: undefined, failure: error };
  }
}

function refuseProblems(plans: readonly Plan[]): void {
  const denied = plans.find(({ failure }) => failure !== null && failure.fields === null);
  if (denied?.failure) throw denied.failure;
  const fields = plans.flatMap(({ outcome: { episode_id, problems } }) =>
    problems.map(({ field, message }) => [`episodes.${episode_id}.${field}`, message]),
  );
  if (fields.length > 0) throw invalid(Object.fromEntries(fields));
}
