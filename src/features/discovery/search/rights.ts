/** Checks who may search what strangers cannot find (description "Search"). */
import type { Executor } from "../../../platform/db/database.ts";
import { notFound } from "../../../platform/failure.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { requireEditable } from "../../publishing/episodes/rules.ts";
import { editorRole, isOpenTo } from "../../publishing/shows/rights.ts";
import { findShow } from "../../publishing/shows/store.ts";

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
  const show = await findShow(db, show_id);
  if (show === undefined) throw notFound("show");
  const editor = (await editorRole(db, caller, show)) !== null;
  if (!editor && !isOpenTo(show, undefined)) throw notFound("show");
  if (editable) requireEditable(caller, editor);
}
