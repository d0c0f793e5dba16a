/** SQL of campaigns, and of the status that they get from their line items. */
import { type Insertable, type RawBuilder, sql, type Updateable } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import { containing } from "../../../platform/db/like.ts";
import type { Campaigns } from "../../../platform/db/rows.ts";
import type { PublicStatus } from "./schema.ts";

/** Columns; amounts are written as integers of 10⁻⁸, which may exceed the exact range of a number. */
type Exact<T> = Omit<T, "budget_amount"> & { budget_amount?: bigint | null };

const exact = (units: bigint | null | undefined) =>
  units === undefined
    ? {}
    : { budget_amount: sql<number | null>`${units === null ? null : String(units)}::bigint` };

export async function insertCampaign(
  db: Executor,
  { budget_amount, ...values }: Exact<Insertable<Campaigns>>,
): Promise<number> {
  const row = await db
    .insertInto("campaigns")
    .values({ ...values, ...exact(budget_amount) })
    .returning("campaign_id")
    .executeTakeFirstOrThrow();
  return row.campaign_id;
}

const moved = { updated_at: sql<Date>`now()`, revision: sql<number>`nextval('revisions')` };

/** Changes a campaign and increases its revision. */
export async function updateCampaign(
  db: Executor,
  campaign_id: number,
  { budget_amount, ...changes }: Exact<Updateable<Campaigns>>,
): Promise<void> {
  await db
    .updateTable("campaigns")
    .set({ ...changes, ...exact(budget_amount), ...moved })
    .where("campaign_id", "=", campaign_id)
    .execute();
}

/**
 * Locks the campaign until the transaction ends. `share`: it must not change while one of its line items is written.
 */
export function lockCampaign(
  db: Executor,
  campaign_id: number,
  how: "update" | "share",
): Promise<{ team_id: number } | undefined> {
  return db
    .selectFrom("campaigns")
    .select("team_id")
    .where("campaign_id", "=", campaign_id)
    .where("deleted_at", "is", null)
    .$if(how === "update", (query) => query.forUpdate())
    .$if(how === "share", (query) => query.forShare())
    .executeTakeFirst();
}

/**
 * The SQL equivalent of `deliveryStatus` in lineitems/rules, for lists by status and for campaigns. In scope are
 * `lineitems`, `lineitem_counts` (absent: no deliveries yet) and `campaigns`; `spent` is the total cost of the
 * campaign's line items so far.
 */
export const deliveryStatusSql = (at: Date, spent: RawBuilder<unknown>): RawBuilder<string> => {
  const today = sql`(${at}::timestamptz at time zone lineitems.timezone)::date`;
  return sql<string>`case
    when lineitems.canceled_at is not null then 'CANCELED'
    when not lineitems.active and lineitems.approved_at is null then 'DRAFT'
    when not lineitems.active then 'PAUSED'
    when lineitem_counts.impressions_tracked >= lineitems.goal_impressions then 'COMPLETED'
    when lineitems.goal_impressions is null and ${today} > lineitems.end_date then 'COMPLETED'
    when ${today} > lineitems.end_date + lineitems.auto_extend_days then 'UNFULFILLED'
    when not ${hasReadyCreativeSql} then 'INCOMPLETE'
    when ${spent} >= campaigns.budget_amount then 'PAUSED'
    when ${today} > lineitems.end_date then 'EXTENDED'
    when ${today} < lineitems.start_date then 'SCHEDULED'
    else 'DELIVERING' end`;
};

/** Whether the line item in scope has a creative that can be delivered. */
export const hasReadyCreativeSql: RawBuilder<boolean> = sql<boolean>`exists (
  select from creatives where creatives.lineitem_id = lineitems.lineitem_id
    and creatives.status = 'READY' and creatives.deleted_at is null)`;

/** Derived from `state`, the computed statuses of a campaign's line items (delivery §4, at its end). */
const campaignStatus = sql<PublicStatus>`case
  when bool_or(state in ('DELIVERING', 'EXTENDED')) then 'RUNNING'
  when bool_or(state = 'SCHEDULED') then 'NOT_STARTED'
  when bool_and(state in ('COMPLETED', 'UNFULFILLED', 'CANCELED'))
    and bool_or(state <> 'CANCELED') then 'COMPLETED'
  else 'STOPPED' end`;

/** Campaigns with the status that their line items give them at `at`. */
const selectCampaigns = (db: Executor, at: Date) =>
  db
    .selectFrom("campaigns")
    .innerJoin("advertisers", "advertisers.advertiser_id", "campaigns.advertiser_id")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("lineitems")
          .leftJoin("lineitem_counts", "lineitem_counts.lineitem_id", "lineitems.lineitem_id")
          .whereRef("lineitems.campaign_id", "=", "campaigns.campaign_id")
          .select([
            sql<string>`coalesce(sum(lineitem_counts.revenue), 0)`.as("spent_amount"),
            sql<boolean>`coalesce(bool_or(lineitem_counts.impressions_tracked > 0), false)`.as(
              "has_impressions",
            ),
          ])
          .as("spent"),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom((inner) =>
            inner
              .selectFrom("lineitems")
              .leftJoin("lineitem_counts", "lineitem_counts.lineitem_id", "lineitems.lineitem_id")
              .whereRef("lineitems.campaign_id", "=", "campaigns.campaign_id")
              .where("lineitems.deleted_at", "is", null)
              .select([
                "lineitems.start_date",
                "lineitems.end_date",
                deliveryStatusSql(at, sql.ref("spent.spent_amount")).as("state"),
              ])
              .as("items"),
          )
          .select([
            campaignStatus.as("status"),
            sql<string | null>`min(start_date)`.as("start_date"),
            sql<string | null>`max(end_date)`.as("end_date"),
          ])
          .as("states"),
      (join) => join.onTrue(),
    )
    .selectAll("campaigns")
    .select([
      "advertisers.name as advertiser_name",
      "spent.spent_amount",
      "spent.has_impressions",
      "states.status",
      "states.start_date",
      "states.end_date",
      sql<string | null>`campaigns.budget_amount::text`.as("budget"),
    ])
    .where("campaigns.deleted_at", "is", null);

