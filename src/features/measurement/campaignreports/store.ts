/** SQL of campaign reports besides their figures: whose the records of a filter are. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { ReportFilter } from "../statistics/reports/store.ts";

type Noun = "advertiser" | "campaign" | "lineitem";

/** The records of a filter that are not the team's, or do not exist. Deleted ones count as the team's. */
export async function findForeign(
  db: Executor,
  team_id: number,
  { advertiser_id, campaign_id, lineitem_id }: ReportFilter,
): Promise<Noun[]> {
  const { rows } = await sql<{ noun: Noun }>`
    select noun from (values ('advertiser', ${advertiser_id}::bigint), ('campaign', ${campaign_id}::bigint),
      ('lineitem', ${lineitem_id}::bigint)) as asked (noun, id)
    where id is not null and not exists (
      select from advertisers where noun = 'advertiser' and advertiser_id = id and team_id = ${team_id}
      union all
      select from campaigns where noun = 'campaign' and campaign_id = id and team_id = ${team_id}
      union all
      select from lineitems where noun = 'lineitem' and lineitem_id = id and team_id = ${team_id}
    )`.execute(db);
  return rows.map(({ noun }) => noun);
}
