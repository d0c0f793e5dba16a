/** Who may search what strangers do not find (description "Search"). */
import type { Executor } from "../../platform/db/database.ts";
import { notFound } from "../../platform/failure.ts";
import type { Viewer } from "../../platform/http/route.ts";
import { requireEditable } from "../episodes/rules.ts";
import { editorRole, isOpenTo } from "../shows/rights.ts";
import { findShow } from "../shows/store.ts";

/**
 * The show may be searched by this caller. Not found when it is hidden from them; 401 or 403 for
 * `editable` without the right.
 */
export async function requireSearchable(
  db: Executor,
  viewer: Viewer | null,
  show_id: number,
  editable: boolean,
): Promise<void> {
  const show = await findShow(db, show_id);
  if (show === undefined) throw notFound("show");
  const editor = (await editorRole(db, viewer, show)) !== null;
  if (!editor && !isOpenTo(show, undefined)) throw notFound("show");
  if (editable) requireEditable(viewer, editor);
}
