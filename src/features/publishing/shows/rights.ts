/** Checks who may do what with a show (contract §3, collaborators). */
import type { Executor } from "../../../platform/db/database.ts";
import { unauthenticated } from "../../../platform/failure.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { type Denial, denial, requireFound, requireRight } from "../../../platform/rights.ts";
import { isSelfOrAdmin } from "../../people/users/rights.ts";
import { findCollaboration, isNetworkCollaborator } from "./editable/store.ts";
import { findShow, type ShowRow } from "./store.ts";

/** The role in which a user may edit a show. */
export type Role = "owner" | "network" | "collaborator" | "admin";
export type EditorRole = Role | null;

/** Collaborators on a single show can edit it, but neither delete it nor move its episodes to another owner's show. */
export const ACTING_FOR_AUTHOR: readonly Role[] = ["owner", "network", "admin"];
/** Collaborators cannot invite others. */
export const INVITING: readonly Role[] = ["owner", "admin"];

type Owned = { show_id: number; author_id: number };

/** The caller's role in the show, or null. */
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

/** Whether `caller` may create shows for `author_id`. */
export async function mayCreateFor(
  db: Executor,
  caller: Caller,
  author_id: number,
): Promise<boolean> {
  return isSelfOrAdmin(caller, author_id) || isNetworkCollaborator(db, caller.user_id, author_id);
}

const NETWORK = denial(
  "user",
  "not-your-network",
  "You can only create shows for yourself and for users on all of whose shows you collaborate.",
);

/** Fails with 403 unless `caller` may create shows for `author_id`. */
export async function requireCreator(
  db: Executor,
  caller: Caller,
  author_id: number,
): Promise<void> {
  requireRight(await mayCreateFor(db, caller, author_id), NETWORK);
}

type Shown = Owned & { visibility: string; limited_key: string | null };

/** Whether a stranger with `key` may see the show. */
export const isOpenTo = (show: Shown, key: string | undefined): boolean =>
  show.visibility === "PUBLIC" ||
  (show.visibility === "LIMITED" && show.limited_key !== null && key === show.limited_key);

const notYours = (only: string) => denial("show", "not-your-show", only);
const EDITORS = notYours("Only the show's author and collaborators can do this.");

/** A show, and the caller's role in it. */
type Seen<T> = Readonly<{ show: T; role: EditorRole }>;
type Edited<T> = Readonly<{ show: T; role: Role }>;

/** The show, if the caller may see it: as an editor, or because it is public or `key` opens it. Fails with 404. */
export async function requireShowVisibleTo<T extends Shown>(
  db: Executor,
  caller: Caller | null,
  row: T | undefined,
  key: string | undefined,
): Promise<Seen<T>> {
  const show = requireFound(row, EDITORS);
  const role = await editorRole(db, caller, show);
  requireRight(role !== null || isOpenTo(show, key), EDITORS, { sees: false });
  return { show, role };
}

/** The show, if the caller may edit it. Fails with 403, or with 404 if the caller may not see it. */
export async function requireShowEditableBy<T extends Shown>(
  db: Executor,
  caller: Caller,
  row: T | undefined,
  denied: Denial = EDITORS,
): Promise<Edited<T>> {
  const show = requireFound(row, denied);
  const role = await editorRole(db, caller, show);
  requireRight(role !== null, denied, { sees: isOpenTo(show, undefined) });
  return { show, role };
}

/** The show, if the caller has one of `roles` in it. `only` is the reason for editors with another role. */
export async function requireRoleInShow<T extends Shown>(
  db: Executor,
  caller: Caller,
  row: T | undefined,
  roles: readonly Role[],
  only: string,
): Promise<T> {
  const { show, role } = await requireShowEditableBy(db, caller, row);
  requireRight(roles.includes(role), notYours(only));
  return show;
}

/** `requireShowVisibleTo` by id. */
export const requireVisibleShow = async (
  db: Executor,
  caller: Caller | null,
  show_id: number,
  key?: string,
): Promise<Seen<ShowRow>> => requireShowVisibleTo(db, caller, await findShow(db, show_id), key);

/** `requireShowEditableBy` by id. */
export const requireEditableShow = async (
  db: Executor,
  caller: Caller,
  show_id: number,
): Promise<Edited<ShowRow>> => requireShowEditableBy(db, caller, await findShow(db, show_id));

/** For `filter=editable` of a user's shows. */
export const OWN_SHOWS_ONLY = denial(
  "show",
  "not-yourself",
  "You can use filter=editable only for your own shows.",
);

/** Checks the right to `filter=editable`, which lists what only editors may see. Fails with 401 without a token. */
export function requireEditable(caller: Caller | null, may: boolean, denied: Denial): void {
  if (caller === null) throw unauthenticated("filter=editable requires an access token.");
  requireRight(may, denied);
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
