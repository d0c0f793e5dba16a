/** SQL of the pages of organizations: the people of a network with their shows and storage. Reads only. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";

/** The people whose shows belong to the organization, by name, with their storage; at most `limit`. */
export function listNetworks(db: Executor, organization_id: number, limit: number) {
  return db
    .selectFrom("organization_networks as network")
    .innerJoin("users", "users.user_id", "network.user_id")
    .leftJoin("storage_use", "storage_use.user_id", "network.user_id")
    .select(["users.user_id", "users.username", "users.fullname"])
    .select([
      sql<number>`coalesce(storage_use.bytes, 0)::bigint`.as("storage_used_bytes"),
      sql<number | null>`storage_limit(users.user_id)`.as("storage_limit_bytes"),
      sql<number>`(select count(*) from shows
        where shows.author_id = users.user_id and shows.deleted_at is null)`.as("shows_count"),
    ])
    .where("network.organization_id", "=", organization_id)
    .where("users.deleted_at", "is", null)
    .orderBy(sql`lower(users.fullname)`)
    .orderBy("users.user_id")
    .limit(limit)
    .execute();
}

export type NetworkRow = Awaited<ReturnType<typeof listNetworks>>[number];
