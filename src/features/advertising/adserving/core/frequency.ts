/** Frequency caps: how often one listener may hear a line item and its campaign. */
import type { Booking, Cap } from "./booking.ts";

/**
 * An ad that the listener was given. `at`: delivery time in ms; Infinity while the ad is held, because it may be
 * delivered at any future moment and so never leaves a window.
 */
export type Seen = Readonly<{ lineitem_id: number; campaign_id: number; at: number }>;

/**
 * Whether one more ad at `now` breaks none of the caps, given the delivery times and how many are chosen already. A
 * time in the future (another server's clock) counts as now.
 */
const isWithinCaps = (
  caps: readonly Cap[],
  times: readonly number[],
  chosen: number,
  now: number,
): boolean =>
  caps.every(({ max, window }) => times.filter((at) => at > now - window).length + chosen < max);

/** A listener's past deliveries by line item and by campaign. */
export type History = Readonly<{
  ofItem(lineitem_id: number): readonly number[];
  ofCampaign(campaign_id: number): readonly number[];
}>;

export function makeHistory(seen: readonly Seen[]): History {
  const items = new Map<number, number[]>();
  const campaigns = new Map<number, number[]>();
  for (const { lineitem_id, campaign_id, at } of seen) {
    addTime(items, lineitem_id, at);
    addTime(campaigns, campaign_id, at);
  }
  return {
    ofItem: (id) => items.get(id) ?? NEVER,
    ofCampaign: (id) => campaigns.get(id) ?? NEVER,
  };
}

const NEVER: readonly number[] = [];

function addTime(times: Map<number, number[]>, id: number, at: number): void {
  const known = times.get(id);
  if (known === undefined) times.set(id, [at]);
  else known.push(at);
}

/** Whether the listener may be given `item` once more, given how many of it and its campaign are chosen. */
export const frequencyCapAllows = (
  item: Booking,
  history: History,
  chosen: Readonly<{ ofItem: number; ofCampaign: number }>,
  now: number,
): boolean =>
  (item.caps.length === 0 ||
    isWithinCaps(item.caps, history.ofItem(item.lineitem_id), chosen.ofItem, now)) &&
  (item.campaign_caps.length === 0 ||
    isWithinCaps(item.campaign_caps, history.ofCampaign(item.campaign_id), chosen.ofCampaign, now));
