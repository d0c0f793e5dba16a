/** The controller of a simulation: the arithmetic of the real one, on the simulation's state in memory. */
import { computePacing } from "../control/control.ts";
import { meanWeek, type Rhythm, rhythmOf } from "../control/traffic.ts";
import { learnYield } from "../control/yields.ts";
import type { Booking } from "../core/booking.ts";
import type { Catalog } from "../core/catalog.ts";
import { isOpen, openHours } from "../core/dayparts.ts";
import type { Pacing } from "../core/pace.ts";
import type { Reason } from "../core/reasons.ts";
import { hourOfWeekOf, type Zones } from "../core/zones.ts";
import type { Memory } from "./memory.ts";

const HOUR = 3_600_000;
/** Win rates are taken from this many past hours. */
const LOOK_BACK = 6;
/** How often rhythms are recomputed. */
const LEARN_EVERY = 12 * HOUR;

type Watched = {
  readonly item: Booking;
  /** Ad requests by hour of the week. */
  seen: Float64Array;
  rhythm: Rhythm;
  /** Counters of the last hours in a ring: chances, passes, wins, and the hour. */
  outcomes: { hour: number; chances: number; passes: number; wins: number }[];
};

export type Monitor = ReturnType<typeof makeMonitor>;

export function makeMonitor({ items }: Catalog, memory: Memory, zones: Zones, starts: number) {
  const watched = new Map(
    items.map((item): [number, Watched] => [
      item.lineitem_id,
      { item, seen: new Float64Array(168), rhythm: rhythmOf([]), outcomes: [] },
    ]),
  );
  const learn = (now: number) => {
    // On the first day only fast deliveries have happened.
    if (now - starts >= 24 * HOUR) memory.learnDelays();
    for (const item of items) {
      const one = watched.get(item.lineitem_id);
      const open = openHours(item, now, zones);
      if (one !== undefined) one.rhythm = rhythmOf(meanWeek(one.seen, starts, now, open), open);
    }
  };
  return {
    note: (now: number) => {
      const [hour, week] = [Math.floor(now / HOUR), hourOfWeekOf(now)];
      return (lineitem_id: number, reason: Reason, times: number) => {
        const one = watched.get(lineitem_id);
        if (one === undefined) return;
        const { item, seen } = one;
        // Also before the flight: samples of past ad requests ignore flights.
        if (isOpen(item.hours, now, item.timezone, zones)) seen[week] = (seen[week] ?? 0) + times;
        noteReason(one, hour, reason, times);
      };
    },
    control(now: number): Map<number, Pacing> {
      if ((now - starts) % LEARN_EVERY === 0) learn(now);
      memory.judge();
      const pacings = new Map<number, Pacing>();
      for (const item of items) {
        const one = watched.get(item.lineitem_id);
        const account = memory.accounts.get(item.lineitem_id);
        const isIn = now >= item.starts && now < item.extended;
        if (one === undefined || account === undefined || !isIn) continue;
        const { delivered, released } = account;
        const { lasting } = account.outstanding;
        const known = { delivered, released, lasting };
        account.since = 0;
        account.yield = learnYield(account.yield, memory.delays(), known);
        const since = Math.max(starts, item.starts, (Math.floor(now / HOUR) - LOOK_BACK) * HOUR);
        const outcomes = outcomesSince(one, since);
        const counted = memory.counted(item, now);
        pacings.set(
          item.lineitem_id,
          computePacing({ item, now, counted, rhythm: one.rhythm, outcomes }),
        );
      }
      return pacings;
    },
  };
}

function noteReason({ outcomes }: Watched, hour: number, reason: Reason, times: number): void {
  const slot = hour % (LOOK_BACK + 1);
  let counts = outcomes[slot];
  if (counts?.hour !== hour) {
    counts = { hour, chances: 0, passes: 0, wins: 0 };
    outcomes[slot] = counts;
  }
  const [isWin, isPass] = [reason === "won", reason === "won" || reason === "outbid"];
  if (isPass || reason === "throttled") counts.chances += times;
  if (isPass) counts.passes += times;
  if (isWin) counts.wins += times;
}

function outcomesSince({ outcomes }: Watched, since: number) {
  let [chances, passes, wins] = [0, 0, 0];
  for (const counts of outcomes) {
    if (counts === undefined || counts.hour < since / HOUR) continue;
    chances += counts.chances;
    passes += counts.passes;
    wins += counts.wins;
  }
  return { chances, passes, wins, since };
}
