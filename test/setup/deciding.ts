/** Line items and listeners for ad decisions in memory, without a database. */
import type { Booking } from "../../src/features/advertising/adserving/core/booking.ts";
import { makeCatalog } from "../../src/features/advertising/adserving/core/catalog.ts";
import { decide, type Pick } from "../../src/features/advertising/adserving/core/decide.ts";
import { seeded } from "../../src/features/advertising/adserving/core/draw.ts";
import { makeHistory, type Seen } from "../../src/features/advertising/adserving/core/frequency.ts";
import {
  makePace,
  type Pacing,
  readPacings,
} from "../../src/features/advertising/adserving/core/pace.ts";
import type { Reason } from "../../src/features/advertising/adserving/core/reasons.ts";
import { openZones } from "../../src/features/advertising/adserving/core/zones.ts";
import { breaksOf } from "../../src/features/advertising/adserving/rules.ts";
import type { AdRequest } from "../../src/features/advertising/adserving/schema.ts";

const PROFILE = "mp3-128-stereo";
const DURATION = 1_800_000;
/** A Monday. */
const NOW = Date.parse("2026-11-09T12:00:00Z");
const DAY = 86_400_000;

/** A running line item without targeting or limits. Each has its own campaign, advertiser and audio by default. */
export function aBooking(lineitem_id: number, overrides: Partial<Booking> = {}): Booking {
  const files = { [PROFILE]: { media_key: `ads/${lineitem_id}`, bytes: 480_000, frames: 1149 } };
  const ends = NOW + 365 * DAY;
  return {
    lineitem_id,
    campaign_id: lineitem_id,
    advertiser_id: lineitem_id,
    team_id: 1,
    industries: [`iab${lineitem_id}-1`],
    priority: 40,
    timezone: "UTC",
    hours: null,
    starts: NOW - 365 * DAY,
    ends,
    closes: ends,
    extended: ends,
    goal: null,
    pacing: "ASAP",
    daily_cap: null,
    hard_cap: false,
    share_of_voice: null,
    price: 1_000_000n,
    budget: null,
    caps: [],
    campaign_caps: [],
    exclusions: null,
    max_per_download: 1,
    positions: null,
    midroll: null,
    countries: null,
    devices: null,
    systems: null,
    apps: null,
    languages: null,
    tags: null,
    shows: null,
    episodes: null,
    categories: null,
    creatives: [{ creative_id: lineitem_id * 10, weight: 100, files }],
    ...overrides,
  };
}

/** Breaks of an episode of half an hour: at 0 before it, at `DURATION` after it. */
export const breaksAt = (...places: readonly (readonly [minutes: number, ads: number])[]) =>
  breaksOf(
    places.map(([minutes, ads_max_count]) => ({ timecode: minutes * 60_000, ads_max_count })),
    [],
    DURATION,
  );

export type Asking = Partial<AdRequest> &
  Readonly<{
    seen?: readonly Seen[];
    pacings?: ReadonlyMap<number, Pacing>;
    seed?: number;
  }>;

/** The decision for one listener of an episode with one slot by default. */
export function decideFor(
  bookings: readonly Booking[],
  { seen = [], pacings = new Map(), seed = 1, ...overrides }: Asking = {},
) {
  const catalog = makeCatalog(bookings);
  const reasons = new Map<number, Reason>();
  const asked: AdRequest = {
    at: new Date(NOW),
    listener: Buffer.alloc(16),
    episode_id: 1,
    show_id: 1,
    author_id: 1,
    origin: null,
    team_ids: [1],
    profile: PROFILE,
    breaks: breaksAt([0, 1]),
    country: "IT",
    device: "Mobile",
    os: "iOS",
    app: "Overcast",
    language: "it",
    category_ids: [92],
    tags: [],
    published_at: null,
    ...overrides,
  };
  const picks = decide(
    {
      catalog,
      zones: openZones(),
      random: seeded(seed),
      pace: makePace(catalog, readPacings(catalog, pacings), new Map()),
      note: (lineitem_id, reason) => reasons.set(lineitem_id, reason),
    },
    asked,
    makeHistory(seen),
  );
  return { picks, reasons };
}

/** The line items in each break, in order. */
export const placesOf = (picks: readonly Pick[]): number[][] =>
  picks.reduce<number[][]>((places, { break_index, item }) => {
    while (places.length <= break_index) places.push([]);
    places[break_index]?.push(item.lineitem_id);
    return places;
  }, []);

/** The share of decisions in which each line item is chosen. */
export function sharesOf(bookings: readonly Booking[], rounds: number, asking: Asking = {}) {
  const counts = new Map<number, number>();
  for (let seed = 1; seed <= rounds; seed += 1)
    for (const { item } of decideFor(bookings, { ...asking, seed }).picks)
      counts.set(item.lineitem_id, (counts.get(item.lineitem_id) ?? 0) + 1);
  return (lineitem_id: number): number => (counts.get(lineitem_id) ?? 0) / rounds;
}

/** The pacing of a line item that may run freely, by default. */
export const aPacing = (overrides: Partial<Pacing> = {}): Pacing => ({
  probability: 1,
  urgency: 0.5,
  room: null,
  allowance: null,
  ...overrides,
});
