/** The controller's arithmetic: how fast a line item should run now (delivery §5); pure. */
import type { Booking } from "../core/booking.ts";
import { AT_RISK } from "../core/pace.ts";
import { type DeliveryCounts, type Limit, remainingOf } from "./remaining.ts";
import { massBetween, type Rhythm } from "./traffic.ts";

const MINUTE = 60_000;
/**
 * The present need is spread over this time. Of 160 goals of `longwave simulate --days 10`, 12 end more than 1 % off: 15
 * with one minute, 7 with twenty, which would react to a change of traffic four times as slowly.
 */
const HORIZON = 5 * MINUTE;
/** The longest time that an allowance must last, because a run of the controller may be late. */
const ALLOWANCE = 2 * MINUTE;
/**
 * Pacing aims to reach a goal this share of the flight, and at most this long, before its end: the goal cannot be met
 * exactly before the outcome of most reservations is known. In the same simulation 14 goals are off without a lead or
 * with half of it, and 10 with twice as much, which ends every flight early.
 */
const LEAD = { share: 0.06, most: 12 * 60 * MINUTE };
/** With `hard_cap`, reservations made in vain must expire and be handed out once more before the end. */
const HARD_LEAD = { share: 0.45, most: 60 * 60 * MINUTE };
/** FRONT_LOADED runs this much faster than EVEN until half the goal is delivered. */
const FRONT = 1.25;

/** How an item fared in recent decisions. A chance: the item could have run and a slot reached its tier. */
export type DecisionOutcomes = Readonly<{
  chances: number;
  /** Chances in which the item passed its throttle. */
  passes: number;
  wins: number;
  /** When counting began, ms. */
  since: number;
}>;

export type PacingOutput = Readonly<{
  probability: number;
  urgency: number;
  on_track: boolean;
  room: number | null;
  limit: Limit | null;
  allowance: number | null;
  /** How many the curve asks to be delivered by now; null without a goal. */
  due: number | null;
  /** How many will be delivered by the end if supply goes on as before; null: nothing is known yet. */
  projected: number | null;
}>;

export type PacingInput = Readonly<{
  item: Booking;
  now: number;
  counted: DeliveryCounts;
  rhythm: Rhythm;
  outcomes: DecisionOutcomes;
}>;

export function computePacing(situation: PacingInput): PacingOutput {
  const { item, counted } = situation;
  const { room, limit } = remainingOf(item, counted, situation.now);
  const committed = counted.delivered + counted.expected;
  const open = Math.max(0, (item.goal ?? 0) - committed);
  const urgency = item.goal === null ? 0 : urgencyOf(situation, open);
  const pace = isThrottled(item) ? throttle(situation, committed) : FREE;
  const starved = limit === "budget" && room === 0;
  const on_track = item.goal === null || open < 1 || (!starved && isOnTrack(situation, urgency));
  return { ...pace, urgency, on_track, room, limit, ...outlookOf(situation, open, urgency) };
}

/** Where the line item should be now, and where it will be at its end. */
function outlookOf({ item, now, counted, rhythm }: PacingInput, open: number, urgency: number) {
  const { goal } = item;
  if (goal === null) return { due: null, projected: null };
  const due = Math.round(curveOf(item, goal, rhythm)(now));
  if (open < 0.5) return { due, projected: goal };
  if (urgency === 0) return { due, projected: null };
  const committed = counted.delivered + counted.expected;
  return { due, projected: Math.round(committed + open / Math.max(AT_RISK, urgency)) };
}

const FREE = { probability: 1, allowance: null };

/** Without a goal there is nothing to spread. */
const isThrottled = (item: Booking): boolean => item.goal !== null && item.pacing !== "ASAP";

/** How much of the goal should be delivered by a given moment (ms). */
export function curveOf(item: Booking, goal: number, rhythm: Rhythm): (at: number) => number {
  const { most, share: part } = item.hard_cap ? HARD_LEAD : LEAD;
  const lead = Math.min(most, (item.ends - item.starts) * part);
  const end = item.closes - lead;
  const whole = massBetween(rhythm, item.starts, end);
  return (at) => {
    const done = massBetween(rhythm, item.starts, Math.min(at, end));
    const share = whole > 0 ? Math.min(1, done / whole) : at >= item.starts ? 1 : 0;
    return goal * (item.pacing === "FRONT_LOADED" ? frontLoaded(share) : share);
  };
}

/** 1.25 times as fast until half is delivered, then evenly to the end. */
function frontLoaded(share: number): number {
  const half = 0.5 / FRONT;
  return share <= half ? FRONT * share : 0.5 + (0.5 * (share - half)) / (1 - half);
}

function throttle({ item, now, counted, rhythm, outcomes }: PacingInput, committed: number) {
  const goal = item.goal ?? 0;
  const target = curveOf(item, goal, rhythm);
  const due = target(now + HORIZON) - committed;
  // The first ad is due as soon as any fraction of it is.
  const need = Math.max(0, Math.ceil(due - 1e-9)) / counted.yield;
  const supply = supplyBetween(rhythm, outcomes, now, now + HORIZON);
  const won = (outcomes.wins + 1) / (outcomes.passes + 1);
  const probability = supply > 0 ? clamp(need / (supply * won)) : need > 0 ? 1 : 0;
  const soon = target(now + ALLOWANCE) - committed;
  return {
    probability,
    allowance: Math.max(0, Math.ceil(soon / counted.yield - 1e-9)),
  };
}

const clamp = (share: number): number => Math.min(1, Math.max(0, share));

/** Chances expected between two moments, from their recent rate and the weekly rhythm. */
function supplyBetween(
  rhythm: Rhythm,
  outcomes: DecisionOutcomes,
  from: number,
  to: number,
): number {
  const seen = massBetween(rhythm, outcomes.since, from);
  return seen > 0 ? (outcomes.chances / seen) * massBetween(rhythm, from, to) : 0;
}

/** Remaining need divided by remaining supply; 0 while no supply is known. */
function urgencyOf({ item, now, counted, rhythm, outcomes }: PacingInput, open: number): number {
  if (open < 0.5) return 0;
  const end = now < item.ends ? item.ends : item.extended;
  const supply = supplyBetween(rhythm, outcomes, Math.max(now, item.starts), end);
  if (now >= end) return AT_RISK;
  return supply > 0 ? Math.min(1000, open / counted.yield / supply) : 0;
}

/** Whether an item is on track: not at risk or, with too few chances to tell, less than a tenth behind its curve. */
function isOnTrack(
  { item, now, counted, rhythm, outcomes }: PacingInput,
  urgency: number,
): boolean {
  if (outcomes.chances >= 50) return urgency < AT_RISK;
  const due = curveOf(item, item.goal ?? 0, rhythm)(now);
  return counted.delivered + counted.expected >= 0.9 * due - 1;
}
