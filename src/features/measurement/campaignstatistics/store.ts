/** SQL of campaign statistics besides the engine's: owners of records, and names in lists. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";

/** The type of record in a list. */
export type Listed = "campaign" | "lineitem";

const TABLES = {
  campaign: { table: "campaigns", id: "campaign_id", parent: "team_id" },
  lineitem: { table: "lineitems", id: "lineitem_id", parent: "campaign_id" },
} as const;

/** The team of a record, including deleted ones; undefined if it never existed. */
export async function findTeamOf(
  db: Executor,
  what: Listed,
  record: number,
): Promise<number | undefined> {
  const { table, id } = TABLES[what];
  const { rows } = await sql<{ team_id: number }>`
    select team_id from ${sql.table(table)} where ${sql.ref(id)} = ${record}`.execute(db);
  return rows[0]?.team_id;
}

/** Names of records, including deleted ones. */
export async function findNames(
  db: Executor,
  what: Listed,
  ids: readonly number[],
): Promise<Map<number, { name: string; is_deleted: boolean }>> {
  const { table, id } = TABLES[what];
  const { rows } = await sql<{ id: number; name: string; is_deleted: boolean }>`
    select ${sql.ref(id)} as id, name, deleted_at is not null as is_deleted
    from ${sql.table(table)} where ${sql.ref(id)} = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id: own, ...row }) => [own, row]));
}

/** The currencies of campaigns, including deleted ones. */
export async function findCurrencies(
  db: Executor,
  campaign_ids: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ campaign_id: number; currency: string }>`
    select campaign_id, currency from campaigns
    where campaign_id = any(${campaign_ids}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.campaign_id, row.currency]));
}

/** The currencies that a team has sold in, by their codes; of deleted campaigns, too. */
export async function listCurrencies(db: Executor, team_id: number): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select distinct currency from campaigns where team_id = ${team_id} order by currency`.execute(
    db,
  );
  return rows.map(({ currency }) => currency);
}

type Quiet = Readonly<{
  parent_id: number;
  /** Ids that are already listed. */
  but: readonly number[];
  /** Ids to list even if they are deleted. */
  also: readonly number[];
  limit: number;
  offset: number;
}>;

/** Ids of the parent's records, lowest first. */
export async function listInactive(db: Executor, what: Listed, quiet: Quiet): Promise<number[]> {
  const { table, id, parent } = TABLES[what];
  const { rows } = await sql<{ id: number }>`
    select ${sql.ref(id)} as id from ${sql.table(table)}
    where ((${sql.ref(parent)} = ${quiet.parent_id} and deleted_at is null)
        or ${sql.ref(id)} = any(${quiet.also}::bigint[]))
      and ${sql.ref(id)} <> all(${quiet.but}::bigint[])
    order by 1 limit ${quiet.limit} offset ${quiet.offset}`.execute(db);
  return rows.map((row) => row.id);
}
