/** The books of a simulation: what the database holds in earnest, in memory. */
import { type Counted, roomOf } from "../control/room.ts";
import { AGES, ageClass, type Delays, delaysOf, expectedOf } from "../control/yields.ts";
import type { Booking } from "../core/booking.ts";
import type { Pick } from "../core/decide.ts";
import type { Seen } from "../core/frequency.ts";
import type { Zones } from "../core/zones.ts";
import { openQueue } from "./queue.ts";

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
  /** Its age class at present; null: it is over. */
  age: number | null;
  readonly seen: Remembered;
};

/** As the listener's history has it; `looksBack`: how far (ms) caps ask for it, 0: none does. */
type Remembered = Seen & { at: number; readonly looksBack: number };

type Account = {
  delivered: number;
  released: number;
  today: Map<number, number>;
  /** How many are held, and by age class. */
  reserved: number;
  ages: number[];
  since: number;
  yield: number;
};

export type Memory = ReturnType<typeof openMemory>;

const HELD_FOR = 24 * 3_600_000;
/** Of a history so long, what no cap asks for any more is forgotten. */
const FORGET_FROM = 16;
const NOTHING: readonly Seen[] = [];

export function openMemory(bookings: readonly Booking[], zones: Zones) {
  const accounts = new Map(bookings.map((item) => [item.lineitem_id, newAccount()]));
  const campaigns = Map.groupBy(bookings, ({ campaign_id }) => campaign_id);
  const listeners = new Map<string, Remembered[]>();
  const settledAges = AGES.map(() => 0).concat(0);
  const ledger: Held[] = [];
  /** By age class, oldest first: those that leave it next. */
  const ageing = AGES.map(() => openQueue<Held>());
  let delays: Delays = delaysOf([]);
  const of = (item: Booking) => accounts.get(item.lineitem_id) ?? newAccount();
  const sum = (item: Booking, count: (account: Account) => number): bigint => {
    let total = 0n;
    if (item.budget === null) return total;
    for (const one of campaigns.get(item.campaign_id) ?? [])
      total += BigInt(count(of(one))) * one.price;
    return total;
  };
  const counted = (item: Booking, now: number): Counted => {
    const { delivered, reserved, ages, yield: share, today } = of(item);
    const { expected, variance } = expectedOf(share, delays, ages);
    return {
      ...{ delivered, reserved, expected, variance, yield: share },
      today: item.daily_cap === null ? 0 : (today.get(zones.dayAt(now, item.timezone)) ?? 0),
      spent: sum(item, (account) => account.delivered),
      held: sum(item, (account) => account.reserved),
    };
  };
  const remember = ({ listener, reserved, seen }: Held) => {
    if (seen.looksBack === 0) return;
    const own = listeners.get(listener) ?? [];
    const asked =
      own.length < FORGET_FROM ? own : own.filter((one) => one.at + one.looksBack > reserved);
    asked.push(seen);
    listeners.set(listener, asked);
  };
  /** Ends what is held. False: it was over. */
  const end = (held: Held, at: number): boolean => {
    if (held.age === null) return false;
    const account = of(held.item);
    account.reserved -= 1;
    count(account, held.age, -1);
    held.age = null;
    held.seen.at = at;
    return true;
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
    historyOf: (listener: string): readonly Seen[] => listeners.get(listener) ?? NOTHING,
    /** Whether one more may be held, counted exactly. */
    claim: (pick: Pick, now: number): boolean =>
      (roomOf(pick.item, counted(pick.item, now), now).room ?? 1) > 0,
    hold(held: Omit<Held, "expires" | "age" | "seen">): Held {
      const { lineitem_id, campaign_id } = held.item;
      const looksBack = looksBackOf(held.item);
      const seen = { lineitem_id, campaign_id, at: Number.POSITIVE_INFINITY, looksBack };
      const kept = { ...held, expires: held.reserved + HELD_FOR, age: 0, seen };
      const account = of(held.item);
      account.reserved += 1;
      account.since += 1;
      count(account, 0, 1);
      ageing[0]?.add(kept);
      remember(kept);
      return kept;
    },
    /** Moves those that have outlasted their age class by `now` to the next one. */
    grow(now: number) {
      for (const [age, limit] of AGES.entries())
        for (;;) {
          const held = ageing[age]?.takeIf(({ reserved }) => reserved + limit <= now);
          if (held === undefined) break;
          if (held.age === null) continue;
          const account = of(held.item);
          count(account, age, -1);
          held.age = age + 1;
          count(account, age + 1, 1);
          ageing[age + 1]?.add(held);
        }
    },
    settle(held: Held, delivered: number, told: number) {
      if (!end(held, delivered)) return;
      const account = of(held.item);
      account.delivered += 1;
      const day = zones.dayAt(delivered, held.item.timezone);
      account.today.set(day, (account.today.get(day) ?? 0) + 1);
      // What the controller sees is when it is told.
      const age = ageClass(told - held.reserved);
      settledAges[age] = (settledAges[age] ?? 0) + 1;
      ledger.push(held);
    },
    release(held: Held) {
      if (end(held, Number.NEGATIVE_INFINITY)) of(held.item).released += 1;
    },
  };
}

/** How far back (ms) caps ask who has heard it. */
const looksBackOf = ({ caps, campaign_caps }: Booking): number =>
  [...caps, ...campaign_caps].reduce((most, { window }) => Math.max(most, window), 0);

const newAccount = (): Account => ({
  ...{ delivered: 0, released: 0, today: new Map(), reserved: 0, since: 0, yield: 0.8 },
  ages: AGES.map(() => 0).concat(0),
});

const count = ({ ages }: Account, age: number, by: number): void => {
  ages[age] = (ages[age] ?? 0) + by;
};
