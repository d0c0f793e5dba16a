/** Computes how many more ads of a line item may be handed out, under its narrowest limit. */
import type { Booking } from "../core/booking.ts";

/** Exact counts of a line item and its campaign. */
export type DeliveryCounts = Readonly<{
  delivered: number;
  /** Held and not yet delivered or expired. */
  reserved: number;
  /** How many of the reserved ads are expected to be delivered. */
  expected: number;
  /** The variance of `expected`. */
  variance: number;
  /** Share of reservations that are delivered, 0 to 1. */
  yield: number;
  /** Delivered today in the line item's time zone. */
  today: number;
  /** Of the whole campaign, in 10⁻⁸: revenue so far, and revenue if all reservations are delivered. */
  spent: bigint;
  held: bigint;
}>;

export type Remaining = Readonly<{ room: number | null; limit: Limit | null }>;
const LIMITS = ["goal", "daily-cap", "budget"] as const;
export type Limit = (typeof LIMITS)[number];

/**
 * The narrowest limit. Limits that must never be exceeded (daily cap, budget, a goal with `hard_cap`) count every
 * reservation in full; any other goal counts the expected deliveries.
 */
export function remainingOf(item: Booking, counted: DeliveryCounts, now: number): Remaining {
  const rooms: { limit: Limit; room: number }[] = [];
  if (item.goal !== null)
    rooms.push({ limit: "goal", room: goalRoom(item, item.goal, counted, now) });
  if (item.daily_cap !== null)
    rooms.push({ limit: "daily-cap", room: item.daily_cap - counted.today - counted.reserved });
  if (item.budget !== null && item.price > 0n)
    rooms.push({
      limit: "budget",
      room: Number((item.budget - counted.spent - counted.held) / item.price),
    });
  if (rooms.length === 0) return { room: null, limit: null };
  const least = rooms.reduce((a, b) => (b.room < a.room ? b : a));
  return { room: Math.max(0, least.room), limit: least.limit };
}

/**
 * Safety margin in standard deviations. It is smaller in the last hour: the room is recomputed so often that every
 * overestimate would be used up.
 */
const DOUBT = { usual: 2, last: 0.5 };
const LAST = 3_600_000;
/**
 * ASAP applies the margin only while its whole goal may be held at once; otherwise the missing ads would be a day late.
 */
const HASTE = { share: 0.5, most: 48 * 3_600_000 };

function goalRoom(item: Booking, goal: number, counted: DeliveryCounts, now: number): number {
  if (item.hard_cap) return goal - counted.delivered - counted.reserved;
  const doubt = doubtOf(item, now) * Math.sqrt(counted.variance);
  return Math.round((goal - counted.delivered - counted.expected - doubt) / counted.yield);
}

function doubtOf({ pacing, starts, ends, closes }: Booking, now: number): number {
  if (pacing !== "ASAP") return now < closes - LAST ? DOUBT.usual : DOUBT.last;
  return now < starts + Math.min(HASTE.most, (ends - starts) * HASTE.share) ? DOUBT.usual : 0;
}
