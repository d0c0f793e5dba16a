/** Checks who may do what with a show (contract §3, collaborators). */
import type { Executor } from "../../../platform/db/database.ts";
import { forbidden, notFound } from "../../../platform/failure.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { findCollaboration, findShow, isNetworkCollaborator } from "./store.ts";

/** The role in which a user may edit a show, or null. */
export type EditorRole = "owner" | "network" | "collaborator" | "admin" | null;

type Owned = { show_id: number; author_id: number };

export async function editorRole(
  db: Executor,
  caller: Caller | null,
  show: Owned,
): Promise<EditorRole> {
  if (caller === null) return null;
  if (caller.user_id === show.author_id) return "owner";
  if (caller.is_admin) return "admin";
  const { on_network, on_show } = await findCollaboration(db, caller.user_id, show);
  if (on_network) return "network";
  return on_show ? "collaborator" : null;
}

/** Collaborators on a single show can edit it but not delete it. */
export const mayDelete = (role: EditorRole): boolean => role !== null && role !== "collaborator";

/** Nor can they move its episodes to another show, which may have another owner. */
export const mayMoveAway = (role: EditorRole): boolean => mayDelete(role);

/** Whether `caller` may create shows for `author_id`. */
export async function mayCreateFor(
  db: Executor,
  caller: Caller,
  author_id: number,
): Promise<boolean> {
  if (caller.user_id === author_id || caller.is_admin) return true;
  return isNetworkCollaborator(db, caller.user_id, author_id);
}

type Shown = Owned & { visibility: string; limited_key: string | null };

/** Whether a stranger with `key` may see the show. */
export const isOpenTo = (show: Shown, key: string | undefined): boolean =>
  show.visibility === "PUBLIC" ||
  (show.visibility === "LIMITED" && show.limited_key !== null && key === show.limited_key);

/** Fails with 403 for callers who may not edit, and with 404 for those who may not see the show. */
export function requireEditor(role: EditorRole, show: Shown): void {
  if (role !== null) return;
  if (!isOpenTo(show, undefined)) throw notFound("show");
  throw forbidden("Only the show's author and collaborators can do this.", "not-your-show");
}

/** The user whose quota holds files that `caller` sends to a show: its author, if the caller may edit it. */
export async function findShowPayer(
  db: Executor,
  caller: Caller,
  show_id: number,
): Promise<number | undefined> {
  const show = await findShow(db, show_id);
  const role = show && (await editorRole(db, caller, show));
  return role ? show.author_id : undefined;
}
