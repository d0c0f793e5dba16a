/** Tests distinct listeners over several days: prefixes of the sketches are read if they suffice, else all of them. */
import { beforeAll, expect, test } from "vitest";
import { openStatistics } from "../../src/features/measurement/statistics/actions.ts";
import { aggregateLedgers } from "../../src/features/measurement/statistics/aggregation/actions.ts";
import { addDays } from "../../src/platform/statistics/calendar.ts";
import { download, openLedgers, writeBatch } from "../setup/ledgers.ts";
import { useWorld } from "../setup/world.ts";

const world = useWorld();
const [LOYAL, FICKLE] = [31, 32];
/** A week: some 350 hashes of each of its seven sketches are read at first. */
const WEEK = { from: "2026-11-02", to: "2026-11-08" };
const EACH_DAY = 600;

beforeAll(async () => {
  const { deps } = world;
  world.setTime(new Date("2026-11-21T12:00:00Z"));
  await openLedgers(deps.db);
  const downloads = [0, 1, 2, 3, 4, 5, 6].flatMap((day) =>
    Array.from({ length: EACH_DAY }, (_, n) => {
      const at = `${addDays(WEEK.from, day)} 12:00:00`;
      const heard = { episode_id: 41, author_id: 21 };
      return [
        download(at, `loyal ${n}`, { ...heard, show_id: LOYAL }),
        download(at, `fickle ${n} ${day}`, { ...heard, show_id: FICKLE }),
      ];
    }).flat(),
  );
  await writeBatch(deps.db, { downloads });
  await aggregateLedgers(deps);
});

async function listenersOf(show_id: number): Promise<number[]> {
  const scope = { level: "show", id: show_id } as const;
  const asked = { facts: "listeners", by: "date", group: "week", range: WEEK } as const;
  const rows = await openStatistics(world.deps).readListeners({ ...asked, scope });
  return rows.map(({ listeners }) => listeners);
}

test("listeners who return every day are counted exactly once", async () => {
  expect(await listenersOf(LOYAL)).toEqual([EACH_DAY]);
});

test("different listeners every day are estimated within four standard errors", async () => {
  const [listeners = 0, ...rest] = await listenersOf(FICKLE);
  expect(rest).toEqual([]);
  expect(Math.abs(listeners / (7 * EACH_DAY) - 1)).toBeLessThan(4 * 0.031);
});
