/** Who makes curated lists: the operator. */
import { forbidden } from "../../platform/failure.ts";
import type { Access, Viewer } from "../../platform/http/route.ts";

export const admins: Access<true> = { signedIn: true, who: "admins" };

export function requireAdmin(viewer: Viewer): void {
  if (!viewer.is_admin) throw forbidden("Curated lists are made by admins.", "not-an-admin");
}
