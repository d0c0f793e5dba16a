/** Checks who may search what strangers cannot find (description "Search"). */
import type { Executor } from "../../../platform/db/database.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { EDITORS_ONLY } from "../../publishing/episodes/rights.ts";
import { requireEditable, requireVisibleShow } from "../../publishing/shows/rights.ts";

/**
 * Checks that the caller may search the show. Fails with 404 if it is hidden from them, and with 401 or 403 for
 * `editable` without the right.
 */
export async function requireSearchable(
  db: Executor,
  caller: Caller | null,
  show_id: number,
  editable: boolean,
): Promise<void> {
  const { role } = await requireVisibleShow(db, caller, show_id);
  if (editable) requireEditable(caller, role !== null, EDITORS_ONLY);
}
