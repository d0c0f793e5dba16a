/** How fast each item may run right now: parallel arrays by its place in the catalog. */
import type { Booking } from "./booking.ts";
import type { Catalog } from "./catalog.ts";

/** What the controller has said of a line item. */
export type Pacing = Readonly<{
  probability: number;
  urgency: number;
  /** How many more may be held since it was counted without exceeding anything; null: any number. */
  room: number | null;
  /** How many more the curve allows until the next run; null: any number. */
  allowance: number | null;
}>;

export type Pace = Readonly<{
  probability: Float64Array;
  urgency: Float64Array;
  /** In a draw of its tier, whole: urgency in millionths, of remnants that of their creatives. */
  weight: Float64Array;
  allowance: Float64Array;
  /** How many this process may hold until the next refresh without counting exactly. */
  free: Float64Array;
  /** Held by all since the controller counted, as of the refresh; and by this process since then. */
  used: Float64Array;
  local: Float64Array;
  /** 1: nothing is left of it, until the controller counts again. */
  closed: Uint8Array;
}>;

/**
 * Each process may hold this part of what is left between two refreshes, so that up to so many
 * together never hold more than there is.
 */
const PROCESSES = 8;

/** Need by supply from which an item is at risk, and comes before those that are not. */
export const AT_RISK = 1;
const UNIT = 1e6;
/** Even who needs nothing more urgently has a chance. */
const LEAST_WEIGHT = 0.001 * UNIT;

/** Of an item that no controller has seen: it may run, and is counted exactly where it has limits. */
const unseen = (item: Booking): Pacing => ({
  probability: 1,
  urgency: 0,
  room: isLimited(item) ? 1 : null,
  allowance: null,
});

export const isLimited = (item: Booking): boolean =>
  item.goal !== null || item.daily_cap !== null || item.budget !== null;

/** `used`: how many of each line item were held since its pacing was counted. */
export function makePace(
  catalog: Catalog,
  pacings: ReadonlyMap<number, Pacing>,
  used: ReadonlyMap<number, number>,
): Pace {
  const size = catalog.items.length;
  const make = () => new Float64Array(size);
  const pace: Pace = {
    ...{ probability: make(), urgency: make(), weight: make(), allowance: make() },
    ...{ free: make(), used: make(), local: make(), closed: new Uint8Array(size) },
  };
  catalog.items.forEach((item, place) => {
    const pacing = pacings.get(item.lineitem_id) ?? unseen(item);
    const shared = item.budget === null ? 1 : (catalog.siblings.get(item.campaign_id) ?? 1);
    pace.probability[place] = pacing.probability;
    pace.urgency[place] = pacing.urgency;
    pace.weight[place] = item.priority === 70 ? rotationWeight(item) : urgencyWeight(pacing);
    pace.allowance[place] = pacing.allowance ?? Number.POSITIVE_INFINITY;
    pace.closed[place] = pacing.room !== null && pacing.room <= 0 ? 1 : 0;
    setUsed(pace, place, pacing, used.get(item.lineitem_id) ?? 0, shared);
  });
  return pace;
}

const urgencyWeight = ({ urgency }: Pacing): number =>
  Math.max(LEAST_WEIGHT, Math.round(urgency * UNIT));

/** By the greatest weight among its creatives. */
const rotationWeight = ({ creatives }: Booking): number =>
  creatives.reduce((most, { weight }) => Math.max(most, weight), 0);

function setUsed(
  { used, free }: Pace,
  place: number,
  { room }: Pacing,
  count: number,
  shared: number,
): void {
  used[place] = count;
  free[place] =
    room === null
      ? Number.POSITIVE_INFINITY
      : Math.max(0, Math.floor((room - count) / (PROCESSES * shared)));
}

/** Whether one more must be counted exactly, in the database, before it is held. */
export const needsClaim = ({ local, free }: Pace, place: number): boolean =>
  (local[place] ?? 0) >= (free[place] ?? 0);

export const isAhead = ({ allowance, used, local }: Pace, place: number): boolean =>
  (used[place] ?? 0) + (local[place] ?? 0) >= (allowance[place] ?? 0);
