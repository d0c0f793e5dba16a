/** The test suite of every statistics engine: its figures equal the ledgers' sums. */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { openStatistics } from "../../src/features/measurement/statistics/actions.ts";
import {
  AD_LEVELS,
  AUDIENCE_LEVELS,
  DIMENSIONS,
  type StatisticsEngine,
} from "../../src/features/measurement/statistics/schema.ts";
import {
  addDays,
  bucketStart,
  bucketsOf,
  type DayRange,
  GROUPS,
  type Group,
} from "../../src/platform/statistics/calendar.ts";
import { OTHERS } from "../../src/platform/statistics/names.ts";
import { openLedgers } from "../setup/ledgers.ts";
import type { World } from "../setup/world.ts";
import {
  EDGES,
  FIRST_DAY,
  fillLedger,
  INVENTED,
  isWithin,
  readTruth,
  TODAY,
  type Truth,
} from "./ledger.ts";

/** How an engine reads the ledgers, and how its data is made old. */
export type Feeding = Readonly<{
  feed(world: World): Promise<void>;
  settle(world: World): Promise<void>;
}>;

const RUNS = Number(process.env.TEST_RANGES ?? 1000);

/** Generates ranges that begin on an edge case or any other day, with typical or random lengths. */
const range = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...EDGES),
      fc.nat({ max: 1_100 }).map((days) => addDays(FIRST_DAY, days - 20)),
    ),
    fc.oneof(
      fc.constantFrom(0, 1, 6, 27, 28, 29, 30, 31, 59, 89, 364, 365, 1_094),
      fc.nat({ max: 1_826 }),
    ),
  )
  .map(([from, days]): DayRange => ({ from, to: addDays(from, days) }));
const adScope = fc
  .constantFrom(...AD_LEVELS)
  .chain((level) =>
    fc.record({ level: fc.constant(level), id: fc.constantFrom(...INVENTED[`${level}s`], 999) }),
  );
const audienceScope = fc.constantFrom(...AUDIENCE_LEVELS).chain((level) =>
  fc.record({
    level: fc.constant(level),
    id: fc.constantFrom(...INVENTED[`${level}s`].flatMap((id) => (id === null ? [] : [id])), 999),
  }),
);
const group = fc.constantFrom(...GROUPS);
const maybeRange = fc.option(range, { freq: 8 });

const dateOf = (day: string, { from }: DayRange, by: Group): string => {
  const start = bucketStart(day, by);
  return start > from ? start : from;
};
/** Sums the values of `rows` by key; keys whose sums are all 0 are left out. */
function sumBy<Row, N extends number | bigint>(
  rows: readonly Row[],
  key: (row: Row) => string,
  values: (row: Row) => N[],
) {
  const sums = new Map<string, N[]>();
  for (const row of rows) {
    const present = sums.get(key(row));
    const more = values(row);
    sums.set(
      key(row),
      (present?.map((sum, at) => (sum as number) + (more[at] as number)) as N[]) ?? more,
    );
  }
  return new Map([...sums].filter(([, all]) => all.some((sum) => sum !== 0 && sum !== 0n)));
}

