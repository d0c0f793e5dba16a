/** SQL of lists of episodes: the shows whose figures they are ordered by. Reads only. */
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import { editableShowIds } from "../../publishing/shows/editable/store.ts";

/** The ids of one show, or of all that the person may edit, in parentheses. */
export const showIdsOf = (
  db: Executor,
  { user_id, show_id }: Readonly<{ user_id: number | null; show_id: number | null }>,
): RawBuilder<unknown> =>
  user_id === null ? sql`(${show_id})` : sql`${editableShowIds(db, user_id)}`;
