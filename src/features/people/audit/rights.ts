/** Checks who may read the history of a record: whoever may edit it. */
import type { Executor } from "../../../platform/db/database.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { denial, missing, requireFound, requireRight } from "../../../platform/rights.ts";
import { requireEditableEpisode } from "../../publishing/episodes/rights.ts";
import { requireEditableShow } from "../../publishing/shows/rights.ts";
import { requireOrganizationRole, requireRecordOfTeam } from "../organizations/rights.ts";
import { requireSelfOrAdmin, resolveUser } from "../users/rights.ts";
import { subjectOf } from "./schema.ts";
import { type BookingKind, findBookingTeam, findCreativeOwner, type Scope } from "./store.ts";

const ONLY_OWN = "You can only read the history of your own account.";
const ADMINS = denial(
  "list",
  "not-an-admin",
  "Only admins can read the history of lists and of the site.",
);

/** The entries that `subject` means, if the caller may edit it. Fails with 404 or 403 as an edit would. */
export async function requireHistory(
  db: Executor,
  caller: Caller,
  subject: string,
): Promise<Scope> {
  const { kind, id } = subjectOf(subject);
  const scope = { kind, id, part: null };
  switch (kind) {
    case "show":
      await requireEditableShow(db, caller, id);
      return scope;
    case "episode":
      await requireEditableEpisode(db, caller, id);
      return scope;
    case "user":
      requireSelfOrAdmin(caller, await resolveUser(db, caller, id), ONLY_OWN);
      return scope;
    case "organization":
      await requireOrganizationRole(db, caller, id, ["admin"]);
      return scope;
    case "list":
    case "site":
      requireRight(caller.is_admin, ADMINS);
      return scope;
    case "creative":
      return requireCreative(db, caller, id);
    default:
      return requireBooking(db, caller, kind, id);
  }
}

async function requireBooking(db: Executor, caller: Caller, kind: BookingKind, id: number) {
  await requireRecordOfTeam(db, caller, await findBookingTeam(db, kind, id), kind, "write");
  return { kind, id, part: null } as const;
}

/** Creatives are logged as parts of their line item. */
async function requireCreative(db: Executor, caller: Caller, creative_id: number): Promise<Scope> {
  const found = requireFound(await findCreativeOwner(db, creative_id), missing("creative"));
  await requireRecordOfTeam(db, caller, found, "creative", "write");
  return { kind: "lineitem", id: found.lineitem_id, part: `creatives.${creative_id}` };
}
