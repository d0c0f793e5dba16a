/** Tests that several processes can create the partitions of days at once, each in its own order. */
import { expect, test } from "vitest";
import { useWorld } from "../../../../../test/setup/world.ts";
import { DAY_MS } from "./rules.ts";
import { ensurePartitions } from "./store.ts";

const world = useWorld();
const FIRST = Date.parse("2031-01-28T00:00:00Z");
const DAYS = Array.from({ length: 8 }, (_, day) => FIRST + day * DAY_MS);

test("several processes create the partitions of the same days", async () => {
  const { db, pool } = world.deps;
  const make = (days: number[]) => db.transaction().execute((tx) => ensurePartitions(tx, days));
  await Promise.all(
    DAYS.map((_, at) => {
      const turned = [...DAYS.slice(at), ...DAYS.slice(0, at)];
      return make(at % 2 === 0 ? turned : turned.reverse());
    }),
  );
  const { rows } = await pool.query(
    `select parent::text, count(*)::int as n
     from (select inhparent::regclass as parent, pg_get_expr(relpartbound, oid) as bound
       from pg_inherits join pg_class on pg_class.oid = inhrelid) as partitions
     where bound like '%2031%' group by 1 order by 1`,
  );
  expect(rows).toEqual([
    { parent: "deliveries", n: 8 },
    { parent: "downloads", n: 2 },
    { parent: "impressions", n: 2 },
    { parent: "media_parcels", n: 8 },
  ]);
});
