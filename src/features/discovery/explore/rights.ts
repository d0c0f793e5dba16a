/** Checks who may edit curated lists: admins of the server. */
import type { Access, Caller } from "../../../platform/http/route.ts";
import { denial, requireRight } from "../../../platform/rights.ts";

export const admins: Access<true> = { signedIn: true, who: "admins" };

const ADMINS = denial("list", "not-an-admin", "Only admins can edit curated lists.");

export function requireAdmin(caller: Caller): void {
  requireRight(caller.is_admin, ADMINS);
}
