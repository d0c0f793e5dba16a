/** Tests which line items get slots: tiers in order, the draw inside each, caps, and the number per download. */
import { expect, test } from "vitest";
import {
  aBooking,
  aPacing,
  breaksAt,
  decideFor,
  placesOf,
  sharesOf,
} from "../../../../../test/setup/deciding.ts";
import type { Booking, Cap } from "./booking.ts";
import type { Pacing } from "./pace.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse("2026-11-09T12:00:00Z");
const PRIORITIES = [20, 30, 40, 50, 60, 70];
const winnersOf = (items: readonly Booking[], asking = {}) =>
  placesOf(decideFor(items, asking).picks).flat();

test("tiers get slots in order of priority, whatever the price, weight or urgency of the others", () => {
  // The lower the priority, the higher the price, weight and urgency.
  const items = PRIORITIES.map((priority, at) =>
    aBooking(at + 1, { priority, price: BigInt(10 ** at) }),
  );
  const pacings = new Map(items.map(({ lineitem_id: id }) => [id, aPacing({ urgency: id * 9 })]));
  const breaks = breaksAt([0, 6]);
  for (let seed = 1; seed <= 50; seed += 1)
    expect(winnersOf(items.toReversed(), { pacings, breaks, seed })).toEqual([1, 2, 3, 4, 5, 6]);
  // With fewer slots the first tiers get them, and the others get the reason `no-slot`.
  const { picks, reasons } = decideFor(items, { pacings, breaks: breaksAt([0, 2]) });
  expect(placesOf(picks)).toEqual([[1, 2]]);
  expect([3, 4, 5, 6].map((id) => reasons.get(id))).toEqual(Array(4).fill("no-slot"));
});

test("slots that a tier cannot fill go to the next tier", () => {
  const items = PRIORITIES.map((priority, at) => aBooking(at + 1, { priority }));
  const away = { pacings: new Map([1, 2, 3].map((id) => [id, aPacing({ probability: 0 })])) };
  const { picks, reasons } = decideFor(items, { ...away, breaks: breaksAt([0, 2]) });
  expect(placesOf(picks)).toEqual([[4, 5]]);
  expect([1, 2, 3, 6].map((id) => reasons.get(id))).toEqual([
    ...["throttled", "throttled", "throttled", "no-slot"],
  ]);
  const none = new Map(items.map(({ lineitem_id }) => [lineitem_id, aPacing({ probability: 0 })]));
  expect(decideFor(items, { pacings: none }).picks).toEqual([]);
});

const ROUNDS = 4000;
/** A tolerance of more than four standard deviations. */
const near = (share: number) => ({
  asymmetricMatch: (found: number) => Math.abs(found - share) < 0.035,
  toString: () => `about ${share}`,
});

test("a share of voice is that share of all slots, and the rest goes down the tiers", () => {
  const items = [
    aBooking(1, { priority: 20, share_of_voice: 30 }),
    aBooking(2, { priority: 20, share_of_voice: 20 }),
    aBooking(3, { priority: 40 }),
  ];
  const share = sharesOf(items, ROUNDS);
  expect([share(1), share(2), share(3)]).toEqual([near(0.3), near(0.2), near(0.5)]);
  // No other sponsor gets the share of an item that may not run.
  const alone = sharesOf(items, ROUNDS, { pacings: new Map([[1, aPacing({ room: 0 })]]) });
  expect([alone(1), alone(2), alone(3)]).toEqual([0, near(0.2), near(0.8)]);
  const sponsor = sharesOf([...items, aBooking(4, { priority: 20 })], ROUNDS);
  expect([sponsor(1), sponsor(2), sponsor(3), sponsor(4)]).toEqual([
    ...[near(0.3), near(0.2), 0, near(0.5)],
  ]);
});

