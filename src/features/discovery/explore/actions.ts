/** Writes curated lists, and reads their pages in an order that stays the same while a reader pages. */
import type { Updateable } from "kysely";
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import type { ExploreLists } from "../../../platform/db/rows.ts";
import { invalid, notFound } from "../../../platform/failure.ts";
import { requireRevision } from "../../../platform/http/caching.ts";
import type { IfMatch } from "../../../platform/http/route.ts";
import { RANKING_KEPT_MS } from "./ranking/jobs.ts";
import { findRankedPosition, findRanking } from "./ranking/store.ts";
import { type Filling, fillingOf, type Rule } from "./rules.ts";
import type { FillingParams, ListParams, NewListParams } from "./schema.ts";
import {
  findList,
  findPosition,
  findShowIds,
  insertEdition,
  insertList,
  type ListedShowRow,
  type ListRow,
  listEditionShowIds,
  listHandPicked,
  listRanked,
  lockList,
  updateList,
} from "./store.ts";

type Needs = Pick<Deps, "db" | "clock">;

const DAY_MS = 86_400_000;

/** The list, or a 404. */
export async function requireList(db: Executor, list_id: number): Promise<ListRow> {
  const list = await findList(db, list_id);
  if (list === undefined) throw notFound("list");
  return list;
}

/** The list that everybody sees, or a 404. */
export async function requirePublishedList(db: Executor, list_id: number): Promise<ListRow> {
  const list = await requireList(db, list_id);
  if (list.hidden_at !== null) throw notFound("list");
  return list;
}

/** Creates an empty list; `fillList` fills it. */
export async function createList({ db, clock }: Needs, params: NewListParams): Promise<ListRow> {
  const { name, subtitle = null, countries = [], hidden = false } = params;
  const hidden_at = hidden ? clock() : null;
  return requireList(db, await insertList(db, { name, subtitle, countries, hidden_at }));
}

/** Runs one change of a list in a transaction, unless the list has changed since `ifMatch`. */
const changing = <T>(
  { db }: Needs,
  list_id: number,
  ifMatch: IfMatch,
  change: (db: Executor, list: ListRow) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (trx) => {
    const list = await lockList(trx, list_id);
    if (list === undefined) throw notFound("list");
    requireRevision(ifMatch, list.revision);
    return change(trx, list);
  });

/** Changes only what is sent. */
export const changeList = (deps: Needs, list_id: number, params: ListParams, ifMatch: IfMatch) =>
  changing(deps, list_id, ifMatch, async (db, list) => {
    const { hidden, ...columns } = params;
    const isHidden = list.hidden_at !== null;
    await updateList(db, list_id, {
      ...(columns as Updateable<ExploreLists>),
      ...(hidden === undefined || hidden === isHidden
        ? {}
        : { hidden_at: hidden ? deps.clock() : null }),
    });
    return requireList(db, list_id);
  });

/** Deletes a list; its id still works for paging. */
export const deleteList = (deps: Needs, list_id: number, ifMatch: IfMatch): Promise<void> =>
  changing(deps, list_id, ifMatch, (db) => updateList(db, list_id, { deleted_at: deps.clock() }));

/** Replaces the list's shows, or the rule that fills it. Fails on `shows` if one of them is unknown. */
export function fillList(deps: Needs, list_id: number, params: FillingParams, ifMatch: IfMatch) {
  const filling = fillingOf(params);
  return changing(deps, list_id, ifMatch, async (db, list) => {
    await fill(db, list, filling);
    return requireList(db, list_id);
  });
}

async function fill(db: Executor, list: ListRow, filling: Filling): Promise<void> {
  const { list_id } = list;
  if ("rule" in filling) return updateList(db, list_id, { ...filling.rule, filled_by: "rule" });
  const known = await findShowIds(db, filling.shows);
  const unknown = filling.shows.find((show_id) => !known.has(show_id));
  if (unknown !== undefined)
    throw invalid({ shows: `must contain ids of shows; ${unknown} is not one` });
  const edition = list.edition + 1;
  await insertEdition(db, { list_id, edition }, filling.shows);
  const noRule: Rule = { category_id: null, language: null, max_age_days: null };
  await updateList(db, list_id, { ...noRule, filled_by: "hand", edition });
}

/** The ids of a list's shows in the operator's order; none for a list with a rule. */
export const handPickedShows = async (db: Executor, list: ListRow): Promise<number[]> =>
  list.filled_by === "hand" ? listEditionShowIds(db, list) : [];

type Reading = { limit: number; last_id?: number | undefined; version?: number | undefined };
/** `version` identifies the order that the page belongs to. */
type Page = { rows: ListedShowRow[]; version: number };

/** A page of a list: a manual list in the edition in which the reader began, a rule-based one as ranked. */
export function readItems(deps: Needs, list: ListRow, reading: Reading): Promise<Page> {
  if (list.filled_by === "hand") return readByHand(deps, list, reading);
  return readRanked(deps, list, reading);
}

async function readByHand({ db }: Needs, list: ListRow, reading: Reading): Promise<Page> {
  const { list_id } = list;
  const { limit, last_id: show_id, version: wanted = list.edition } = reading;
  const place =
    show_id === undefined
      ? { edition: list.edition, position: -1 }
      : await findPosition(db, { list_id, show_id, wanted });
  if (place === undefined) throw invalid({ last_id: "must be the id of an item in this list" });
  const rows = await listHandPicked(db, { list_id, ...place, limit });
  return { rows, version: place.edition };
}

/** A page of the shows that match a rule, in the ranking in which the reader began. */
export async function readRanked(
  { db, clock }: Needs,
  { category_id, language, max_age_days }: Rule,
  { limit, last_id, version: wanted }: Reading,
): Promise<Page> {
  const now = clock().getTime();
  const version = await findRanking(db, wanted, new Date(now - RANKING_KEPT_MS));
  const after = last_id === undefined ? null : await findRankedPosition(db, version, last_id);
  if (after === undefined) throw invalid({ last_id: "must be the id of a show" });
  const since = max_age_days === null ? null : new Date(now - max_age_days * DAY_MS);
  const query = { version, category_id: category_id ?? 0, language, since, after, limit };
  return { rows: await listRanked(db, query), version };
}
