/** All SQL that suggests shows while a title is being typed. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";

/**
 * Shows whose title begins with the typed text, which may end in the middle of a word; at most `most`, best level
 * first. Each level is one range of an index, read only if the levels before it gave too few.
 */
export async function findTitlesBeginning(
  db: Executor,
  typed: string,
  most: number,
): Promise<number[]> {
  const { rows } = await sql<{ show_id: number }>`
    select show_id from (
      select hit.*, place from unnest(array(select level from search_levels where kind = 'shows' order by level)
        || (select coalesce(chr(ascii(max(level)) + 1), 'a') from search_levels where kind = 'shows'))
        with ordinality l (level, place)
      cross join lateral (
        select d.show_id, d.rank from search_shows d, search_title(${typed}) start
        where d.level = l.level and d.title ~>=~ start and d.title ~<~ (start || chr(1114111))
        order by d.rank desc limit ${most}) hit
      limit ${most}) first
    order by place, rank desc, show_id desc`.execute(db);
  return rows.map(({ show_id }) => show_id);
}
