/** How much of a line item is left to hand out, of whatever limits it. */
import type { Booking } from "../core/booking.ts";

/** What is known of a line item and its campaign, counted exactly. */
export type Counted = Readonly<{
  delivered: number;
  /** Held and not yet delivered or expired. */
  reserved: number;
  /** How many of those are expected to be delivered. */
  expected: number;
  /** How far off that may be, squared. */
  variance: number;
  /** Share of what is held that is delivered, 0 to 1. */
  yield: number;
  /** Delivered on the present day of the line item's time zone. */
  today: number;
  /** Of the whole campaign, 10⁻⁸: earned, and what it earns when all that is held is delivered. */
  spent: bigint;
  held: bigint;
}>;

export type Room = Readonly<{ room: number | null; limit: Limit | null }>;
export const LIMITS = ["goal", "daily-cap", "budget"] as const;
export type Limit = (typeof LIMITS)[number];

/**
 * The narrowest limit. What must never be exceeded (daily cap, budget, a goal with `hard_cap`) counts
 * every reservation in full; any other goal counts what is expected of them.
 */
export function roomOf(item: Booking, counted: Counted, now: number): Room {
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
 * While there is time for what is missing, doubt (in standard deviations) counts against handing out. In the
 * last hour less of it: room is looked at again and again, and each time that it seems too large is used.
 */
const DOUBT = { usual: 2, last: 0.5 };
const LAST = 3_600_000;
/** ASAP doubts only while its whole goal may be held at once: else what is missing would be late by a day. */
const HASTE = { share: 0.5, most: 48 * 3_600_000 };

function goalRoom(item: Booking, goal: number, counted: Counted, now: number): number {
  if (item.hard_cap) return goal - counted.delivered - counted.reserved;
  const doubt = doubtOf(item, now) * Math.sqrt(counted.variance);
  return Math.round((goal - counted.delivered - counted.expected - doubt) / counted.yield);
}

function doubtOf({ pacing, starts, ends, closes }: Booking, now: number): number {
  if (pacing !== "ASAP") return now < closes - LAST ? DOUBT.usual : DOUBT.last;
  return now < starts + Math.min(HASTE.most, (ends - starts) * HASTE.share) ? DOUBT.usual : 0;
}
