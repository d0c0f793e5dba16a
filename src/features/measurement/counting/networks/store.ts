/** SQL of networks that the operator lists, and of addresses with too many downloads. */
import { sql } from "kysely";
import { timeColumn } from "../../../../platform/db/columns.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import type { ListedNetworks } from "../../../../platform/db/rows.ts";

/** Networks in force: a shared network lapses unless it is validated again. */
export function findListed(db: Executor, validDays: number) {
  return db
    .selectFrom("listed_networks")
    .select([sql<string>`network::text`.as("network"), "kind"])
    .where((eb) =>
      eb.or([
        eb("kind", "=", "excluded"),
        eb("validated_at", ">", sql<Date>`now() - ${validDays} * interval '1 day'`),
      ]),
    )
    .execute();
}

export function listNetworks(db: Executor) {
  return db
    .selectFrom("listed_networks")
    .select([sql<string>`network::text`.as("network"), "kind", "reason"])
    .select(["created_at", "validated_at"])
    .orderBy("listed_networks.network")
    .execute();
}

/** Lists a network, or updates a listed one, which also validates it. */
export async function upsertNetwork(
  db: Executor,
  { network, kind, reason }: Pick<ListedNetworks, "network" | "kind" | "reason">,
): Promise<void> {
  await db
    .insertInto("listed_networks")
    .values({ network, kind, reason })
    .onConflict((conflict) =>
      conflict.column("network").doUpdateSet({ kind, reason, validated_at: sql`now()` }),
    )
    .execute();
}

/** Returns whether the network was listed. */
export async function deleteNetwork(db: Executor, network: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("listed_networks")
    .where("network", "=", network)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Addresses found to be unrealistic on these days, as `<first ms of the day> <hex>`. */
export async function findUnrealistic(
  db: Executor,
  days: readonly number[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ day: number; address: string }>`
    select extract(epoch from day::timestamp)::bigint * 1000 as day, encode(address, 'hex') as address
    from unrealistic_addresses
    where day = any(select (unnest(${timeColumn(days)}::timestamptz[]))::date)`.execute(db);
  return new Set(rows.map(({ day, address }) => `${day} ${address}`));
}

/** Stores addresses with more than `limit` downloads on a day (`YYYY-MM-DD`); returns the new ones. */
export async function noteUnrealistic(
  db: Executor,
  day: string,
  limit: number,
): Promise<{ address: Buffer; downloads: number }[]> {
  const { rows } = await sql<{ address: Buffer; downloads: number }>`
    insert into unrealistic_addresses (day, address, downloads)
    select ${day}::date, address, count(distinct (listener, episode_id))
    from (
      select address, listener, episode_id from deliveries
      where window_start >= ${day}::date and window_start < ${day}::date + 1
      union all
      select address, listener, episode_id from media_records
      where at >= ${day}::date and at < ${day}::date + 1 and exclusion is null
    ) as had
    where address is not null
    group by address
    having count(distinct (listener, episode_id)) > ${limit}
    on conflict do nothing
    returning address, downloads`.execute(db);
  return rows;
}

export async function deleteUnrealistic(db: Executor, before: Date): Promise<void> {
  await db
    .deleteFrom("unrealistic_addresses")
    .where("day", "<", before.toISOString().slice(0, 10))
    .execute();
}
