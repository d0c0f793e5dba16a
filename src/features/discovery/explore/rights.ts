/** Checks who may edit curated lists: admins of the server. */
import { forbidden } from "../../../platform/failure.ts";
import type { Access, Caller } from "../../../platform/http/route.ts";

export const admins: Access<true> = { signedIn: true, who: "admins" };

export function requireAdmin(caller: Caller): void {
  if (!caller.is_admin) throw forbidden("Only admins can edit curated lists.", "not-an-admin");
}
