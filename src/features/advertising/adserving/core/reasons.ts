/** Reasons why an item did or did not run, with cheap counters. */

/** In the order of evaluation. `position` to `frequency-cap` are refusals; the others are results of the contest. */
export const REASONS = [
  "won",
  "outside-flight",
  "daypart",
  "position",
  "spent",
  "ahead",
  "frequency-cap",
  "throttled",
  "separation",
  "same-file",
  "outbid",
  "no-slot",
  "claim-lost",
] as const;
export type Reason = (typeof REASONS)[number];

/** Codes start at 1; 0 means unknown. */
export const CODES = Object.fromEntries(REASONS.map((reason, at) => [reason, at + 1])) as Record<
  Reason,
  number
>;

/** By line item, how often each reason occurred since the last flush. */
export type Tally = Map<number, number[]>;

export function addReason(tally: Tally, lineitem_id: number, reason: Reason, times: number): void {
  let counts = tally.get(lineitem_id);
  if (counts === undefined) {
    counts = REASONS.map(() => 0);
    tally.set(lineitem_id, counts);
  }
  const at = CODES[reason] - 1;
  counts[at] = (counts[at] ?? 0) + times;
}