test.each([30, 40, 50])(
  "in tier %i the more urgent is drawn more often, and items at risk come first",
  (priority) => {
    const items = [1, 2, 3].map((id) => aBooking(id, { priority }));
    const urgencies = (...all: number[]): ReadonlyMap<number, Pacing> =>
      new Map(all.map((urgency, at) => [at + 1, aPacing({ urgency })]));
    const share = sharesOf(items, ROUNDS, { pacings: urgencies(0.1, 0.3, 0.6) });
    expect([share(1), share(2), share(3)]).toEqual([near(0.1), near(0.3), near(0.6)]);
    const late = sharesOf(items, 200, { pacings: urgencies(0.99, 1, 0) });
    expect([late(1), late(2), late(3)]).toEqual([0, 1, 0]);
    // An item that needs nothing still has a thousandth of the weight, so that it never starves.
    const idle = sharesOf(items, ROUNDS, { pacings: urgencies(0, 0, 0) });
    expect([idle(1), idle(2), idle(3)]).toEqual([near(1 / 3), near(1 / 3), near(1 / 3)]);
  },
);

test("a throttle lets its share of downloads through, and ASAP lets all through", () => {
  const pacings = new Map([[1, aPacing({ probability: 0.25 })]]);
  const items = [aBooking(1, { goal: 1000, pacing: "PACED" }), aBooking(2, { priority: 50 })];
  const share = sharesOf(items, ROUNDS, { pacings });
  expect([share(1), share(2)]).toEqual([near(0.25), near(0.75)]);
});

test("in tier 60 the highest price wins, ties are drawn by lot, and only the price counts", () => {
  const prices = [500n, 700n, 700n, 699n];
  const items = prices.map((price, at) => aBooking(at + 1, { priority: 60, price }));
  const pacings = new Map([[1, aPacing({ urgency: 900 })]]);
  const share = sharesOf(items, ROUNDS, { pacings });
  expect([1, 2, 3, 4].map(share)).toEqual([0, near(0.5), near(0.5), 0]);
  const order = winnersOf(items, { pacings, breaks: breaksAt([0, 4]) });
  expect([order.slice(0, 2).sort(), order.slice(2)]).toEqual([
    [2, 3],
    [4, 1],
  ]);
});

const weighing = (lineitem_id: number, ...weights: number[]): Pick<Booking, "creatives"> => ({
  creatives: weights.map((weight, n) => ({
    creative_id: lineitem_id * 10 + n,
    weight,
    files: {
      "mp3-128-stereo": { media_key: `ads/${lineitem_id}-${n}`, bytes: 480_000, frames: 1149 },
    },
  })),
});

test("in tier 70 weights rotate, and neither price nor urgency counts", () => {
  const items = [100, 300].map((weight, at) =>
    aBooking(at + 1, { priority: 70, price: BigInt(9 - at), ...weighing(at + 1, weight, 50) }),
  );
  const pacings = new Map([[1, aPacing({ urgency: 900 })]]);
  const share = sharesOf(items, ROUNDS, { pacings });
  expect([share(1), share(2)]).toEqual([near(0.25), near(0.75)]);
});

test("creatives rotate by weight; paused ones and those of another profile never run", () => {
  const other = {
    creative_id: 9,
    weight: 900,
    files: { "mp3-64-mono": { media_key: "m", bytes: 1, frames: 1 } },
  };
  const { creatives } = weighing(1, 100, 300, 0);
  const item = aBooking(1, { creatives: [...creatives, other] });
  const counts = new Map<number, number>();
  for (let seed = 1; seed <= ROUNDS; seed += 1)
    for (const { creative_id } of decideFor([item], { seed }).picks)
      counts.set(creative_id, (counts.get(creative_id) ?? 0) + 1 / ROUNDS);
  expect(Object.fromEntries(counts)).toEqual({ 10: near(0.25), 11: near(0.75) });
  expect(decideFor([aBooking(1, { creatives: [other] })]).picks).toEqual([]);
});

const seen = (...hoursAgo: number[]) =>
  hoursAgo.map((hours) => ({ lineitem_id: 1, campaign_id: 1, at: NOW - hours * HOUR }));
const HELD = { lineitem_id: 1, campaign_id: 1, at: Number.POSITIVE_INFINITY };

