/** Tests where an ad may run: in which breaks, next to which other ads, and at which hours. */
import { expect, test } from "vitest";
import { aBooking, breaksAt, decideFor, placesOf } from "../../../../../test/setup/deciding.ts";
import type { Booking } from "./booking.ts";

/** Pre-roll, three mid-rolls and post-roll, each for one ad. */
const FIVE = breaksAt([0, 1], [5, 1], [10, 1], [20, 1], [30, 1]);
const only = (...values: string[]) => ({ type: "INCLUDE", values }) as const;
const WHEREVER = { max_per_download: 9 };

/** One audio file per slot, so that no ad is left out as a duplicate. */
function manyCreatives(lineitem_id: number): Pick<Booking, "creatives"> {
  return {
    creatives: Array.from({ length: 9 }, (_, n) => ({
      creative_id: lineitem_id * 10 + n,
      weight: 100,
      files: { "mp3-128-stereo": { media_key: `ads/${lineitem_id}-${n}`, bytes: 1, frames: 1 } },
    })),
  };
}
const breaksOfItem = (overrides: Partial<Booking>, breaks = FIVE) => {
  const item = aBooking(1, { ...WHEREVER, ...manyCreatives(1), ...overrides });
  return decideFor([item], { breaks }).picks.map(({ break_index }) => break_index);
};

test.each<[string, Partial<Booking>, number[]]>([
  ["anywhere", {}, [0, 1, 2, 3, 4]],
  ["before the programme", { positions: only("preroll") }, [0]],
  ["after the programme", { positions: only("postroll") }, [4]],
  ["in the programme", { positions: only("midroll") }, [1, 2, 3]],
  ["before and after", { positions: only("preroll", "postroll") }, [0, 4]],
  ["in the first mid-roll", { positions: only("midroll"), midroll: "first" }, [1]],
  ["in the last mid-roll", { positions: only("midroll"), midroll: "last" }, [3]],
  ["in the second mid-roll", { positions: only("midroll"), midroll: 2 }, [2]],
  ["in the first mid-roll, by number", { positions: only("midroll"), midroll: 1 }, [1]],
  ["in the last mid-roll, by number", { positions: only("midroll"), midroll: 3 }, [3]],
  ["in a mid-roll that does not exist", { positions: only("midroll"), midroll: 4 }, []],
  ["outside the programme, or first in it", { midroll: "first" }, [0, 1, 4]],
])("an ad runs where it is booked: %s", (_, booked, places) => {
  expect(breaksOfItem(booked)).toEqual(places);
});

test("a single mid-roll is both first and last, and an episode without mid-rolls gets no mid-roll ads", () => {
  const one = breaksAt([0, 1], [15, 1], [30, 1]);
  for (const midroll of ["first", "last", 1] as const)
    expect(breaksOfItem({ positions: only("midroll"), midroll }, one)).toEqual([1]);
  const none = breaksAt([0, 1], [30, 1]);
  expect(breaksOfItem({ positions: only("midroll") }, none)).toEqual([]);
});

test("breaks are filled in order, each up to its maximum", () => {
  const items = [1, 2, 3, 4].map((id) => aBooking(id));
  const { picks } = decideFor(items, { breaks: breaksAt([0, 2], [10, 1], [30, 2]) });
  expect(placesOf(picks).map((place) => place.length)).toEqual([2, 1, 1]);
  expect(new Set(picks.map(({ item }) => item.lineitem_id)).size).toBe(4);
});

/** Two items that may run in every break, and where the second one is placed. */
function together(
  first: Partial<Booking>,
  second: Partial<Booking>,
  breaks = breaksAt([0, 2], [10, 2]),
) {
  // The first has the better priority, so it is placed first.
  const items = [
    aBooking(1, { priority: 30, ...first }),
    aBooking(2, { priority: 40, advertiser_id: 77, industries: ["iab8-5"], ...second }),
  ];
  const { picks, reasons } = decideFor(items, { breaks });
  return { places: placesOf(picks), reason: reasons.get(2) };
}
const BESIDE = [[1, 2]];

