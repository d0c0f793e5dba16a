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

/** What the controller has said, by place: made once for all the paces that begin with it. */
export type Said = Pick<Pace, "probability" | "urgency" | "weight" | "allowance" | "closed"> &
  Readonly<{
    /** Infinity: any number. */
    room: Float64Array;
    /** How many may hand out from the same room at once: processes, and line items of one budget. */
    sharers: Float64Array;
    /** What each of them may then hold while nothing is. */
    free: Float64Array;
  }>;

export function readPacings(
  { items, siblings }: Catalog,
  pacings: ReadonlyMap<number, Pacing>,
): Said {
  const make = () => new Float64Array(items.length);
  const said: Said = {
    ...{ probability: make(), urgency: make(), weight: make(), allowance: make() },
    ...{ room: make(), sharers: make(), free: make(), closed: new Uint8Array(items.length) },
  };
  for (let place = 0; place < items.length; place += 1) {
    const item = items[place];
    if (item === undefined) continue;
    const { probability, urgency, room, allowance } = pacings.get(item.lineitem_id) ?? unseen(item);
    said.probability[place] = probability;
    said.urgency[place] = urgency;
    said.weight[place] = item.priority === 70 ? rotationWeight(item) : urgencyWeight(urgency);
    said.allowance[place] = allowance ?? Number.POSITIVE_INFINITY;
    said.room[place] = room ?? Number.POSITIVE_INFINITY;
    said.closed[place] = room !== null && room <= 0 ? 1 : 0;
    said.sharers[place] =
      PROCESSES * (item.budget === null ? 1 : (siblings.get(item.campaign_id) ?? 1));
    said.free[place] = freeOf(said, place, 0);
  }
  return said;
}

/** `used`: how many of each line item were held since its pacing was counted, where any were. */
export function makePace(
  { places }: Catalog,
  { room, sharers, free, closed, ...said }: Said,
  used: ReadonlyMap<number, number>,
): Pace {
  const make = () => new Float64Array(places.size);
  const pace = { ...said, free: free.slice(), used: make(), local: make(), closed: closed.slice() };
  for (const [lineitem_id, count] of used) {
    const place = places.get(lineitem_id);
    if (place === undefined) continue;
    pace.used[place] = count;
    pace.free[place] = freeOf({ room, sharers }, place, count);
  }
  return pace;
}

function freeOf({ room, sharers }: Pick<Said, "room" | "sharers">, place: number, used: number) {
  const left = ((room[place] ?? 0) - used) / (sharers[place] ?? 1);
  return left === Number.POSITIVE_INFINITY ? left : Math.max(0, Math.floor(left));
}

const urgencyWeight = (urgency: number): number =>
  Math.max(LEAST_WEIGHT, Math.round(urgency * UNIT));

/** By the greatest weight among its creatives. */
const rotationWeight = ({ creatives }: Booking): number =>
  creatives.reduce((most, { weight }) => Math.max(most, weight), 0);

/** Whether one more must be counted exactly, in the database, before it is held. */
export const needsClaim = ({ local, free }: Pace, place: number): boolean =>
  (local[place] ?? 0) >= (free[place] ?? 0);

export const isAhead = ({ allowance, used, local }: Pace, place: number): boolean =>
  (used[place] ?? 0) + (local[place] ?? 0) >= (allowance[place] ?? 0);
