/** Finds the user that a path names, and checks who the caller is to them (contract §3, §12). */
import type { Executor } from "../../../platform/db/database.ts";
import { forbidden, unauthenticated } from "../../../platform/failure.ts";
import type { Access, Caller } from "../../../platform/http/route.ts";
import { denial, missing, requireFound, requireRight } from "../../../platform/rights.ts";
import { findUserId, type UserKey } from "./store.ts";

/** The user id that `key` stands for. Fails with 404 if there is no such user, and with 401 for `me` without a token. */
export async function resolveUser(
  db: Executor,
  caller: Caller | null,
  key: UserKey,
): Promise<number> {
  if (key !== "me") return requireFound(await findUserId(db, key), missing("user"));
  if (caller === null) throw unauthenticated("`me` requires an access token.");
  return caller.user_id;
}

/** Whether the caller is the user. */
const isSelf = (caller: Caller | null, user_id: number): boolean => caller?.user_id === user_id;

/** Whether the caller is the user, or an admin of the server. */
export const isSelfOrAdmin = (caller: Caller | null, user_id: number): boolean =>
  isSelf(caller, user_id) || caller?.is_admin === true;

/** The id of the user that `key` stands for, who must be the caller. `only` is the reason for a 403. */
export async function requireSelf(
  db: Executor,
  caller: Caller | null,
  key: UserKey,
  only: string,
): Promise<number> {
  const user_id = await resolveUser(db, caller, key);
  requireRight(isSelf(caller, user_id), notYourself(only));
  return user_id;
}

/** Fails with 403, for the reason `only`, unless the caller is the user or an admin of the server. */
export function requireSelfOrAdmin(caller: Caller, user_id: number, only: string): void {
  requireRight(isSelfOrAdmin(caller, user_id), notYourself(only));
}

const notYourself = (only: string) => denial("user", "not-yourself", only);

export const serverAdmins: Access<true> = { signedIn: true, who: "admins" };

const ADMINS = denial("user", "not-an-admin", "Only admins can do this.");

/** Fails with 403 unless the caller is an admin of the server. */
export function requireServerAdmin(caller: Caller): void {
  requireRight(caller.is_admin, ADMINS);
}

type Standing = Readonly<{ suspended_at: Date | null; suspension_reason: string | null }>;

/** Someone with a token, and whether their account is suspended. */
export type TokenHolder = Caller & Standing;

/** Fails with 403, and with the reason that the operator gave, if the account is suspended. */
export function requireActive({ suspended_at, suspension_reason }: Standing): void {
  if (suspended_at === null) return;
  throw forbidden(`This account is suspended: ${suspension_reason ?? ""}`, "account-suspended");
}
