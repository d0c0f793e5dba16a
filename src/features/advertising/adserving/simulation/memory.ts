/** The state of a simulation in memory, in place of the database. */
import { type DeliveryCounts, remainingOf } from "../control/remaining.ts";
import { AGES, ageClass, type Delays, delaysOf } from "../control/yields.ts";
import type { Booking } from "../core/booking.ts";
import type { Pick as Picked } from "../core/decide.ts";
import type { Seen } from "../core/frequency.ts";
import type { Zones } from "../core/zones.ts";
import { OPEN_MS } from "../holding/bounds.ts";
import { expectedOfHeld } from "../holding/counting.ts";
import { nothingOutstanding, type Outstanding } from "../holding/store.ts";
import type { Held, Remembered } from "./held.ts";
import { openOrigins } from "./origins.ts";
import { openQueue } from "./queue.ts";

type Account = {
  delivered: number;
  released: number;
  today: Map<number, number>;
  /** The number of reservations; and the same by age class and kind. */
  reserved: number;
  outstanding: Outstanding;
  since: number;
  yield: number;
};

export type Memory = ReturnType<typeof openMemory>;

/** From this length on, entries outside all cap windows are removed from a history. */
const FORGET_FROM = 16;
const NOTHING: readonly Seen[] = [];

export function openMemory(bookings: readonly Booking[], zones: Zones) {
  const accounts = new Map(bookings.map((item) => [item.lineitem_id, newAccount()]));
  const campaigns = Map.groupBy(bookings, ({ campaign_id }) => campaign_id);
  const listeners = new Map<string, Remembered[]>();
  const settledAges = AGES.map(() => 0).concat(0);
  const ledger: Held[] = [];
  /** By age class, oldest first, which is the order in which they leave the class. */
  const ageing = AGES.map(() => openQueue<Held>());
  const origins = openOrigins();
  let delays: Delays = delaysOf([]);
  const of = (item: Booking) => accounts.get(item.lineitem_id) ?? newAccount();
  const sum = (item: Booking, count: (account: Account) => number): bigint => {
    let total = 0n;
    if (item.budget === null) return total;
    for (const one of campaigns.get(item.campaign_id) ?? [])
      total += BigInt(count(of(one))) * one.price;
    return total;
  };
  const counted = (item: Booking, now: number): DeliveryCounts => {
    const { delivered, reserved, outstanding, yield: share, today } = of(item);
    return {
      delivered,
      reserved,
      yield: share,
      ...expectedOfHeld(share, delays, outstanding),
      today: item.daily_cap === null ? 0 : (today.get(zones.dayAt(now, item.timezone)) ?? 0),
      spent: sum(item, (account) => account.delivered),
      held: sum(item, (account) => account.reserved),
    };
  };
  const remember = ({ listener, reserved, seen }: Held) => {
    if (seen.looksBack === 0) return;
    const own = listeners.get(listener) ?? [];
    const request =
      own.length < FORGET_FROM ? own : own.filter((one) => one.at + one.looksBack > reserved);
    request.push(seen);
    listeners.set(listener, request);
  };
  /** Updates a reservation and the counts that include it. */
  const change = (held: Held, changes: Partial<Pick<Held, "state" | "age" | "isSuspect">>) => {
    count(of(held.item), held, -1);
    origins.count(held, -1);
    Object.assign(held, changes);
    count(of(held.item), held, 1);
    origins.count(held, 1);
  };
  const setInVain = (held: Held, isInVain: boolean) => {
    if (held.isInVain === isInVain) return;
    held.isInVain = isInVain;
    origins.note(held, "vain", isInVain ? 1 : -1);
  };
  /** Ends a reservation; false if it was over already. */
  const end = (held: Held, at: number): boolean => {
    if (held.state === "over") return false;
    setInVain(held, false);
    change(held, { state: "over" });
    held.seen.at = at;
    return true;
  };
  return {
    ledger,
    accounts,
    counted,
    origins,
    delays: () => delays,
    learnDelays() {
      delays = delaysOf(settledAges);
    },
    /** The listener's history: deliveries at their time, reservations as still to come. */
    historyOf: (listener: string): readonly Seen[] => listeners.get(listener) ?? NOTHING,
    /** Whether one more may be held, by exact count. */
    claim: (pick: Picked, now: number): boolean =>
      (remainingOf(pick.item, counted(pick.item, now), now).room ?? 1) > 0,
    /** Judges addresses and networks again. */
    judge() {
      for (const held of origins.judge()) change(held, { isSuspect: !held.isSuspect });
    },
    hold(made: Made): Held {
      const { lineitem_id, campaign_id } = made.item;
      const looksBack = looksBackOf(made.item);
      const seen = { lineitem_id, campaign_id, at: Number.POSITIVE_INFINITY, looksBack };
      const isSuspect = origins.isSuspect(made);
      const fresh = { flowing: null, isInVain: false, age: 0, isSuspect, seen };
      const held: Held = { ...made, ...fresh, state: "lapsed" };
      change(held, { state: "provisional" });
      ageing[0]?.add(held);
      of(held.item).since += 1;
      remember(held);
      return held;
    },
    /** Records that bytes have begun to reach the listener. */
    flow(held: Held, at: number) {
      if (held.state === "over" || held.flowing !== null) return;
      held.flowing = at;
      setInVain(held, false);
      change(held, { state: "lasting" });
    },
    /** Records that nobody began to fetch the ad in time. */
    lapse(held: Held) {
      if (held.state !== "provisional") return;
      change(held, { state: "lapsed" });
      setInVain(held, true);
    },
    /** Records, hours after bytes began to flow, that the ad was not delivered. */
    stall(held: Held, at: number) {
      if (held.state === "lasting" && (held.flowing ?? at) <= at - OPEN_MS) setInVain(held, true);
    },
    /** Moves reservations that have outgrown their age class by `now` to the next one. */
    grow(now: number) {
      for (const [age, limit] of AGES.entries())
        for (;;) {
          const held = ageing[age]?.takeIf(({ reserved }) => reserved + limit <= now);
          if (held === undefined) break;
          if (held.state === "over") continue;
          change(held, { age: age + 1 });
          ageing[age + 1]?.add(held);
        }
    },
    settle(held: Held, delivered: number, reported: number) {
      if (!end(held, delivered)) return;
      const account = of(held.item);
      account.delivered += 1;
      const day = zones.dayAt(delivered, held.item.timezone);
      account.today.set(day, (account.today.get(day) ?? 0) + 1);
      // The controller sees a delivery when counting records it.
      const age = ageClass(reported - held.reserved);
      settledAges[age] = (settledAges[age] ?? 0) + 1;
      origins.note(held, "delivered", 1);
      ledger.push(held);
    },
    release(held: Held) {
      const teaches = held.flowing !== null && !held.isSuspect;
      if (end(held, Number.NEGATIVE_INFINITY) && teaches) of(held.item).released += 1;
    },
  };
}

type Made = Omit<Held, "state" | "flowing" | "isInVain" | "age" | "isSuspect" | "seen">;

/** Adds `by` to the counts that include a held ad. */
function count(account: Account, { state, age, isSuspect }: Held, by: number): void {
  if (state !== "provisional" && state !== "lasting") return;
  account.reserved += by;
  const { usual, lasting } = account.outstanding;
  if (isSuspect) account.outstanding.suspect += by;
  else {
    usual[age] = (usual[age] ?? 0) + by;
    if (state === "lasting") lasting[age] = (lasting[age] ?? 0) + by;
  }
}

/** The longest window (ms) of the line item's and campaign's caps. */
const looksBackOf = ({ caps, campaign_caps }: Booking): number =>
  [...caps, ...campaign_caps].reduce((most, { window }) => Math.max(most, window), 0);

const newAccount = (): Account => ({
  delivered: 0,
  released: 0,
  today: new Map(),
  reserved: 0,
  since: 0,
  yield: 0.8,
  outstanding: nothingOutstanding(),
});
