/** Tests how well real shows are found; bench/search runs more queries, on all shows. */
import { beforeAll, expect, inject, test } from "vitest";
import { loadShows, readShows } from "../../bench/search/corpus.ts";
import { measureQuality, type Outcome, qualityTable } from "../../bench/search/quality.ts";
import { refreshSearch } from "../../src/features/discovery/search/upkeep/actions.ts";
import { useWorld } from "../setup/world.ts";

const world = useWorld();

/** Every sixth show: a search among 9,764, in two levels. */
const shows = readShows(process.env.LONGWAVE_TEST_DATA ?? "").filter(({ id }) => id % 6 === 0);
const ASKED = 250;
let outcomes: Outcome[];

beforeAll(async () => {
  const { database } = world.deps.pool.options as { database: string };
  await loadShows({ ...inject("postgres"), database }, shows);
  await refreshSearch(world.deps);
  outcomes = await measureQuality(
    async (q) => {
      const query = new URLSearchParams({ type: "shows", limit: "10", q });
      return (await world.api.get(`/v2/search?${query}`)).response.items;
    },
    shows,
    ASKED,
  );
}, 600_000);

test.each([0, 1, 2, 3])("queries of kind %i find their required share of shows", (index) => {
  const outcome = outcomes[index];
  expect(outcome?.asked).toBeGreaterThan(ASKED / 2);
  const share = (outcome?.found ?? 0) / (outcome?.asked ?? 1);
  expect(share, qualityTable(outcome ? [outcome] : [], 25)).toBeGreaterThanOrEqual(
    outcome?.needed ?? 1,
  );
});
