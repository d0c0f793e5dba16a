/** The books of a simulation: what the database holds in earnest, in memory. */

import { type Counted, roomOf } from "../control/room.ts";
import { AGES, ageClass, type Delays, delaysOf, expectedOf } from "../control/yields.ts";
import type { Booking } from "../core/booking.ts";
import type { Pick } from "../core/decide.ts";
import type { Seen } from "../core/frequency.ts";
import type { Zones } from "../core/zones.ts";

/** An ad in a rendition. Times in ms; `delivered` and `told` are what will be, null: never. */
export type Held = {
  readonly item: Booking;
  readonly listener: string;
  readonly download: number;
  readonly break_index: number;
  readonly reserved: number;
  readonly expires: number;
  readonly delivered: number | null;
  /** When counting notes the delivery. */
  readonly told: number | null;
  /** Its age class at present. */
  age: number;
};

type Account = {
  delivered: number;
  released: number;
  today: Map<number, number>;
  open: Set<Held>;
  ages: number[];
  since: number;
  yield: number;
};

export type Memory = ReturnType<typeof openMemory>;

const HELD_FOR = 24 * 3_600_000;

export function openMemory(bookings: readonly Booking[], zones: Zones) {
  const accounts = new Map(bookings.map((item) => [item.lineitem_id, newAccount()]));
  const campaigns = Map.groupBy(bookings, ({ campaign_id }) => campaign_id);
  const listeners = new Map<string, Held[]>();
  const settledAges = AGES.map(() => 0).concat(0);
  const ledger: Held[] = [];
  let delays: Delays = delaysOf([]);
  const of = (item: Booking) => accounts.get(item.lineitem_id) ?? newAccount();
  const counted = (item: Booking, now: number): Counted => {
    const account = of(item);
    const siblings = item.budget === null ? [] : (campaigns.get(item.campaign_id) ?? []);
    const sum = (count: (sibling: Booking) => number) =>
      siblings.reduce((total, one) => total + BigInt(count(one)) * one.price, 0n);
    return {
      delivered: account.delivered,
      reserved: account.open.size,
      ...expectedOf(account.yield, delays, account.ages),
      yield: account.yield,
      today: account.today.get(zones.dayAt(now, item.timezone)) ?? 0,
      spent: sum((one) => of(one).delivered),
      held: sum((one) => of(one).open.size),
    };
  };
  return {
    ledger,
    accounts,
    counted,
    delays: () => delays,
    learnDelays() {
      delays = delaysOf(settledAges);
    },
    /** What the listener was given: delivered ones at their time, held ones as still to come. */
    historyOf: (listener: string): Seen[] =>
      (listeners.get(listener) ?? []).map((held) => ({
        lineitem_id: held.item.lineitem_id,
        campaign_id: held.item.campaign_id,
        at: of(held.item).open.has(held) ? Infinity : (held.delivered ?? -Infinity),
      })),
    /** Whether one more may be held, counted exactly. */
    claim: (pick: Pick, now: number): boolean =>
      (roomOf(pick.item, counted(pick.item, now), now).room ?? 1) > 0,
    hold(held: Omit<Held, "expires" | "age">): Held {
      const kept = { ...held, expires: held.reserved + HELD_FOR, age: 0 };
      const account = of(held.item);
      account.open.add(kept);
      account.since += 1;
      count(account, 0, 1);
      const own = listeners.get(held.listener);
      if (own === undefined) listeners.set(held.listener, [kept]);
      else own.push(kept);
      return kept;
    },
    /** Has outlasted its age class. */
    grow(held: Held) {
      const account = of(held.item);
      if (!account.open.has(held)) return;
      count(account, held.age, -1);
      held.age += 1;
      count(account, held.age, 1);
    },
    settle(held: Held, delivered: number, told: number) {
      const account = of(held.item);
      if (!account.open.delete(held)) return;
      count(account, held.age, -1);
      account.delivered += 1;
      const day = zones.dayAt(delivered, held.item.timezone);
      account.today.set(day, (account.today.get(day) ?? 0) + 1);
      // What the controller sees is when it is told.
      const age = ageClass(told - held.reserved);
      settledAges[age] = (settledAges[age] ?? 0) + 1;
      ledger.push(held);
    },
    release(held: Held) {
      const account = of(held.item);
      if (!account.open.delete(held)) return;
      count(account, held.age, -1);
      account.released += 1;
    },
  };
}

const newAccount = (): Account => ({
  ...{ delivered: 0, released: 0, today: new Map(), open: new Set(), since: 0, yield: 0.8 },
  ages: AGES.map(() => 0).concat(0),
});

const count = ({ ages }: Account, age: number, by: number): void => {
  ages[age] = (ages[age] ?? 0) + by;
};
