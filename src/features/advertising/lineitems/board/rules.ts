/** The dangers that a line item can be in, the worst first; pure. */

/**
 * `audio`: it is approved, and no creative can be delivered. `behind`: its goal is at risk. `budget`: at least 90 % of
 * its campaign's budget are used up. `ending`: its last day is at most three days away, and its goal is not reached.
 */
export const DANGERS = ["audio", "behind", "budget", "ending"] as const;
export type Danger = (typeof DANGERS)[number];

/** Columns by which a board can be ordered. */
export const BOARD_SORTS = [
  "danger",
  "name",
  "status",
  "pacing",
  "delivered",
  "goal",
  "priority",
  "start",
  "end",
] as const;
export type BoardSort = (typeof BOARD_SORTS)[number];
