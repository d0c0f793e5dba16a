/** Checks who may change which collaborators, for routes and pages alike. */
import type { Deps } from "../../../deps.ts";
import { invalid, notFound } from "../../../platform/failure.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { INVITING, requireRoleInShow } from "../../publishing/shows/rights.ts";
import { findShow } from "../../publishing/shows/store.ts";
import { requireSelfOrAdmin, resolveUser } from "../users/rights.ts";
import { findUserId, type UserKey } from "../users/store.ts";
import type { CollaboratorScope } from "./store.ts";

const ONLY_AUTHOR = "Only the show's author can manage its collaborators.";
const ONLY_OWN = "You can manage the collaborators of your own shows only.";

/** The collaborators of a show, for its author or an admin of the server: collaborators cannot invite others. */
export async function showCircle(
  { db }: Pick<Deps, "db">,
  show_id: number,
  caller: Caller,
): Promise<CollaboratorScope> {
  const found = await findShow(db, show_id);
  const show = await requireRoleInShow(db, caller, found, INVITING, ONLY_AUTHOR);
  return {
    table: "show_collaborators",
    column: "show_id",
    value: show_id,
    author_id: show.author_id,
  };
}

/** The collaborators of all shows of a user, for that user. */
export async function networkCircle(
  { db }: Pick<Deps, "db">,
  key: UserKey,
  caller: Caller,
): Promise<CollaboratorScope> {
  const user_id = await resolveUser(db, caller, key);
  requireSelfOrAdmin(caller, user_id, ONLY_OWN);
  return {
    table: "user_collaborators",
    column: "network_user_id",
    value: user_id,
    author_id: user_id,
  };
}

/** Fails unless `user_id` is a user other than the author. */
export async function requireOther(
  { db }: Pick<Deps, "db">,
  circle: CollaboratorScope,
  user_id: number,
): Promise<void> {
  if ((await findUserId(db, user_id)) === undefined) throw notFound("user");
  if (user_id === circle.author_id)
    throw invalid({ user_id: "must not be the author, who can already edit the show" });
}
