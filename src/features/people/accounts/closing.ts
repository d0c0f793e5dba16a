/** Closes an account on its owner's wish, opens it again within the time of grace, and erases it afterwards. */
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { invalid } from "../../../platform/failure.ts";
import {
  eraseClosedUsers,
  listOwnedShows,
  lockAccount,
  reopenUser,
  updateUser,
} from "../users/store.ts";
import { deleteErasedAddresses } from "./confirming/store.ts";
import { confirmPassword, endAccess, type PasswordDeps } from "./passwords.ts";
import type { SessionCaller } from "./schema.ts";

/** How long a closed account can be opened again by signing in. */
const GRACE_MS = 14 * 86_400_000;

/**
 * Closes the account: nobody sees it any more, and its sessions, tokens, apps and connections end. Returns false
 * while the person has shows. Fails with `invalid` for a wrong username or password.
 */
export async function closeAccount(
  deps: PasswordDeps,
  session: SessionCaller,
  { username, present }: { username: string; present: string },
): Promise<boolean> {
  const { user_id } = session;
  if (username.trim() !== session.username) throw invalid({ username: "is not your username" });
  await confirmPassword(deps, session, present);
  return deps.db.transaction().execute(async (db) => {
    await lockAccount(db, user_id);
    if ((await listOwnedShows(db, user_id)).length > 0) return false;
    await endAccess(deps, db, { user_id, keep: null, end_tokens: true, end_apps: true });
    await deps.deleteApps(db, user_id, deps.clock());
    await updateUser(db, user_id, { deleted_at: deps.clock() });
    return true;
  });
}

/** Opens a closed account again; its owner has just proved to know the password. */
export const reopenAccount = (db: Executor, user_id: number): Promise<void> =>
  reopenUser(db, user_id);

/** Erases what is personal in accounts that were closed longer ago than the time of grace. */
export async function eraseAccounts({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  await eraseClosedUsers(db, clock(), new Date(clock().getTime() - GRACE_MS));
  await deleteErasedAddresses(db);
}
