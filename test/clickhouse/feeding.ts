/** Helpers of the feeding tests: a feeder of the world's ClickHouse, and a comparison with the ledgers. */
import { sql } from "kysely";
import { expect } from "vitest";
import {
  type Feeder,
  openFeeder,
} from "../../src/features/measurement/statistics/clickhouse/feeding/actions.ts";
import { type Clickhouse, openClickhouse } from "../../src/platform/statistics/clickhouse.ts";
import type { ClickhousePlace } from "../../src/platform/statistics/place.ts";
import type { World } from "../setup/world.ts";

const placeOf = ({ deps }: World): ClickhousePlace => {
  if (deps.config.statistics === null) throw new Error("this world's statistics are in PostgreSQL");
  return deps.config.statistics;
};
export const clickhouseOf = (world: World): Clickhouse => openClickhouse(placeOf(world));
export const feederOf = (world: World): Feeder => openFeeder(world.deps, clickhouseOf(world));

/** Figures that change with any additional, missing or different row. */
type Sums = Record<"rows" | "distinct" | "first" | "second" | "third", string>;

/** Expects ClickHouse to have each row of the ledgers once, and no others. */
export async function expectTheLedger(world: World): Promise<void> {
  const { database, select } = clickhouseOf(world);
  const rows = "toString(count()) as rows, toString(uniqExact(parcel_id, place)) as distinct";
  const told = [
    ...(await select<Sums>(`select ${rows}, toString(sum(impressions)) as first,
      toString(sum(revenue)) as second, toString(sum(lineitem_id * revenue)) as third
      from ${database}.ad_events`)),
    ...(await select<Sums>(`select ${rows}, toString(sum(plays)) as first,
      toString(sum(downloads)) as second, toString(uniqExact(listener, episode_id, day)) as third
      from ${database}.audience_events`)),
  ];
  const { rows: true_ } = await sql<Sums>`
    select count(*)::text as rows, count(*)::text as distinct, sum(quantity)::text as first,
      sum(revenue)::text as second, sum(lineitem_id * revenue)::text as third
    from (select quantity, quantity * price as revenue, lineitem_id from impressions
      union all select 0, amount, lineitem_id from accruals) sold
    union all
    select count(*)::text, count(*)::text,
      coalesce(sum(quantity) filter (where purpose = 'play'), 0)::text,
      coalesce(sum(quantity) filter (where purpose = 'download'), 0)::text,
      count(distinct (listener, episode_id, window_start))::text from downloads`.execute(
    world.deps.db,
  );
  expect(told).toEqual(true_);
}
