/** SQL of the board: line items of teams with their delivery, what is expected of them, and what endangers them. */
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import { containing } from "../../../../platform/db/like.ts";
import { deliveryStatusSql } from "../../campaigns/store.ts";
import type { DeliveryStatus } from "../schema.ts";
import { type BoardSort, DANGERS, type Danger } from "./rules.ts";

export type BoardQuery = Readonly<{
  team_ids: readonly number[];
  /** Only line items in this danger. */
  danger: Danger | null;
  status: DeliveryStatus | null;
  priority: number | null;
  campaign_id: number | null;
  /** Only this line item. */
  lineitem_id?: number;
  /** A part of the name, of `external_id`, or of the campaign's or advertiser's name; empty: all. */
  q: string;
  sort: BoardSort;
  descending: boolean;
  limit: number;
  offset: number;
}>;

/** Dates are `YYYY-MM-DD` in the line item's time zone; amounts are in 10⁻⁸ of the campaign's currency. */
export type BoardRow = Readonly<{
  lineitem_id: number;
  name: string;
  external_id: string | null;
  campaign_id: number;
  campaign_name: string;
  advertiser_name: string;
  currency: string;
  priority_id: number;
  start_date: string;
  end_date: string;
  goal: number | null;
  delivered: number;
  /** How many the pacing curve asks for by now. */
  due: number | null;
  /** How many are expected by the end. */
  projected: number | null;
  on_track: boolean;
  /** The limit that leaves no room at present. */
  exhausted: string | null;
  revenue: string;
  delivery_status: DeliveryStatus;
  danger: Danger | null;
}>;

export type BoardPage = Readonly<{
  rows: BoardRow[];
  /** How many line items match, whatever their danger is: all of them, and of each danger. */
  total: number;
  dangers: ReadonlyMap<Danger, number>;
}>;

const RUNNING = sql`('DELIVERING', 'EXTENDED')`;

/**
 * One page of the board at `at`, and the numbers of line items in each danger. What all line items are judged and sorted
 * by is computed once for each of them and kept narrow; what is only shown is read for the rows of the page.
 */
export async function readBoard(db: Executor, query: BoardQuery, at: Date): Promise<BoardPage> {
  const { rows } = await sql<{ counts: Record<string, number>; page: BoardRow | null }>`
    with items as materialized (${itemsSql(query, at)}), matching as materialized (
      select *, ${dangerSql(at)} as danger from items
      where ${query.status === null ? sql`true` : sql`delivery_status = ${query.status}`}
    ), counts as (
      select coalesce(jsonb_object_agg(danger, count), '{}') as counts
      from (select coalesce(danger, '') as danger, count(*) from matching group by 1) grouped
    ), page as (
      select *, row_number() over () as place from (
        select * from matching where ${query.danger === null ? sql`true` : sql`danger = ${query.danger}`}
        order by ${orderSql(query)} limit ${query.limit} offset ${query.offset}
      ) sorted
    )
    select counts.counts, to_jsonb(shown) - 'place' as page
    from counts left join (${shownSql}) shown on true order by shown.place`.execute(db);
  const counts = rows[0]?.counts ?? {};
  return {
    rows: rows.flatMap(({ page }) => (page === null ? [] : [page])),
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    dangers: new Map(DANGERS.map((danger) => [danger, counts[danger] ?? 0])),
  };
}

/** What the line items that match everything but status and danger are judged and sorted by. */
function itemsSql(query: BoardQuery, at: Date): RawBuilder<unknown> {
  const { team_ids, priority, campaign_id, lineitem_id, q, sort } = query;
  const teams = sql`any(${team_ids}::bigint[])`;
  return sql`
    select lineitems.lineitem_id, lineitems.priority_id, lineitems.start_date, lineitems.end_date,
      ${sort === "name" ? sql`lower(lineitems.name)` : sql`null`} as name,
      lineitems.goal_impressions as goal,
      coalesce(lineitem_counts.impressions_tracked, 0) as delivered,
      pacing.due, coalesce(pacing.on_track, true) as on_track,
      coalesce(spent.amount, 0) >= 0.9 * campaigns.budget_amount as nearly_spent,
      (${at}::timestamptz at time zone lineitems.timezone)::date as today,
      ${deliveryStatusSql(at, sql`coalesce(spent.amount, 0)`)} as delivery_status
    from lineitems
    join campaigns using (campaign_id)
    join advertisers on advertisers.advertiser_id = campaigns.advertiser_id
    left join lineitem_counts using (lineitem_id)
    left join pacing using (lineitem_id)
    left join (
      select l.campaign_id, sum(n.revenue) as amount
      from lineitems l join campaigns c using (campaign_id) join lineitem_counts n using (lineitem_id)
      where c.budget_amount is not null and l.team_id = ${teams} group by 1
    ) spent using (campaign_id)
    where lineitems.team_id = ${teams} and lineitems.deleted_at is null
      and campaigns.deleted_at is null
      and ${priority === null ? sql`true` : sql`lineitems.priority_id = ${priority}`}
      and ${campaign_id === null ? sql`true` : sql`lineitems.campaign_id = ${campaign_id}`}
      and ${lineitem_id === undefined ? sql`true` : sql`lineitems.lineitem_id = ${lineitem_id}`}
      and ${q === "" ? sql`true` : namedLike(containing(q))}`;
}

