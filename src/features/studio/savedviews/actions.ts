/** Reads, saves and deletes the views of the person who is signed in. */
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { missing, requireFound } from "../../../platform/rights.ts";
import { requireReadableTeams } from "../../people/organizations/rights.ts";
import { keptParams, type ListKey, VIEWS_OF_USER } from "./rules.ts";
import { findView, removeView, saveView } from "./store.ts";

type Needs = Pick<Deps, "db">;

/** Saves what a list shows under a name, of which the person has at most one. Fails with 400 beyond the limit. */
export async function keepView(
  { db }: Needs,
  caller: Caller,
  { list, name, params }: Readonly<{ list: ListKey; name: string; params: string }>,
): Promise<string> {
  await requireReadableTeams(db, caller);
  const kept = keptParams(params);
  const view = { user_id: caller.user_id, list, name, params: kept };
  if (!(await saveView(db, view, VIEWS_OF_USER.value)))
    throw invalid({ name: `must be one of your ${VIEWS_OF_USER.value} views; delete one first` });
  return kept;
}

/** The view, if it is the person's own; others do not learn that it exists. */
export const requireOwnView = async ({ db }: Needs, { user_id }: Caller, view_id: number) =>
  requireFound(await findView(db, user_id, view_id), missing("page"));

export async function deleteView(needs: Needs, caller: Caller, view_id: number): Promise<void> {
  await requireOwnView(needs, caller, view_id);
  await removeView(needs.db, view_id);
}
