/** Counts the slots of the coming weeks and how many of them are booked, by the replay of forecasts; pure. */

import type { Booking } from "../core/booking.ts";
import { makeCatalog } from "../core/catalog.ts";
import type { Pacing } from "../core/pace.ts";
import type { Zones } from "../core/zones.ts";
import { comingOf, decideAll, type Past, UNLIMITED, withoutLimits } from "../forecasting/rules.ts";
import type { Position } from "../schema.ts";

const DAY = 24 * 3_600_000;
const WEEK = 7 * DAY;
/** 1970-01-01 was a Thursday. */
const FIRST_MONDAY = 4 * DAY;

/** ms since 1970; `monday`: `YYYY-MM-DD`. */
export type Week = Readonly<{ monday: string; from: number; to: number }>;

/** The rest of this week and the weeks after it, from Monday 00:00 UTC. */
export const weeksFrom = (now: number, count: number): Week[] =>
  Array.from({ length: count }, (_, nth) => {
    const monday = now - ((((now - FIRST_MONDAY) % WEEK) + WEEK) % WEEK) + nth * WEEK;
    return {
      monday: new Date(monday).toISOString().slice(0, 10),
      from: Math.max(now, monday),
      to: monday + WEEK,
    };
  });

/** Slots of one week, show, position and country (null: unknown); not rounded. */
export type Cell = {
  readonly week: string;
  readonly show_id: number;
  readonly position: Position;
  readonly country: string | null;
  forecast: number;
  booked: number;
};

type Question = Readonly<{
  bookings: readonly Booking[];
  pacings: ReadonlyMap<number, Pacing & Readonly<{ yield: number }>>;
  /** Ads delivered so far by line item. */
  delivered: ReadonlyMap<number, number>;
  past: readonly Past[];
  weeks: readonly Week[];
  now: number;
  /** Expected share of reservations that are delivered, for line items without their own. */
  yield: number;
  zones: Zones;
}>;

/**
 * Replays the weeks twice: first to find how many slots each line item would win, then with those that would win more
 * than they need held back, so that a goal is not booked twice.
 */
export function inventoryOf(question: Question): Cell[] {
  const { bookings, zones, weeks, past, now } = question;
  const catalog = makeCatalog(bookings);
  const coming = weeks.map((week) => ({ week, requests: comingOf(past, now, week.from, week.to) }));
  const pacings = withoutLimits(question.pacings);
  const wins = new Map<number, number>();
  for (const { requests } of coming)
    decideAll({ catalog, pacings, zones }, requests, ({ weight }, picks) => {
      for (const { item } of picks)
        wins.set(item.lineitem_id, (wins.get(item.lineitem_id) ?? 0) + weight);
    });
  const held = heldBack(question, pacings, wins);
  const cells = new Map<string, Cell>();
  for (const { week, requests } of coming)
    decideAll({ catalog, pacings: held, zones }, requests, ({ request, weight }, picks) => {
      const cellOf = (position: Position): Cell => {
        const { show_id, country } = request;
        const key = `${week.monday} ${show_id} ${position} ${country}`;
        const found = cells.get(key);
        if (found !== undefined) return found;
        const cell = { week: week.monday, show_id, position, country, forecast: 0, booked: 0 };
        cells.set(key, cell);
        return cell;
      };
      for (const { position, ads_max_count } of request.breaks)
        cellOf(position).forecast += weight * ads_max_count;
      for (const { break_index } of picks) {
        const place = request.breaks[break_index];
        if (place !== undefined) cellOf(place.position).booked += weight;
      }
    });
  return [...cells.values()];
}

function heldBack(
  { bookings, pacings, delivered, now, weeks, ...question }: Question,
  free: ReadonlyMap<number, Pacing>,
  wins: ReadonlyMap<number, number>,
): Map<number, Pacing> {
  const end = weeks.at(-1)?.to ?? now;
  return new Map(
    bookings.map((item) => {
      const { lineitem_id } = item;
      const pacing = free.get(lineitem_id) ?? UNLIMITED;
      const gets =
        (wins.get(lineitem_id) ?? 0) * (pacings.get(lineitem_id)?.yield ?? question.yield);
      const needs = neededOf(item, delivered.get(lineitem_id) ?? 0, now, end);
      const share = gets > needs ? needs / gets : 1;
      return [lineitem_id, { ...pacing, probability: pacing.probability * share }];
    }),
  );
}

/** How many more it may deliver until `end` (ms). A goal is spread evenly over the flight, unless it is to run as soon as possible. */
function neededOf(item: Booking, delivered: number, now: number, end: number): number {
  const from = Math.max(now, item.starts);
  const to = Math.min(end, item.extended);
  if (to <= from) return 0;
  const left = item.goal === null ? Infinity : Math.max(0, item.goal - delivered);
  const part =
    item.pacing === "ASAP" ? 1 : Math.min(1, (to - from) / Math.max(1, item.ends - from));
  const daily = item.daily_cap === null ? Infinity : item.daily_cap * Math.ceil((to - from) / DAY);
  return Math.min(left * part, daily);
}
