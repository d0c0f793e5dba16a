/** SQL of the sites through which an author's shows were played in a month. */
import { sql } from "kysely";
import type { Executor } from "../../../../../platform/db/database.ts";
import { recordset } from "../../../../../platform/db/recordset.ts";

/** `month`: its first day, in days since 1970. */
export type Site = Readonly<{ author_id: number; month: number; name: string }>;

/**
 * Stores the sites, each once, while an author has fewer than `most` in the month. Returns those that exceed the limit.
 * Call it in a transaction: others that insert the same new site wait until it ends. Concurrent transactions may exceed
 * `most` by their own sites.
 */
export async function rememberSites(
  db: Executor,
  sites: readonly Site[],
  most: number,
): Promise<Site[]> {
  const { rows } = await sql<Site>`
    with fresh as materialized (
      select author_id, month, name, row_number() over (partition by author_id, month order by name) as n
      from ${recordset(sites, { author_id: "bigint", month: "date", name: "text" })} as heard
      where not exists (
        select from author_sites s
        where s.author_id = heard.author_id and s.month = heard.month and s.name = heard.name)
    ), taken as materialized (
      select author_id, month, count(s.name) as present
      from (select distinct author_id, month from fresh) authors
        left join author_sites s using (author_id, month)
      group by 1, 2
    ), added as (
      insert into author_sites (author_id, month, name)
      select author_id, month, name from fresh join taken using (author_id, month)
      where present + n <= ${most}
      order by 1, 2, 3
      on conflict do nothing
    )
    select author_id, month - date '1970-01-01' as month, name
    from fresh join taken using (author_id, month) where present + n > ${most}`.execute(db);
  return rows;
}

/** Deletes the sites of months that began before a moment, in which nothing is counted any more. */
export async function deleteSites(db: Executor, before: Date): Promise<void> {
  await sql`delete from author_sites 
    where month < (${before}::timestamptz at time zone 'UTC')::date`.execute(db);
}
