/** Tests that queries written as people type them find what they are meant to; bench/search prints the table. */
import { beforeAll, describe, expect, inject, test } from "vitest";
import { loadEpisodes, loadShows, readEpisodes, readShows } from "../../bench/search/corpus.ts";
import {
  answersTo,
  figuresOf,
  judge,
  judgedFigures,
  judgedTable,
  readJudged,
  type Verdict,
} from "../../bench/search/judged.ts";
import { refreshSearch } from "../../src/features/discovery/search/upkeep/actions.ts";
import { useWorld } from "../setup/world.ts";

const world = useWorld();
const data = process.env.LONGWAVE_TEST_DATA ?? "";

beforeAll(async () => {
  const { database } = world.deps.pool.options as { database: string };
  const target = { ...inject("postgres"), database };
  await loadShows(target, readShows(data));
  await loadEpisodes(target, readEpisodes(data));
  await refreshSearch(world.deps);
}, 1_800_000);

describe.each(["tuning", "final"] as const)("the %s half of the judged set", (half) => {
  let verdicts: Verdict[];

  beforeAll(async () => {
    verdicts = [];
    for (const one of readJudged(half))
      verdicts.push(judge(one, await answersTo(world.deps.db, one)));
  }, 600_000);

  test("finds nine of ten first, nearly all in the first ten, and hardly ever nothing", () => {
    const { first, ten, empty } = figuresOf("all", verdicts);
    const table = judgedTable(verdicts);
    expect(first, table).toBeGreaterThanOrEqual(0.9);
    expect(ten, table).toBeGreaterThanOrEqual(0.97);
    expect(empty, table).toBeLessThanOrEqual(0.005);
  });

  test("finds most of each class first", () => {
    const few = judgedFigures(verdicts).filter(({ first }) => first < 0.8);
    expect(few, judgedTable(verdicts)).toEqual([]);
  });
});
