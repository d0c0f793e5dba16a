/** Replays past ad requests with a line item added, to find what it would get and from which others; pure. */

import { hasBit } from "../core/bits.ts";
import type { Booking } from "../core/booking.ts";
import { type Catalog, makeCatalog, matching, placeable } from "../core/catalog.ts";
import { decide, type Pick as Picked } from "../core/decide.ts";
import { seeded } from "../core/draw.ts";
import { makeHistory } from "../core/frequency.ts";
import { makePace, type Pacing, readPacings } from "../core/pace.ts";
import type { Zones } from "../core/zones.ts";
import type { AdRequest } from "../schema.ts";

const DAY = 24 * 3_600_000;
const WEEK = 7 * DAY;
const NOBODY = makeHistory([]);

/** The pacing of a line item that no controller has seen. */
export const UNLIMITED: Pacing = { probability: 1, urgency: 0, room: null, allowance: null };

/** Pacing without the limits of this moment, which say nothing about the days to come. */
export const withoutLimits = (pacings: ReadonlyMap<number, Pacing>): Map<number, Pacing> =>
  new Map([...pacings].map(([id, pacing]) => [id, { ...pacing, room: null, allowance: null }]));

/** A past ad request and how many it represents; `at`: ms. */
export type Past = Readonly<{ at: number; weight: number; request: AdRequest }>;

export type Question = Readonly<{
  draft: Booking;
  /** All other running line items. */
  others: readonly Booking[];
  pacings: ReadonlyMap<number, Pacing>;
  past: readonly Past[];
  now: number;
  /** Expected share of reservations that are delivered. */
  yield: number;
  zones: Zones;
}>;

export type Replay = Readonly<{
  available: number;
  contended: number;
  expected: number;
  /** How many ads the draft takes from each line item. */
  displaced: ReadonlyMap<number, number>;
}>;

/** Every past ad request is shifted by whole weeks to where it recurs in the flight. */
export function replay(question: Question): Replay {
  const { draft, others, pacings } = question;
  const from = Math.max(question.now, draft.starts);
  const coming = comingOf(question.past, question.now, from, draft.ends);
  const catalog = makeCatalog([...others, draft]);
  const ungoverned = (probability: number) =>
    withoutLimits(pacings).set(draft.lineitem_id, { ...UNLIMITED, probability });
  const slots = coming.map((one) => slotsOf(catalog, draft, one, question.zones));
  const all = winsOf(question, catalog, ungoverned(1), coming).get(draft.lineitem_id) ?? 0;
  const goal = mostOf(draft, from);
  const share = all > 0 ? Math.min(1, goal / (all * question.yield)) : 1;
  const with_draft = winsOf(question, catalog, ungoverned(share), coming);
  const without = winsOf(question, makeCatalog(others), ungoverned(share), coming);
  const lost = [...without].flatMap(([id, wins]): [number, number][] => {
    const less = wins - (with_draft.get(id) ?? 0);
    return less > 0 ? [[id, less * question.yield]] : [];
  });
  return {
    available: slots.reduce((sum, { own }) => sum + own, 0),
    contended: slots.reduce((sum, { own, contended }) => sum + (contended ? own : 0), 0),
    expected: Math.min(goal, all * question.yield),
    displaced: new Map(all > 0 ? lost : []),
  };
}

/** How many ads its goal and its daily cap allow from a moment (ms) on. */
function mostOf({ goal, daily_cap, ends }: Booking, from: number): number {
  const days = Math.ceil(Math.max(0, ends - from) / DAY);
  return Math.min(goal ?? Infinity, daily_cap === null ? Infinity : daily_cap * days);
}

/** Past ad requests (the oldest first, until `now`), moved by whole weeks to where they recur in [from, to). */
export function comingOf(past: readonly Past[], now: number, from: number, to: number): Past[] {
  const first = past[0];
  if (to <= from || first === undefined) return [];
  const history = Math.max(1 / 168, (now - first.at) / WEEK);
  const weeks = Math.max(1, (to - from) / WEEK);
  return past.flatMap(({ at, weight, request }) => {
    const moved = from + ((((at - from) % WEEK) + WEEK) % WEEK);
    if (moved >= to) return [];
    return [
      {
        at: moved,
        weight: (weight * weeks) / history,
        request: { ...request, at: new Date(moved) },
      },
    ];
  });
}

/** How many slots the draft could get there, and whether others of its priority or better compete for them. */
function slotsOf(catalog: Catalog, draft: Booking, { request, at, weight }: Past, zones: Zones) {
  const place = catalog.places.get(draft.lineitem_id) ?? -1;
  const bits = matching(catalog, request);
  const runs = draft.hours?.has(zones.hourOfWeek(at, draft.timezone)) ?? true;
  if (!runs || !hasBit(bits, place)) return { own: 0, contended: false };
  const able = request.breaks.filter((one) => hasBit(placeable(catalog, one), place));
  const slots = able.reduce((sum, { ads_max_count }) => sum + ads_max_count, 0);
  const contended = catalog.items.some(
    (item, other) => other !== place && item.priority <= draft.priority && hasBit(bits, other),
  );
  return { own: weight * Math.min(slots, draft.max_per_download), contended };
}

function winsOf(
  { zones }: Question,
  catalog: Catalog,
  pacings: ReadonlyMap<number, Pacing>,
  coming: readonly Past[],
): Map<number, number> {
  const wins = new Map<number, number>();
  decideAll({ catalog, pacings, zones }, coming, ({ weight }, picks) => {
    for (const { item } of picks)
      wins.set(item.lineitem_id, (wins.get(item.lineitem_id) ?? 0) + weight);
  });
  return wins;
}

/**
 * Decides each ad request for a listener without a history. Uses the same random numbers for the same ad request, so
 * that two replays differ only by their bookings.
 */
export function decideAll(
  {
    catalog,
    pacings,
    zones,
  }: Readonly<{
    catalog: Catalog;
    pacings: ReadonlyMap<number, Pacing>;
    zones: Zones;
  }>,
  requests: readonly Past[],
  decided: (one: Past, picks: readonly Picked[]) => void,
): void {
  const pace = makePace(catalog, readPacings(catalog, pacings), new Map());
  requests.forEach((one, at) => {
    const around = { catalog, pace, zones, random: seeded(at + 1), note: () => {} };
    decided(one, decide(around, one.request, NOBODY));
  });
}