export function findCampaign(db: Executor, campaign_id: number, at: Date) {
  return selectCampaigns(db, at)
    .where("campaigns.campaign_id", "=", campaign_id)
    .executeTakeFirst();
}

export type CampaignRow = NonNullable<Awaited<ReturnType<typeof findCampaign>>>;

type Query = {
  team_ids: readonly number[];
  advertiser_id?: number | undefined;
  status?: PublicStatus | undefined;
  q?: string | undefined;
  limit: number;
  offset: number;
};

/** Campaigns of the teams that match the filters, newest first; one row more than `limit`. */
export function listCampaigns(db: Executor, query: Query, at: Date): Promise<CampaignRow[]> {
  const { team_ids, advertiser_id, status, q, limit, offset } = query;
  let found = selectCampaigns(db, at).where(
    "campaigns.team_id",
    "=",
    sql<number>`any(${team_ids}::bigint[])`,
  );
  if (advertiser_id !== undefined)
    found = found.where("campaigns.advertiser_id", "=", advertiser_id);
  if (status !== undefined) found = found.where("states.status", "=", status);
  if (q !== undefined)
    found = found.where((eb) =>
      eb.or([
        eb("campaigns.name", "ilike", containing(q)),
        eb("campaigns.external_id", "ilike", containing(q)),
      ]),
    );
  return found
    .orderBy("campaigns.campaign_id", "desc")
    .limit(limit + 1)
    .offset(offset)
    .execute();
}

type Page = Query & {
  sort: "name" | "newest" | "start" | "end" | "spent";
  descending: boolean;
};

/** A page of campaigns that match the filters, each with the number of all that do. */
export function listCampaignsPage(db: Executor, page: Page, at: Date) {
  const { status, sort, descending, limit, offset } = page;
  const order = {
    name: sql`lower(campaigns.name)`,
    newest: sql`campaigns.campaign_id`,
    start: sql`states.start_date`,
    end: sql`states.end_date`,
    spent: sql`spent.spent_amount`,
  }[sort];
  const matching = selectMatching(db, page);
  // To know the state of a campaign, all its line items are read: not of those that are on other pages.
  const isKnown = status === undefined && (sort === "name" || sort === "newest");
  const onPage = matching
    .orderBy(order, descending ? "desc" : "asc")
    .orderBy("campaigns.campaign_id", "desc")
    .limit(limit)
    .offset(offset);
  const total = sql<number>`(select count(*) from (${matching}) matching)`;
  return selectCampaigns(db, at)
    .select(isKnown ? total.as("total") : sql<number>`count(*) over ()`.as("total"))
    .where("campaigns.campaign_id", "in", isKnown ? onPage : matching)
    .$if(status !== undefined, (query) => query.where("states.status", "=", status ?? "STOPPED"))
    .orderBy(order, (by) => (descending ? by.desc() : by.asc()).nullsLast())
    .orderBy("campaigns.campaign_id", "desc")
    .limit(limit)
    .offset(isKnown ? 0 : offset)
    .execute();
}

/** The ids of the campaigns that match all filters but the status. */
const selectMatching = (db: Executor, { team_ids, advertiser_id, q = "" }: Query) =>
  db
    .selectFrom("campaigns")
    .select("campaigns.campaign_id")
    .where("campaigns.deleted_at", "is", null)
    .where("campaigns.team_id", "=", sql<number>`any(${team_ids}::bigint[])`)
    .$if(advertiser_id !== undefined, (query) =>
      query.where("campaigns.advertiser_id", "=", advertiser_id ?? 0),
    )
    .where((eb) =>
      eb.or([
        eb("campaigns.name", "ilike", containing(q)),
        eb("campaigns.external_id", "ilike", containing(q)),
      ]),
    );

/** Names of the teams' campaigns and their advertisers, the newest first. */
export const listCampaignNames = (db: Executor, team_ids: readonly number[], limit: number) =>
  db
    .selectFrom("campaigns")
    .innerJoin("advertisers", "advertisers.advertiser_id", "campaigns.advertiser_id")
    .select(["campaigns.campaign_id", "campaigns.name", "advertisers.name as advertiser_name"])
    .where("campaigns.deleted_at", "is", null)
    .where("campaigns.team_id", "=", sql<number>`any(${team_ids}::bigint[])`)
    .orderBy("campaigns.campaign_id", "desc")
    .limit(limit)
    .execute();

/** Whether any line item of the team is being delivered at `at`. */
export async function hasRunningLineitems(
  db: Executor,
  team_id: number,
  at: Date,
): Promise<boolean> {
  const one = { team_ids: [team_id], status: "RUNNING", limit: 1, offset: 0 } as const;
  return (await listCampaigns(db, one, at)).length > 0;
}
