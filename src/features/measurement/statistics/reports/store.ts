/** SQL that reads reports over the advertising of a team from the rollups. */
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Day, DayRange, Group } from "../../../../platform/statistics/calendar.ts";
import { readClosedUntil } from "../aggregation/store.ts";
import { AD_LEVELS } from "../schema.ts";
import { bucket, type Stretches, stretchesOf, within } from "../stretches/store.ts";

/** What a report is broken down by, besides the currency and, with `group`, the date. */
type Breakdown = Readonly<
  Record<"advertiser" | "campaign" | "lineitem" | "show" | "creative", boolean>
>;

/** The bookings that a report covers; null: all of the team. */
export type ReportFilter = Readonly<{
  advertiser_id: number | null;
  campaign_id: number | null;
  lineitem_id: number | null;
}>;

const SORTS = {
  date: "date",
  advertiser: "lower(advertiser_name)",
  campaign: "lower(campaign_name)",
  lineitem: "lower(lineitem_name)",
  show: "lower(show_name)",
  creative: "lower(creative_name)",
  currency: "currency",
  impressions: "impressions",
  revenue: "revenue",
  ecpm: "revenue / nullif(impressions, 0)",
} as const;
export type ReportSort = keyof typeof SORTS;

export type ReportQuery = Readonly<{
  team_id: number;
  range: DayRange;
  /** null: one row for the whole range. */
  group: Group | null;
  by: Breakdown;
  filter: ReportFilter;
  sort: ReportSort;
  descending: boolean;
  limit: number;
  offset: number;
}>;

type Figures = Readonly<{ currency: string; impressions: number; revenue: bigint }>;

/** A row of a report: null for what it is not broken down by. Revenue in 10⁻⁸ of the currency. */
export type ReportRow = Figures &
  Readonly<{
    date: Day | null;
    advertiser_id: number | null;
    advertiser_name: string | null;
    campaign_id: number | null;
    campaign_name: string | null;
    lineitem_id: number | null;
    lineitem_name: string | null;
    /** null, too, for what belongs to no show or creative, such as accrued prices. */
    show_id: number | null;
    show_name: string | null;
    creative_id: number | null;
    creative_name: string | null;
    /** The line item of the creative, as several have files of the same name. */
    creative_lineitem_name: string | null;
  }>;

export type ReportRows = Readonly<{
  rows: ReportRow[];
  /** Of all rows, in each currency by its code. */
  totals: readonly (Figures & Readonly<{ rows_count: number }>)[];
}>;

/** The most rows of a report, whatever part of them is read. */
export const MOST_ROWS = 50_000;

const levelOf = (level: (typeof AD_LEVELS)[number]) => sql.lit(AD_LEVELS.indexOf(level));

/** Rows to sum, and their columns. */
type Source = Readonly<
  Record<"rows" | "campaign" | "lineitem" | "show" | "creative", RawBuilder<unknown>>
>;

const NOTHING = sql`null::bigint`;

/** The rollups' rows: those of campaigns, or of line items if the report tells these apart. */
function rollupsOf(
  { team_id, filter }: ReportQuery,
  isByItem: boolean,
  stretches: Stretches,
): Source {
  const { lineitem_id } = filter;
  const none = { show: NOTHING, creative: NOTHING };
  if (!isByItem && lineitem_id === null) {
    const own = sql`t.level = ${levelOf("campaign")} and t.parent_id = ${team_id}`;
    return {
      ...{ rows: within("ad_rollups", own, stretches), campaign: sql`r.id`, lineitem: NOTHING },
      ...none,
    };
  }
  const only = lineitem_id === null ? sql`` : sql`and t.id = ${lineitem_id}`;
  const own = sql`t.level = ${levelOf("lineitem")} and t.parent_id = any(array(select campaign_id from covered)) ${only}`;
  return {
    ...{
      rows: within("ad_rollups", own, stretches),
      campaign: sql`r.parent_id`,
      lineitem: sql`r.id`,
    },
    ...none,
  };
}

/**
 * The days by show and creative, and what belongs to neither: the rollups less these days. So the sums are those of
 * reports without shows and creatives, whatever is not divided.
 */
function detailsOf(query: ReportQuery, stretches: Stretches): Source {
  const { range, filter } = query;
  const all = rollupsOf(query, true, stretches);
  const only = filter.lineitem_id === null ? sql`` : sql`and lineitem_id = ${filter.lineitem_id}`;
  const days = (columns: RawBuilder<unknown>) => sql`
    select campaign_id, lineitem_id, start, ${columns} from ad_details
    where campaign_id = any(array(select campaign_id from covered)) ${only}
      and start between ${range.from}::date and ${range.to}::date`;
  return {
    rows: sql`(
      ${days(sql`show_id, creative_id, impressions, revenue`)}
      union all ${days(sql`null, null, -impressions, -revenue`)}
      union all select ${all.campaign}, ${all.lineitem}, r.start, null, null, r.impressions, r.revenue
      from ${all.rows}
    ) r`,
    campaign: sql`r.campaign_id`,
    lineitem: sql`r.lineitem_id`,
    show: sql`r.show_id`,
    creative: sql`r.creative_id`,
  };
}