test.each<[string, Booking["exclusions"], number[][]]>([
  ["no rule", null, BESIDE],
  ["another advertiser", { advertisers: [78], industries: [], scope: "download" }, BESIDE],
  ["its advertiser, per break", { advertisers: [77], industries: [], scope: "break" }, [[1], [2]]],
  ["its advertiser, per download", { advertisers: [77], industries: [], scope: "download" }, [[1]]],
  ["its industry", { advertisers: [], industries: ["iab8-5"], scope: "download" }, [[1]]],
  ["its parent industry", { advertisers: [], industries: ["iab8"], scope: "break" }, [[1], [2]]],
  [
    "sibling industries",
    { advertisers: [], industries: ["iab8-50", "iab8-6"], scope: "download" },
    BESIDE,
  ],
  [
    "an industry with the same prefix",
    { advertisers: [], industries: ["iab80"], scope: "download" },
    BESIDE,
  ],
  [
    "a subcategory of its industry",
    { advertisers: [], industries: ["iab8-5-1"], scope: "break" },
    BESIDE,
  ],
])("an excluded ad runs in another break or not at all: %s", (_, exclusions, places) => {
  expect(together({ exclusions }, {}).places).toEqual(places);
  // The rule applies whichever of the two items has it.
  const rule = exclusions && {
    ...exclusions,
    advertisers: exclusions.advertisers.map((id) => (id === 77 ? 88 : id)),
  };
  const turned = together(
    { advertiser_id: 88, industries: ["iab8-5"] },
    { industries: ["iab3"], exclusions: rule },
  );
  expect(turned.places).toEqual(places);
});

test("the stricter rule of the two wins, and the reason is reported", () => {
  const advertisers = { advertisers: [77], industries: [], scope: "break" } as const;
  const industry = { advertisers: [], industries: ["iab1"], scope: "download" } as const;
  const found = together({ exclusions: advertisers }, { exclusions: industry });
  expect(found).toEqual({ places: [[1]], reason: "separation" });
});

/** Open from 2 to 4 and at 8 o'clock on Sundays in Rome. */
const HOURS = new Set([2, 3, 8].map((hour) => 6 * 24 + hour));
const runsAt = (at: string, overrides: Partial<Booking> = {}) => {
  const item = aBooking(1, { timezone: "Europe/Rome", hours: HOURS, ...overrides });
  const { picks, reasons } = decideFor([item], { at: new Date(at) });
  expect(reasons.get(1)).toBe(picks.length === 1 ? "won" : "daypart");
  return picks.length === 1;
};

test("dayparts are hours of the line item's local clock, also on days when clocks change", () => {
  // An ordinary Sunday in winter, and one in summer.
  expect(
    ["01:59", "02:00", "03:59", "04:00"].map((at) => runsAt(`2026-11-15T${at}+01:00`)),
  ).toEqual([false, true, true, false]);
  expect(runsAt("2026-07-12T06:00:00Z")).toBe(true);
  expect(runsAt("2026-11-15T06:00:00Z")).toBe(false);
  // 2026-03-29: clocks go from 2:00 to 3:00, so the hour from 2:00 to 3:00 does not exist.
  const spring = ["00:59", "01:00", "01:59", "02:00", "05:59", "06:00", "06:59", "07:00"];
  expect(spring.map((at) => runsAt(`2026-03-29T${at}:00Z`))).toEqual([
    ...[false, true, true, false, false, true, true, false],
  ]);
  // 2026-10-25: clocks go back from 3:00 to 2:00, so the hour from 2:00 to 3:00 happens twice.
  const autumn = ["23:59", "00:00", "01:00", "02:00", "02:59", "03:00", "07:00", "07:59", "08:00"];
  expect(autumn.map((at) => runsAt(`2026-10-${at === "23:59" ? 24 : 25}T${at}:00Z`))).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
    true,
    true,
    false,
  ]);
});

test("in a zone with a half-hour offset, dayparts open on the half hour", () => {
  const kolkata = { timezone: "Asia/Kolkata" };
  expect(["2026-11-14T20:29:59Z", "2026-11-14T20:30:00Z"].map((at) => runsAt(at, kolkata))).toEqual(
    [false, true],
  );
});

test("a flight begins and ends at its own midnight, to the millisecond", () => {
  const flight = {
    starts: Date.parse("2026-03-28T23:00:00Z"),
    ends: Date.parse("2026-03-29T22:00:00Z"),
    extended: Date.parse("2026-03-30T22:00:00Z"),
  };
  const reasonAt = (at: number) =>
    decideFor([aBooking(1, flight)], { at: new Date(at) }).reasons.get(1);
  expect(
    [flight.starts - 1, flight.starts, flight.ends, flight.extended - 1, flight.extended].map(
      reasonAt,
    ),
  ).toEqual(["outside-flight", "won", "won", "won", "outside-flight"]);
});
