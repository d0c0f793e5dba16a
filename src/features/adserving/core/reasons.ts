/** Why an item did or did not run where it was looked at, counted as cheaply as can be. */

/** In the order of evaluation. `position` to `frequency-cap` are refusals, the rest the contest. */
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

/** From 1, so that 0 can say that nothing is known. */
export const CODES = Object.fromEntries(REASONS.map((reason, at) => [reason, at + 1])) as Record<
  Reason,
  number
>;

/** By line item, how often each reason was met since the last flush. */
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