/** What is shown of the line items of the page. */
const shownSql = sql`
  select page.place, page.lineitem_id, lineitems.name, lineitems.external_id, lineitems.campaign_id,
    campaigns.name as campaign_name, advertisers.name as advertiser_name, campaigns.currency,
    page.priority_id, page.start_date, page.end_date, page.goal, page.delivered,
    coalesce(lineitem_counts.revenue, 0)::text as revenue, page.due, pacing.projected, page.on_track,
    case when pacing.room = 0 then pacing.room_limit end as exhausted,
    page.delivery_status, page.danger
  from page
  join lineitems using (lineitem_id)
  join campaigns using (campaign_id)
  join advertisers on advertisers.advertiser_id = campaigns.advertiser_id
  left join lineitem_counts using (lineitem_id)
  left join pacing using (lineitem_id)`;

const namedLike = (pattern: string) => sql`(lineitems.name ilike ${pattern}
  or lineitems.external_id ilike ${pattern} or campaigns.name ilike ${pattern}
  or advertisers.name ilike ${pattern})`;

/** The worst danger of a line item, from the columns of `itemsSql`. */
const dangerSql = (at: Date): RawBuilder<unknown> => sql`case
  when delivery_status = 'INCOMPLETE' then 'audio'
  when delivery_status in ${RUNNING} and not on_track then 'behind'
  when nearly_spent and delivery_status in ('DELIVERING', 'EXTENDED', 'PAUSED', 'SCHEDULED')
    and (${at}::timestamptz)::date <= end_date + 1 then 'budget'
  when delivery_status in ${RUNNING} and goal is not null and today >= end_date - 3 then 'ending' end`;

/** Rows without a value come last in both directions. */
function orderSql({ sort, descending }: BoardQuery): RawBuilder<unknown> {
  const direction = descending ? sql`desc nulls last` : sql`asc nulls last`;
  return sql`${COLUMNS[sort]} ${direction}, end_date desc, lineitem_id desc`;
}

const COLUMNS: Readonly<Record<BoardSort, RawBuilder<unknown>>> = {
  danger: sql`array_position(array['audio', 'behind', 'budget', 'ending'], danger)`,
  name: sql`name`,
  status: sql`array_position(array['DELIVERING', 'EXTENDED', 'INCOMPLETE', 'SCHEDULED', 'PAUSED',
    'DRAFT', 'UNFULFILLED', 'COMPLETED', 'CANCELED'], delivery_status)`,
  pacing: sql`case when delivery_status in ${RUNNING} then delivered::float8 / nullif(due, 0) end`,
  delivered: sql`delivered`,
  goal: sql`goal`,
  priority: sql`priority_id`,
  start: sql`start_date`,
  end: sql`end_date`,
};

export type Hindrance = Readonly<{ lineitem_id: number; reason: string; count: number }>;

/** How often each line item won or was refused since `since`, by reason, the most frequent first. */
export async function listHindrances(
  db: Executor,
  lineitem_ids: readonly number[],
  since: Date,
): Promise<Hindrance[]> {
  const { rows } = await sql<Hindrance>`
    select lineitem_id, reason, sum(count)::bigint as count from decision_counts
    where lineitem_id = any(${lineitem_ids}::bigint[]) and hour >= ${since}
    group by 1, 2 order by 3 desc, 2`.execute(db);
  return rows;
}
