/** Reads, saves and deletes the views of the person who is signed in. */
import type { Deps } from "../../../deps.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { missing, requireFound } from "../../../platform/rights.ts";
import { requireReadableTeams } from "../../people/organizations/rights.ts";
import { keptParams, type ListKey, VIEWS_OF_USER } from "./rules.ts";
import { findView, removeView, saveView } from "./store.ts";

type Needs = Pick<Deps, "db">;

/** Saves what a list shows under a name, of which the person has at most one. null: there are too many. */
export async function keepView(
  { db }: Needs,
  caller: Caller,
  { list, name, params }: Readonly<{ list: ListKey; name: string; params: string }>,
): Promise<string | null> {
  await requireReadableTeams(db, caller);
  const kept = keptParams(params);
  const view = { user_id: caller.user_id, list, name, params: kept };
  return (await saveView(db, view, VIEWS_OF_USER.value)) ? kept : null;
}

/** The view, if it is the person's own; others do not learn that it exists. */
export const requireOwnView = async ({ db }: Needs, { user_id }: Caller, view_id: number) =>
  requireFound(await findView(db, user_id, view_id), missing("page"));

export async function deleteView(needs: Needs, caller: Caller, view_id: number): Promise<void> {
  await requireOwnView(needs, caller, view_id);
  await removeView(needs.db, view_id);
}
