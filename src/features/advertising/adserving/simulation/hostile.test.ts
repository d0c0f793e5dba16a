/** Tests that every goal is met in simulated traffic with three times as many hostile plays. */
import { beforeAll, expect, test } from "vitest";
import { type Audit, audit } from "./audit.ts";
import { invent } from "./invented.ts";
import { type SimulationResult, simulate } from "./run.ts";

const SCALE = { seed: 1, lineitems: 40, days: 14, downloads_per_day: 4000 };

let [quiet, hostile] = [{} as SimulationResult, {} as SimulationResult];
let found: Audit;
beforeAll(() => {
  quiet = simulate(invent(SCALE));
  hostile = simulate(invent({ ...SCALE, hostile: true }));
  found = audit(hostile);
}, 600_000);

test("no frequency cap, daily cap, hard goal, budget or separation is broken", () => {
  expect(found.breaches).toEqual([]);
});

test("every goal ends within one percent", () => {
  const items = new Map(hostile.invented.bookings.map((item) => [item.lineitem_id, item]));
  // A budget that ends first is a reason not to reach the goal.
  const goals = found.lines.flatMap(({ goal, ...line }) =>
    goal === null || items.get(line.lineitem_id)?.budget !== null ? [] : [{ ...line, goal }],
  );
  const off = goals.filter(({ goal, delivered }) => Math.abs(delivered - goal) > goal / 100);
  expect(off).toEqual([]);
  expect(goals.length).toBeGreaterThan(20);
});

test("the learned yields are those of listeners", () => {
  const off = [...hostile.memory.accounts].filter(([lineitem_id, account]) => {
    const honest = quiet.memory.accounts.get(lineitem_id);
    return honest === undefined || Math.abs(account.yield - honest.yield) > 0.05;
  });
  expect(off.map(([lineitem_id, { yield: learned }]) => ({ lineitem_id, learned }))).toEqual([]);
});

test("the simulation has many hostile plays", () => {
  expect(hostile.downloads).toBeGreaterThan(3 * quiet.downloads);
});
