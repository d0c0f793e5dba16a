/** Compares ClickHouse's answers to generated questions with PostgreSQL's. */
import fc from "fast-check";
import { expect } from "vitest";
import { openStatistics } from "../../src/features/measurement/statistics/actions.ts";
import type { StatisticsEngine } from "../../src/features/measurement/statistics/schema.ts";
import { countUp, download } from "../setup/ledgers.ts";
import type { World } from "../setup/world.ts";
import { anyQuestion, type Question } from "./questions.ts";

export const RUNS = Number(process.env.TEST_RANGES ?? 100);

const ask = (engine: StatisticsEngine, query: Question): Promise<unknown> => {
  if (query.facts === "ads") return engine.readAds(query);
  if (query.facts === "audience") return engine.readAudience(query);
  return query.facts === "names" ? engine.readNames(query) : engine.readListeners(query);
};
const spelled = (rows: unknown): string =>
  JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? `${value}n` : value));

/** Feeds both engines, and compares their answers to generated queries. */
export async function compareAnswers(world: World, runs: number): Promise<void> {
  await countUp(world.deps);
  const { db, config } = world.deps;
  const theirs = openStatistics({ db, config: { ...config, statistics: null } });
  const ours = openStatistics({ db, config });
  await fc.assert(
    fc.asyncProperty(anyQuestion, async (query) => {
      expect(spelled(await ask(ours, query))).toBe(spelled(await ask(theirs, query)));
    }),
    { seed: 18, numRuns: runs },
  );
}

/** Enough listeners to be estimated. */
export const crowd = Array.from({ length: 3_000 }, (_, number) =>
  download("2024-02-29 12:00:00", `crowd ${number}`, {
    episode_id: 41,
    show_id: 31,
    author_id: 21,
  }),
);