const chosen = (isChosen: boolean, column: RawBuilder<unknown>) =>
  isChosen ? column : sql`null::bigint`;

const equal = (column: string, id: number | null) =>
  id === null ? sql`` : sql`and ${sql.ref(column)} = ${id}`;

type Json = Omit<ReportRow, "revenue"> & { revenue: string };

/**
 * The rows of a report and the sums of each currency, all of one moment. Rows in which both figures are 0 are left out.
 * Equal rows are in the order of their dates, then most impressions first. `null` if there are more than `MOST_ROWS`
 * rows. Reads the rollups whatever the engine, because they are kept up to date with both.
 */
export async function readReport(db: Executor, query: ReportQuery): Promise<ReportRows | null> {
  const { team_id, range, group, by, filter, sort, descending, limit, offset } = query;
  const stretches = stretchesOf(range, group, await readClosedUntil(db));
  const source =
    by.show || by.creative ? detailsOf(query, stretches) : rollupsOf(query, by.lineitem, stretches);
  const date = group === null ? sql`null::date` : bucket(range, group);
  const first = sql`${sql.raw(SORTS[sort])} ${sql.raw(descending ? "desc nulls last" : "asc nulls last")}`;
  const { rows } = await sql<{ totals: (Json & { rows_count: number })[]; page: Json[] }>`
    with covered as materialized (
      select campaign_id, advertiser_id, currency, name from campaigns
      where team_id = ${team_id} ${equal("advertiser_id", filter.advertiser_id)}
        ${equal("campaign_id", filter.campaign_id)}
    ), sums as materialized (
      select ${date} as date, ${chosen(by.advertiser, sql`c.advertiser_id`)} as advertiser_id,
        ${chosen(by.campaign, sql`c.campaign_id`)} as campaign_id,
        ${chosen(by.lineitem, source.lineitem)} as lineitem_id,
        ${chosen(by.show, source.show)} as show_id,
        ${chosen(by.creative, source.creative)} as creative_id, c.currency,
        sum(r.impressions)::bigint as impressions, sum(r.revenue) as revenue
      from ${source.rows} join covered c on c.campaign_id = ${source.campaign}
      group by 1, 2, 3, 4, 5, 6, 7 having sum(r.impressions) <> 0 or sum(r.revenue) <> 0
      limit ${MOST_ROWS + 1}
    ), named as (
      select sums.*, a.name as advertiser_name, c.name as campaign_name, l.name as lineitem_name,
        shows.title as show_name, creatives.filename as creative_name,
        owners.name as creative_lineitem_name
      from sums left join advertisers a using (advertiser_id) left join covered c using (campaign_id)
        left join lineitems l using (lineitem_id)
        left join shows on shows.show_id = sums.show_id
        left join creatives on creatives.creative_id = sums.creative_id
        left join lineitems owners on owners.lineitem_id = creatives.lineitem_id
    ), page as (
      select * from named
      order by ${first}, date, impressions desc, advertiser_id, campaign_id, lineitem_id, show_id, creative_id,
        currency
      limit ${limit} offset ${offset}
    )
    select
      coalesce((select jsonb_agg(t) from (
        select currency, sum(impressions)::bigint as impressions, sum(revenue)::text as revenue,
          count(*) as rows_count
        from sums group by currency order by currency) t), '[]') as totals,
      coalesce((select jsonb_agg(p) from (
        select date, advertiser_id, advertiser_name, campaign_id, campaign_name, lineitem_id, lineitem_name,
          show_id, show_name, creative_id, creative_name, creative_lineitem_name, currency, impressions,
          revenue::text as revenue
        from page) p), '[]') as page`.execute(db);
  const { totals = [], page = [] } = rows[0] ?? {};
  if (totals.reduce((sum, { rows_count }) => sum + rows_count, 0) > MOST_ROWS) return null;
  return { rows: page.map(exact), totals: totals.map(exact) };
}

/** What teams delivered and earned in a range, in each currency by its code; currencies without figures are left out. */
export async function sumTeams(
  db: Executor,
  team_ids: readonly number[],
  range: DayRange,
): Promise<Figures[]> {
  const own = sql`t.level = ${levelOf("campaign")} and t.parent_id = any(${team_ids}::bigint[])`;
  const stretches = stretchesOf(range, null, await readClosedUntil(db));
  const { rows } = await sql<Omit<Figures, "revenue"> & { revenue: string }>`
    select c.currency, sum(r.impressions)::bigint as impressions, sum(r.revenue)::text as revenue
    from ${within("ad_rollups", own, stretches)} join campaigns c on c.campaign_id = r.id
    group by c.currency having sum(r.impressions) <> 0 or sum(r.revenue) <> 0
    order by c.currency`.execute(db);
  return rows.map(exact);
}

const exact = <T extends { revenue: string }>(row: T) => ({
  ...row,
  revenue: BigInt(row.revenue),
});
