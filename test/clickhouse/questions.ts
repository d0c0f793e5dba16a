/** Generates statistics queries about the generated ledger. */
import fc from "fast-check";
import {
  AD_LEVELS,
  AUDIENCE_LEVELS,
  DIMENSIONS,
  type StatisticsQuery,
} from "../../src/features/measurement/statistics/schema.ts";
import { addDays, GROUPS } from "../../src/platform/statistics/calendar.ts";
import { EDGES, FIRST_DAY, INVENTED } from "../statistics/ledger.ts";

export type Question = StatisticsQuery;

const from = fc.oneof(
  fc.constantFrom(...EDGES),
  fc.constantFrom("0001-01-01", "1970-01-01", "9990-01-01"),
  fc.nat({ max: 1_100 }).map((days) => addDays(FIRST_DAY, days - 20)),
);
const range = fc
  .tuple(from, fc.oneof(fc.constantFrom(0, 6, 28, 30, 364, 365), fc.nat({ max: 1_826 })))
  .map(([first, days]) => ({ from: first, to: addDays(first, days) }));
const maybeRange = fc.option(range, { freq: 8 });

const group = fc.constantFrom(...GROUPS);
const scopeOf = <L extends (typeof AD_LEVELS)[number] | (typeof AUDIENCE_LEVELS)[number]>(
  levels: readonly L[],
) =>
  fc.constantFrom(...levels).chain((level) => {
    const ids: readonly (number | null)[] = INVENTED[`${level}s`];
    return fc.record({
      level: fc.constant(level),
      id: fc.constantFrom(...ids.filter((id) => id !== null), 999),
    });
  });

const ofAudience = fc.oneof(
  { weight: 4, arbitrary: scopeOf(AUDIENCE_LEVELS) },
  fc.record({ level: fc.constant("shows" as const), ids: fc.subarray([...INVENTED.shows, 999]) }),
);
const keyed = fc.constantFrom("nothing" as const, "child" as const);
const dated = { range, group, by: fc.constant("date" as const) };
const ads = { facts: fc.constant("ads" as const), scope: scopeOf(AD_LEVELS) };
const audience = { facts: fc.constant("audience" as const), scope: ofAudience };
const names = {
  facts: fc.constant("names" as const),
  scope: ofAudience,
  dimension: fc.constantFrom(...DIMENSIONS),
};

/** Names in the ledger, one that is missing, and one that would end an SQL string. */
const NAMES = ["Overcast", "example.org", "Mobile", "Others", "Linux", "IT", "", "Nobody's \\"];
const some = { most: fc.nat({ max: 4 }) };
const told = { names: fc.subarray(NAMES) };

export const anyQuestion: fc.Arbitrary<Question> = fc.oneof(
  fc.record({ ...ads, range: maybeRange, by: keyed }),
  fc.record({ ...ads, ...dated, by: fc.constantFrom("date" as const, "date and child" as const) }),
  fc.record({ ...audience, range: maybeRange, by: keyed }),
  fc.record({ ...audience, ...dated }),
  fc.record({ ...names, range: maybeRange, by: fc.constant("name" as const) }),
  fc.record({ ...names, range, group, by: fc.constant("date and name" as const) }),
  fc.record({ ...names, ...some, range: maybeRange, by: fc.constant("name" as const) }),
  fc.record({ ...names, ...told, range, group, by: fc.constant("date and name" as const) }),
  fc.record({
    facts: fc.constant("listeners" as const),
    scope: ofAudience,
    ...dated,
  }),
);
