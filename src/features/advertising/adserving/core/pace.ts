/** How fast each item may run right now: parallel arrays by index in the catalog. */
import type { Booking } from "./booking.ts";
import type { Catalog } from "./catalog.ts";

/** The controller's findings for a line item. */
export type Pacing = Readonly<{
  probability: number;
  urgency: number;
  /** How many more may be held since the last count without exceeding a limit; null: any number. */
  room: number | null;
  /** How many more the pacing curve allows until the next run; null: any number. */
  allowance: number | null;
}>;

export type Pace = Readonly<{
  probability: Float64Array;
  urgency: Float64Array;
  /** Weight in a draw of its tier, an integer: urgency in millionths, or for remnants the weight of their creatives. */
  weight: Float64Array;
  allowance: Float64Array;
  /** How many this process may hold until the next refresh without an exact count. */
  free: Float64Array;
  /** Held by all processes since the controller counted, as of the refresh; and by this process since then. */
  used: Float64Array;
  local: Float64Array;
  /** 1: nothing is left until the controller counts again. */
  closed: Uint8Array;
}>;

/**
 * Each process may hold this fraction of the remaining room between two refreshes, so that up to this many processes
 * never hold more than the room in total.
 */
const PROCESSES = 8;

/** An item whose need divided by supply reaches this value is at risk and comes before the others. */
export const AT_RISK = 1;
const UNIT = 1e6;
/** An item with no urgency still has this weight. */
const LEAST_WEIGHT = 0.001 * UNIT;

/** For an item that no controller has seen: it may run, and is counted exactly if it has limits. */
const unseen = (item: Booking): Pacing => ({
  probability: 1,
  urgency: 0,
  room: isLimited(item) ? 1 : null,
  allowance: null,
});

const isLimited = (item: Booking): boolean =>
  item.goal !== null || item.daily_cap !== null || item.budget !== null;

/** The controller's findings by index; computed once for all `Pace`s that start from them. */
export type PublishedPacing = Pick<
  Pace,
  "probability" | "urgency" | "weight" | "allowance" | "closed"
> &
  Readonly<{
    /** Infinity: any number. */
    room: Float64Array;
    /** How many may use the same room at once: processes, and line items of one budget. */
    sharers: Float64Array;
    /** How many each process may hold while none are held. */
    free: Float64Array;
  }>;

export function readPacings(
  { items, siblings }: Catalog,
  pacings: ReadonlyMap<number, Pacing>,
): PublishedPacing {
  const make = () => new Float64Array(items.length);
  const published: PublishedPacing = {
    probability: make(),
    urgency: make(),
    weight: make(),
    allowance: make(),
    room: make(),
    sharers: make(),
    free: make(),
    closed: new Uint8Array(items.length),
  };
  for (let place = 0; place < items.length; place += 1) {
    const item = items[place];
    if (item === undefined) continue;
    const { probability, urgency, room, allowance } = pacings.get(item.lineitem_id) ?? unseen(item);
    published.probability[place] = probability;
    published.urgency[place] = urgency;
    published.weight[place] = item.priority === 70 ? rotationWeight(item) : urgencyWeight(urgency);
    published.allowance[place] = allowance ?? Number.POSITIVE_INFINITY;
    published.room[place] = room ?? Number.POSITIVE_INFINITY;
    published.closed[place] = room !== null && room <= 0 ? 1 : 0;
    published.sharers[place] =
      PROCESSES * (item.budget === null ? 1 : (siblings.get(item.campaign_id) ?? 1));
    published.free[place] = freeOf(published, place, 0);
  }
  return published;
}

/** `used`: how many of each line item were held since its pacing was counted, if any. */
export function makePace(
  { places }: Catalog,
  { room, sharers, free, closed, ...published }: PublishedPacing,
  used: ReadonlyMap<number, number>,
): Pace {
  const make = () => new Float64Array(places.size);
  const pace = {
    ...published,
    free: free.slice(),
    used: make(),
    local: make(),
    closed: closed.slice(),
  };
  for (const [lineitem_id, count] of used) {
    const place = places.get(lineitem_id);
    if (place === undefined) continue;
    pace.used[place] = count;
    pace.free[place] = freeOf({ room, sharers }, place, count);
  }
  return pace;
}

function freeOf(
  { room, sharers }: Pick<PublishedPacing, "room" | "sharers">,
  place: number,
  used: number,
) {
  const left = ((room[place] ?? 0) - used) / (sharers[place] ?? 1);
  return left === Number.POSITIVE_INFINITY ? left : Math.max(0, Math.floor(left));
}

const urgencyWeight = (urgency: number): number =>
  Math.max(LEAST_WEIGHT, Math.round(urgency * UNIT));

/** The greatest weight among its creatives. */
const rotationWeight = ({ creatives }: Booking): number =>
  creatives.reduce((most, { weight }) => Math.max(most, weight), 0);

/** Whether one more must be counted exactly in the database before it is held. */
export const needsClaim = ({ local, free }: Pace, place: number): boolean =>
  (local[place] ?? 0) >= (free[place] ?? 0);

export const isAhead = ({ allowance, used, local }: Pace, place: number): boolean =>
  (used[place] ?? 0) + (local[place] ?? 0) >= (allowance[place] ?? 0);
