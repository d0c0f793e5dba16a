/** SQL of advertisers. */
import { type Insertable, sql, type Updateable } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import { containing } from "../../../platform/db/like.ts";
import type { Advertisers } from "../../../platform/db/rows.ts";

export function insertAdvertiser(db: Executor, values: Insertable<Advertisers>) {
  return db.insertInto("advertisers").values(values).returningAll().executeTakeFirstOrThrow();
}

export function findAdvertiser(db: Executor, advertiser_id: number) {
  return db
    .selectFrom("advertisers")
    .selectAll()
    .where("advertiser_id", "=", advertiser_id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

export type AdvertiserRow = NonNullable<Awaited<ReturnType<typeof findAdvertiser>>>;

/**
 * Finds the advertiser and locks it until the transaction ends. `share`: it must not change while a record that refers
 * to it is written.
 */
export function lockAdvertiser(
  db: Executor,
  advertiser_id: number,
  how: "update" | "share",
): Promise<AdvertiserRow | undefined> {
  return db
    .selectFrom("advertisers")
    .selectAll()
    .where("advertiser_id", "=", advertiser_id)
    .where("deleted_at", "is", null)
    .$if(how === "update", (query) => query.forUpdate())
    .$if(how === "share", (query) => query.forShare())
    .executeTakeFirst();
}

/** Changes an advertiser and increases its revision. */
export function updateAdvertiser(
  db: Executor,
  advertiser_id: number,
  changes: Updateable<Advertisers>,
): Promise<AdvertiserRow> {
  return db
    .updateTable("advertisers")
    .set({ ...changes, updated_at: sql`now()`, revision: sql`nextval('revisions')` })
    .where("advertiser_id", "=", advertiser_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function hasCampaigns(db: Executor, advertiser_id: number): Promise<boolean> {
  const found = await db
    .selectFrom("campaigns")
    .select("campaign_id")
    .where("advertiser_id", "=", advertiser_id)
    .where("deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

type Query = { team_ids: readonly number[]; q?: string | undefined; limit: number; offset: number };

/** Advertisers of the teams, newest first; one row more than `limit`. */
export function listAdvertisers(db: Executor, { team_ids, q, limit, offset }: Query) {
  return db
    .selectFrom("advertisers")
    .selectAll()
    .where("team_id", "=", sql<number>`any(${team_ids}::bigint[])`)
    .where("deleted_at", "is", null)
    .$if(q !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb("name", "ilike", containing(q ?? "")),
          eb("external_id", "ilike", containing(q ?? "")),
        ]),
      ),
    )
    .orderBy("advertiser_id", "desc")
    .limit(limit + 1)
    .offset(offset)
    .execute();
}

type Page = Query & { sort: "name" | "campaigns" | "newest"; descending: boolean };

/** A page of advertisers, each with the number of its campaigns and of all advertisers that match. */
export function listAdvertisersPage(db: Executor, page: Page) {
  const { team_ids, q = "", sort, descending, limit, offset } = page;
  const column = {
    name: sql`lower(name)`,
    campaigns: sql`campaigns_count`,
    newest: sql`advertiser_id`,
  };
  return db
    .selectFrom("advertisers")
    .selectAll()
    .select((eb) => [
      eb
        .selectFrom("campaigns")
        .select((of) => of.fn.countAll<number>().as("count"))
        .whereRef("campaigns.advertiser_id", "=", "advertisers.advertiser_id")
        .where("campaigns.deleted_at", "is", null)
        .$asScalar()
        .$notNull()
        .as("campaigns_count"),
      sql<number>`count(*) over ()`.as("total"),
    ])
    .where("team_id", "=", sql<number>`any(${team_ids}::bigint[])`)
    .where("deleted_at", "is", null)
    .where((eb) =>
      eb.or([eb("name", "ilike", containing(q)), eb("external_id", "ilike", containing(q))]),
    )
    .orderBy(column[sort], descending ? "desc" : "asc")
    .orderBy("advertiser_id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
}
