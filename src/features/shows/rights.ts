/** Who may do what to a show (contract §3, collaborators). */
import type { Executor } from "../../platform/db/database.ts";
import { forbidden, notFound } from "../../platform/failure.ts";
import type { Viewer } from "../../platform/http/route.ts";
import { findCollaboration, findShow, isNetworkCollaborator } from "./store.ts";

/** What lets a person edit a show; null when nothing does. */
export type EditorRole = "owner" | "network" | "collaborator" | "admin" | null;

type Owned = { show_id: number; author_id: number };

export async function editorRole(
  db: Executor,
  viewer: Viewer | null,
  show: Owned,
): Promise<EditorRole> {
  if (viewer === null) return null;
  if (viewer.user_id === show.author_id) return "owner";
  if (viewer.is_admin) return "admin";
  const { on_network, on_show } = await findCollaboration(db, viewer.user_id, show);
  if (on_network) return "network";
  return on_show ? "collaborator" : null;
}

/** Collaborators of one show edit it but do not delete it. */
export const mayDelete = (role: EditorRole): boolean => role !== null && role !== "collaborator";

/** Nor do they give what belongs to it to another show, of which somebody else may be the owner. */
export const mayGiveAway = mayDelete;

/** Whether `viewer` may make shows for `author_id`. */
export async function mayCreateFor(
  db: Executor,
  viewer: Viewer,
  author_id: number,
): Promise<boolean> {
  if (viewer.user_id === author_id || viewer.is_admin) return true;
  return isNetworkCollaborator(db, viewer.user_id, author_id);
}

type Shown = Owned & { visibility: string; limited_key: string | null };

/** Whether a stranger who brings `key` may see the show. */
export const isOpenTo = (show: Shown, key: string | undefined): boolean =>
  show.visibility === "PUBLIC" ||
  (show.visibility === "LIMITED" && show.limited_key !== null && key === show.limited_key);

/** Refuses who may not edit: 403, or 404 where they may not even know of the show. */
export function requireEditor(role: EditorRole, show: Shown): void {
  if (role !== null) return;
  if (!isOpenTo(show, undefined)) throw notFound("show");
  throw forbidden(
    "Only the show's author and those who act for them may do this.",
    "not-your-show",
  );
}

/** Who pays for files that `viewer` sends to a show: its author, if the viewer may edit it. */
export async function findShowPayer(
  db: Executor,
  viewer: Viewer,
  show_id: number,
): Promise<number | undefined> {
  const show = await findShow(db, show_id);
  const role = show && (await editorRole(db, viewer, show));
  return role ? show.author_id : undefined;
}
