/** Lets admins change accounts: plans, the verified mark, suspension. */
import type { Deps } from "../../../deps.ts";
import { conflict, notFound } from "../../../platform/failure.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { endAccess, type PasswordDeps } from "../accounts/passwords.ts";
import { requireServerAdmin } from "../users/rights.ts";
import { lockAccount, updateUser, updateUserSettings } from "../users/store.ts";
import type { AccountParams } from "./schema.ts";
import { type AccountRow, findAdministered } from "./store.ts";

/** The account as admins see it. Fails with 403 for anybody else, and with 404 if it does not exist. */
export async function readAccount(
  { db }: Pick<Deps, "db">,
  caller: Caller,
  user_id: number,
): Promise<AccountRow> {
  requireServerAdmin(caller);
  const row = await findAdministered(db, user_id);
  if (row === undefined) throw notFound("user");
  return row;
}

/** Changes only what is sent. */
export async function changeAccount(
  deps: Pick<Deps, "db">,
  caller: Caller,
  user_id: number,
  { plan, verified }: AccountParams,
): Promise<AccountRow> {
  await readAccount(deps, caller, user_id);
  const changes = {
    ...(plan === undefined ? {} : { plan }),
    ...(verified === undefined ? {} : { verified }),
  };
  if (Object.keys(changes).length > 0) await updateUserSettings(deps.db, user_id, changes);
  return readAccount(deps, caller, user_id);
}

export type SuspensionDeps = Pick<PasswordDeps, "db" | "clock" | "disconnectApps">;

/**
 * Suspends an account: its sessions end, signing in and tokens are refused with the reason. Tokens and apps stay, so that
 * they work again when the suspension ends. Shows stay as they are. Suspending again changes the reason.
 */
export async function suspendUser(
  deps: SuspensionDeps,
  caller: Caller,
  user_id: number,
  reason: string,
): Promise<AccountRow> {
  const { suspended_at } = await readAccount(deps, caller, user_id);
  if (user_id === caller.user_id) throw conflict("own-account", "You cannot suspend yourself.");
  await deps.db.transaction().execute(async (db) => {
    await lockAccount(db, user_id);
    const changes = { suspended_at: suspended_at ?? deps.clock(), suspension_reason: reason };
    await updateUser(db, user_id, changes);
    await endAccess(deps, db, { user_id, keep: null, end_tokens: false, end_apps: false });
  });
  return readAccount(deps, caller, user_id);
}

/** Ends a suspension; without one, changes nothing. */
export async function unsuspendUser(
  deps: Pick<Deps, "db">,
  caller: Caller,
  user_id: number,
): Promise<AccountRow> {
  const { suspended_at } = await readAccount(deps, caller, user_id);
  if (suspended_at !== null)
    await updateUser(deps.db, user_id, { suspended_at: null, suspension_reason: null });
  return readAccount(deps, caller, user_id);
}