test.each<[string, Cap[], ReturnType<typeof seen>, boolean]>([
  ["one per hour, an hour ago", [{ max: 1, window: HOUR }], seen(1), true],
  ["one per hour, slightly less than an hour ago", [{ max: 1, window: HOUR }], seen(0.999), false],
  ["two per day, heard once", [{ max: 2, window: DAY }], seen(3), true],
  ["two per day, heard twice", [{ max: 2, window: DAY }], seen(3, 23.9), false],
  ["two per day, one exactly a day ago", [{ max: 2, window: DAY }], seen(3, 24), true],
  ["one in three days", [{ max: 1, window: 3 * DAY }], seen(71), false],
  [
    "the strictest of several",
    [
      { max: 9, window: DAY },
      { max: 1, window: HOUR },
    ],
    seen(0.5),
    false,
  ],
  ["once in a lifetime", [{ max: 1, window: Number.POSITIVE_INFINITY }], seen(24 * 900), false],
  ["reserved and not delivered yet", [{ max: 1, window: HOUR }], [HELD], false],
  ["delivered by a server whose clock is ahead", [{ max: 1, window: HOUR }], seen(-0.1), false],
])("a listener hears an ad no more often than its caps allow: %s", (_, caps, history, runs) => {
  for (const booked of [{ caps }, { campaign_caps: caps }]) {
    const { picks, reasons } = decideFor([aBooking(1, booked)], { seen: history });
    expect([picks.length, reasons.get(1)]).toEqual(runs ? [1, "won"] : [0, "frequency-cap"]);
  }
  // The history of another line item of another campaign does not count.
  const others = history.map((one) => ({ ...one, lineitem_id: 2, campaign_id: 2 }));
  expect(decideFor([aBooking(1, { caps })], { seen: others }).picks).toHaveLength(1);
});

test("a campaign's cap counts all of its line items, including those of this download", () => {
  const campaign = { campaign_id: 1, campaign_caps: [{ max: 2, window: DAY }] };
  const items = [1, 2, 3].map((id) => aBooking(id, campaign));
  const breaks = breaksAt([0, 3]);
  expect(winnersOf(items, { breaks })).toHaveLength(2);
  expect(winnersOf(items, { breaks, seen: [{ ...HELD, lineitem_id: 7 }] })).toHaveLength(1);
  expect(winnersOf(items, { breaks, seen: [HELD, HELD] })).toEqual([]);
});

test("a line item fills one slot of a download, or as many as its maximum and its caps allow", () => {
  const breaks = breaksAt([0, 2], [10, 2]);
  const item = { ...weighing(1, 100, 100, 100, 100) };
  expect(winnersOf([aBooking(1, item)], { breaks })).toEqual([1]);
  expect(winnersOf([aBooking(1, { ...item, max_per_download: 3 })], { breaks })).toEqual([1, 1, 1]);
  const capped = { ...item, max_per_download: 3, caps: [{ max: 2, window: DAY }] };
  expect(winnersOf([aBooking(1, capped)], { breaks })).toEqual([1, 1]);
  expect(winnersOf([aBooking(1, capped)], { breaks, seen: seen(5) })).toEqual([1]);
});

test("a file never plays twice in a download, even if two line items book it", () => {
  const breaks = breaksAt([0, 2], [10, 2]);
  const { creatives } = weighing(1, 100, 100);
  const items = [aBooking(1, { creatives, max_per_download: 4 }), aBooking(2, { creatives })];
  const { picks } = decideFor(items, { breaks });
  expect(new Set(picks.map(({ file }) => file.media_key)).size).toBe(picks.length);
  expect(picks).toHaveLength(2);
});

test("no ads are handed out beyond the room that the controller left", () => {
  const runs = (pacing: Partial<Pacing>) => {
    const { picks, reasons } = decideFor([aBooking(1, { goal: 5 })], {
      pacings: new Map([[1, aPacing(pacing)]]),
    });
    return [picks.length, reasons.get(1)];
  };
  expect(runs({ room: 1 })).toEqual([1, "won"]);
  expect(runs({ room: 0 })).toEqual([0, "spent"]);
  expect(runs({ allowance: 1 })).toEqual([1, "won"]);
  expect(runs({ allowance: 0 })).toEqual([0, "ahead"]);
});