/** Defines the suite; call it in a test file with a world whose configuration chooses the engine. */
export function describeEngine(world: World, { feed, settle }: Feeding): void {
  let engine: StatisticsEngine;
  let truth: Truth;
  beforeAll(async () => {
    world.setTime(TODAY);
    engine = openStatistics(world.deps);
    await openLedgers(world.deps.db);
    await fillLedger(world.deps.db, INVENTED, 600, async () => {
      await feed(world);
      await settle(world);
    });
    await feed(world);
    truth = await readTruth(world.deps.db);
    world.setTime(null);
  });
  const check = (property: fc.IAsyncProperty<never>) =>
    fc.assert(property, { seed: 8, numRuns: RUNS });

  test("campaign sums equal the ledger's, in total, by date and by child", async () => {
    await check(
      fc.asyncProperty(adScope, maybeRange, group, async (scope, asked, by) => {
        const own = truth.sold.filter(
          (row) => row[scope.level] === scope.id && isWithin(row.day, asked),
        );
        const values = (row: { impressions: number; revenue: bigint }) => [
          BigInt(row.impressions),
          row.revenue,
        ];
        const whole = await engine.readAds({ facts: "ads", by: "nothing", scope, range: asked });
        expect(whole).toHaveLength(1);
        const all = sumBy(own, () => "all", values);
        expect(sumBy(whole, () => "all", values)).toEqual(all);
        if (asked !== null) {
          const dated = await engine.readAds({
            facts: "ads",
            by: "date",
            scope,
            range: asked,
            group: by,
          });
          expect(sumBy(dated, ({ date }) => String(date), values)).toEqual(
            sumBy(own, ({ day }) => dateOf(day, asked, by), values),
          );
          expect(dated.map(({ date }) => date)).toEqual(
            bucketsOf(asked, by).filter((date) => dated.some((row) => row.date === date)),
          );
        }
        if (scope.level === "lineitem") return;
        const child = scope.level === "team" ? "campaign" : "lineitem";
        const listed = await engine.readAds({ facts: "ads", by: "child", scope, range: asked });
        expect(sumBy(listed, ({ child_id }) => String(child_id), values)).toEqual(
          sumBy(own, (row) => String(row[child]), values),
        );
        expect(listed).toEqual(
          listed.toSorted(
            (a, b) => b.impressions - a.impressions || Number(a.child_id) - Number(b.child_id),
          ),
        );
        if (asked === null) return;
        const both = await engine.readAds({
          facts: "ads",
          by: "date and child",
          scope,
          range: asked,
          group: by,
        });
        expect(sumBy(both, ({ date, child_id }) => `${date} ${child_id}`, values)).toEqual(
          sumBy(own, (row) => `${dateOf(row.day, asked, by)} ${row[child]}`, values),
        );
      }) as never,
    );
  }, 120_000);

  test("audience sums equal the ledger's, in total, by date and by child", async () => {
    await check(
      fc.asyncProperty(audienceScope, maybeRange, group, async (scope, asked, by) => {
        const own = truth.heard.filter(
          (row) => row[scope.level] === scope.id && isWithin(row.day, asked),
        );
        const values = (row: { plays: number; downloads: number }) => [row.plays, row.downloads];
        const whole = await engine.readAudience({
          facts: "audience",
          by: "nothing",
          scope,
          range: asked,
        });
        expect(sumBy(whole, () => "all", values)).toEqual(sumBy(own, () => "all", values));
        if (asked !== null) {
          const dated = await engine.readAudience({
            facts: "audience",
            by: "date",
            scope,
            range: asked,
            group: by,
          });
          expect(sumBy(dated, ({ date }) => String(date), values)).toEqual(
            sumBy(own, ({ day }) => dateOf(day, asked, by), values),
          );
        }
        if (scope.level === "episode") return;
        const child = AUDIENCE_LEVELS[AUDIENCE_LEVELS.indexOf(scope.level) - 1] ?? "episode";
        const listed = await engine.readAudience({
          facts: "audience",
          by: "child",
          scope,
          range: asked,
        });
        expect(sumBy(listed, ({ child_id }) => String(child_id), values)).toEqual(
          sumBy(own, (row) => String(row[child]), values),
        );
      }) as never,
    );
  }, 120_000);

  test("names, and listeners where they are few, equal the ledger's", async () => {
    const dimension = fc.constantFrom(...DIMENSIONS);
    await check(
      fc.asyncProperty(audienceScope, range, group, dimension, async (scope, asked, by, one) => {
        const own = truth.heard.filter(
          (row) => row[scope.level] === scope.id && isWithin(row.day, asked),
        );
        const heard = (row: { plays: number; downloads: number }) => [row.plays + row.downloads];
        const nameOf = (row: Truth["heard"][number]) =>
          `${one === "os" ? row.os_kind : ""} ${row[one]}`;
        const names = await engine.readNames({
          facts: "names",
          by: "name",
          dimension: one,
          scope,
          range: asked,
        });
        expect(
          sumBy(
            names,
            ({ kind, name }) => `${kind} ${name}`,
            ({ count }) => [count],
          ),
        ).toEqual(sumBy(own, nameOf, heard));
        const question = { scope, range: asked, group: by } as const;
        const dated = await engine.readNames({
          facts: "names",
          by: "date and name",
          dimension: one,
          ...question,
        });
        expect(
          sumBy(
            dated,
            ({ date, kind, name }) => `${date} ${kind} ${name}`,
            ({ count }) => [count],
          ),
        ).toEqual(sumBy(own, (row) => `${dateOf(row.day, asked, by)} ${nameOf(row)}`, heard));
        const listeners = await engine.readListeners({
          facts: "listeners",
          by: "date",
          ...question,
        });
        const distinct = new Map<string, Set<string>>();
        for (const row of own.filter(({ plays, downloads }) => plays + downloads > 0)) {
          const date = dateOf(row.day, asked, by);
          distinct.set(date, (distinct.get(date) ?? new Set()).add(row.listener));
        }
        expect(new Map(listeners.map((row) => [row.date, row.listeners]))).toEqual(
          new Map([...distinct].map(([date, set]) => [date, set.size])),
        );
      }) as never,
    );
  }, 120_000);

  test("names that are not listed are combined in the last row, and nothing is lost", async () => {
    const dimension = fc.constantFrom(...DIMENSIONS);
    const most = fc.nat({ max: 4 });
    await check(
      fc.asyncProperty(
        audienceScope,
        range,
        group,
        dimension,
        most,
        async (scope, asked, by, one, few) => {
          const question = { facts: "names", dimension: one, scope, range: asked } as const;
          const all = await engine.readNames({ ...question, by: "name" });
          const kept = await engine.readNames({ ...question, by: "name", most: few });
          const named = all.filter(({ name }) => name !== OTHERS).slice(0, few);
          const sum = (rows: readonly { count: number }[]) =>
            rows.reduce((total, { count }) => total + count, 0);
          const rest = sum(all) - sum(named);
          const others = { date: null, name: OTHERS, kind: "", count: rest };
          expect(kept).toEqual(rest === 0 ? named : [...named, others]);

          const names = named.map(({ name }) => name);
          const dated = { ...question, by: "date and name", group: by } as const;
          const byDate = Map.groupBy(await engine.readNames(dated), ({ date }) => date);
          const expected = [...byDate].flatMap(([date, rows]) => {
            const own = rows.filter(({ name }) => names.includes(name));
            const count = sum(rows) - sum(own);
            return count === 0 ? own : [...own, { date, name: OTHERS, kind: "", count }];
          });
          expect(await engine.readNames({ ...dated, names })).toEqual(expected);
        },
      ) as never,
    );
  }, 120_000);
}
