/** SQL of line items. */
import { type Insertable, sql, type Updateable } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import { containing } from "../../../platform/db/like.ts";
import type { Lineitems } from "../../../platform/db/rows.ts";
import { deliveryStatusSql, hasReadyCreativeSql } from "../campaigns/store.ts";
import type { DeliveryStatus } from "./schema.ts";

export async function insertLineitem(db: Executor, values: Insertable<Lineitems>): Promise<number> {
  const row = await db
    .insertInto("lineitems")
    .values(values)
    .returning("lineitem_id")
    .executeTakeFirstOrThrow();
  return row.lineitem_id;
}

/** Changes a line item and increases its revision. */
export async function updateLineitem(
  db: Executor,
  lineitem_id: number,
  changes: Updateable<Lineitems>,
): Promise<void> {
  await db
    .updateTable("lineitems")
    .set({ ...changes, updated_at: sql`now()`, revision: sql`nextval('revisions')` })
    .where("lineitem_id", "=", lineitem_id)
    .execute();
}

/** Locks the line item until the transaction ends; false if it does not exist. */
export async function lockLineitem(db: Executor, lineitem_id: number): Promise<boolean> {
  const row = await db
    .selectFrom("lineitems")
    .select("lineitem_id")
    .where("lineitem_id", "=", lineitem_id)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** The names of those line items that belong to the teams. */
export async function listLineitemNames(
  db: Executor,
  team_ids: readonly number[],
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom("lineitems")
    .select(["lineitem_id", "name"])
    .where("lineitem_id", "=", sql<number>`any(${ids}::bigint[])`)
    .where("team_id", "=", sql<number>`any(${team_ids}::bigint[])`)
    .where("deleted_at", "is", null)
    .execute();
  return new Map(rows.map(({ lineitem_id, name }) => [lineitem_id, name]));
}

/** The campaigns of line items, in the order of their ids. */
export async function listCampaignIds(db: Executor, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom("lineitems")
    .select("campaign_id")
    .distinct()
    .where("lineitem_id", "=", sql<number>`any(${ids}::bigint[])`)
    .orderBy("campaign_id")
    .execute();
  return rows.map(({ campaign_id }) => campaign_id);
}

type Scope = { lineitem_id: number } | { team_ids: readonly number[] };

/** The amount spent so far by each campaign in scope that has a budget. */
const spentIn = (db: Executor, scope: Scope) =>
  db
    .selectFrom("lineitems as l")
    .innerJoin("campaigns as c", "c.campaign_id", "l.campaign_id")
    .innerJoin("lineitem_counts as n", "n.lineitem_id", "l.lineitem_id")
    .where("c.budget_amount", "is not", null)
    .where(
      "lineitem_id" in scope
        ? sql<boolean>`l.campaign_id = (
            select campaign_id from lineitems where lineitem_id = ${scope.lineitem_id})`
        : sql<boolean>`l.team_id = any(${scope.team_ids}::bigint[])`,
    )
    .groupBy("l.campaign_id")
    .select(["l.campaign_id", sql<string>`sum(n.revenue)`.as("amount")])
    .as("spent");

/** A campaign without deliveries has spent 0, which uses up a budget of 0. */
const spentSoFar = sql`coalesce(spent.amount, 0)`;

/** Line items with their campaign, counts and status. */
const selectLineitems = (db: Executor, scope: Scope) =>
  db
    .selectFrom("lineitems")
    .innerJoin("campaigns", "campaigns.campaign_id", "lineitems.campaign_id")
    .leftJoin("lineitem_counts", "lineitem_counts.lineitem_id", "lineitems.lineitem_id")
    .leftJoin("pacing", "pacing.lineitem_id", "lineitems.lineitem_id")
    .leftJoin(spentIn(db, scope), "spent.campaign_id", "lineitems.campaign_id")
    .selectAll("lineitems")
    .select([
      "campaigns.name as campaign_name",
      sql<number>`coalesce(lineitem_counts.impressions_tracked, 0)`.as("impressions_tracked"),
      sql<string>`coalesce(lineitem_counts.revenue, 0)::text`.as("revenue"),
      sql<boolean>`coalesce(pacing.on_track, true)`.as("on_track"),
      sql<boolean>`coalesce(${spentSoFar} >= campaigns.budget_amount, false)`.as("spent_out"),
      hasReadyCreativeSql.as("has_ready"),
    ])
    .where("lineitems.deleted_at", "is", null);

export function findLineitem(db: Executor, lineitem_id: number) {
  return selectLineitems(db, { lineitem_id })
    .where("lineitems.lineitem_id", "=", lineitem_id)
    .executeTakeFirst();
}

export type LineitemRow = NonNullable<Awaited<ReturnType<typeof findLineitem>>>;

type Query = {
  team_ids: readonly number[];
  campaign_id?: number | undefined;
  advertiser_id?: number | undefined;
  /** Only line items with one of these statuses. */
  statuses: readonly DeliveryStatus[] | null;
  q?: string | undefined;
  limit: number;
  offset: number;
};

/** Line items of the teams that match the filters at `at`, newest first; one row more than `limit`. */
export function listLineitems(db: Executor, query: Query, at: Date): Promise<LineitemRow[]> {
  const { team_ids, campaign_id, advertiser_id, statuses, q, limit, offset } = query;
  let found = selectLineitems(db, { team_ids }).where(
    "lineitems.team_id",
    "=",
    sql<number>`any(${team_ids}::bigint[])`,
  );
  if (campaign_id !== undefined) found = found.where("lineitems.campaign_id", "=", campaign_id);
  if (advertiser_id !== undefined)
    found = found.where("campaigns.advertiser_id", "=", advertiser_id);
  if (statuses !== null)
    found = found.where(
      sql<boolean>`${deliveryStatusSql(at, spentSoFar)} = any(${statuses}::text[])`,
    );
  if (q !== undefined)
    found = found.where((eb) =>
      eb.or([
        eb("lineitems.name", "ilike", containing(q)),
        eb("lineitems.external_id", "ilike", containing(q)),
      ]),
    );
  return found
    .orderBy("lineitems.lineitem_id", "desc")
    .limit(limit + 1)
    .offset(offset)
    .execute();
}

/** The columns that a copy takes from its original: the booking, not its results. */
const COPIED = [
  "campaign_id",
  "team_id",
  "external_id",
  "notes",
  "priority_id",
  "start_date",
  "end_date",
  "timezone",
  "auto_extend_days",
  "goal_pacing",
  "goal_impressions",
  "daily_cap",
  "hard_cap",
  "share_of_voice",
  "price_type",
  "price_amount",
  "target_ads_type",
  "target_midroll_position",
  "target_geo",
  "target_devices",
  "target_os",
  "target_apps",
  "target_shows",
  "target_episodes",
  "target_categories",
  "target_languages",
  "target_tags",
  "target_dayparts",
  "frequency_cap",
  "exclusions",
  "max_per_download",
  "third_party_impression_urls",
] as const;

/** Creates a draft from the line item, named `name`; returns its id. */
export async function copyLineitem(
  db: Executor,
  lineitem_id: number,
  name: string,
): Promise<number> {
  const row = await db
    .insertInto("lineitems")
    .columns(["name", ...COPIED])
    .expression((eb) =>
      eb
        .selectFrom("lineitems")
        .select([eb.val(name).as("name"), ...COPIED])
        .where("lineitem_id", "=", lineitem_id),
    )
    .returning("lineitem_id")
    .executeTakeFirstOrThrow();
  return row.lineitem_id;
}

/** Whether the database knows the time zone, because it computes dates in it too. */
export async function isTimezone(db: Executor, name: string): Promise<boolean> {
  try {
    await sql`select now() at time zone ${name}`.execute(db);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === INVALID_PARAMETER_VALUE) return false;
    throw error;
  }
}

/** PostgreSQL, appendix A. */
const INVALID_PARAMETER_VALUE = "22023";
