/** Tests the calendar, percentages and money of statistics with random days, counts and amounts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDecimal } from "../../../test/setup/decimals.ts";
import {
  addDays,
  addYears,
  bucketStart,
  bucketsOf,
  coverRange,
  type DayRange,
  dayOf,
  fillBuckets,
  GROUPS,
  isDay,
  numberOf,
} from "./calendar.ts";
import { decimal } from "./money.ts";
import { percentagesOf } from "./percentages.ts";

const all = <T>(property: fc.IProperty<T>) => fc.assert(property, { seed: 9, numRuns: 1000 });
const day = fc.integer({ min: numberOf("1999-12-20"), max: numberOf("2040-03-05") }).map(dayOf);
const range = fc
  .tuple(day, fc.nat({ max: 1_826 }))
  .map(([from, days]): DayRange => ({ from, to: addDays(from, days) }));
const daysOf = ({ from, to }: DayRange) =>
  Array.from({ length: numberOf(to) - numberOf(from) + 1 }, (_, index) => addDays(from, index));

test("every day of a range is in the last bucket that begins on or before it", () => {
  all(
    fc.property(range, fc.constantFrom(...GROUPS), (asked, group) => {
      const expected = new Set(
        daysOf(asked).map((one) => [bucketStart(one, group), asked.from].sort()[1]),
      );
      expect(bucketsOf(asked, group)).toEqual([...expected]);
    }),
  );
});

test("weeks begin on Monday and months on the first", () => {
  all(
    fc.property(day, (one) => {
      const week = bucketStart(one, "week");
      expect(new Date(`${week}T00:00:00Z`).getUTCDay()).toBe(1);
      expect(numberOf(one) - numberOf(week)).toBeLessThan(7);
      expect(bucketStart(one, "month")).toBe(`${one.slice(0, 8)}01`);
    }),
  );
  expect(bucketsOf({ from: "2026-02-26", to: "2026-03-03" }, "week")).toEqual([
    "2026-02-26",
    "2026-03-02",
  ]);
});

test("filling keeps existing rows and adds only empty buckets", () => {
  all(
    fc.property(range, fc.constantFrom(...GROUPS), fc.array(fc.nat()), (asked, group, picks) => {
      const buckets = bucketsOf(asked, group);
      const dates = new Set(picks.map((pick) => buckets[pick % buckets.length] ?? ""));
      const rows = [...dates].map((date) => ({ date, count: 1 }));
      const filled = fillBuckets(rows, asked, group, (date) => ({ date, count: 0 }));
      expect(filled.map(({ date }) => date)).toEqual(buckets);
      expect(filled.filter(({ count }) => count > 0)).toHaveLength(dates.size);
    }),
  );
});

test("stretches cover every day of the range once, with months only if whole and closed", () => {
  all(
    fc.property(range, day, (asked, until) => {
      const closed = bucketStart(until, "month");
      const covered = coverRange(asked, closed).flatMap(({ span, first, last }) => {
        if (span === "day") return daysOf({ from: first, to: last });
        expect(last < closed).toBe(true);
        return bucketsOf({ from: first, to: last }, "month").flatMap((month) =>
          daysOf({ from: month, to: addDays(bucketStart(addDays(month, 31), "month"), -1) }),
        );
      });
      expect(covered).toEqual(daysOf(asked));
    }),
  );
});

test("only existing days are accepted", () => {
  for (const text of ["2024-02-29", "2026-12-31", "0001-01-01"])
    expect(isDay(text), text).toBe(true);
  for (const text of [
    "2026-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-1-1",
    "",
    "2026-01-01 ",
    "x",
    "20260101",
  ])
    expect(isDay(text), text).toBe(false);
  expect(addYears("2024-02-29", 5)).toBe("2029-02-28");
});

test("percentages sum to 100, deviate by less than one step, and keep the order", () => {
  const counts = fc
    .array(fc.nat({ max: 10 ** 9 }), { minLength: 1, maxLength: 40 })
    .filter((list) => list.some((count) => count > 0));
  all(
    fc.property(counts, fc.integer({ min: 0, max: 4 }), (list, precision) => {
      const scale = 10 ** precision;
      const total = list.reduce((sum, count) => sum + count, 0);
      const told = percentagesOf(list, precision);
      expect(told.reduce((sum, one) => sum + Math.round(one * scale), 0)).toBe(100 * scale);
      for (const [index, one] of told.entries()) {
        const exact = ((list[index] ?? 0) / total) * 100;
        expect(Math.abs(one - exact)).toBeLessThan(1 / scale + 1e-9);
        for (const [other, two] of told.entries())
          if ((list[index] ?? 0) > (list[other] ?? 0)) expect(one).toBeGreaterThanOrEqual(two);
      }
    }),
  );
  expect(percentagesOf([1, 1, 1], 0)).toEqual([34, 33, 33]);
});

test("money is exact beyond the precision of a number", () => {
  all(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (amount) => {
      expect(parseDecimal(decimal(amount))).toBe(amount);
    }),
  );
  expect([0n, 1n, 12_34500000n, -5n].map(decimal)).toEqual([
    "0",
    "0.00000001",
    "12.34500000",
    "-0.00000005",
  ]);
});
