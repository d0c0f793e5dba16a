/** Brings the line items into the states that they are meant to show: approval, goals, budgets. */
import type { People } from "../people.ts";
import { DAY_MS, type World } from "../world.ts";
import type { BookedCampaign } from "./booking.ts";
import type { Booking } from "./bookings.ts";

/** Switches each line item into its state, before anything is delivered. */
export async function approve(
  world: World,
  { byRole }: People,
  campaigns: readonly BookedCampaign[],
) {
  for (const { lineitem_id, state, flight, creative } of campaigns.flatMap(
    ({ booked }) => booked,
  )) {
    if (state === "draft") continue;
    const path = `lineitems/${lineitem_id}`;
    // Approved a week before the flight, and never in the future.
    world.setTime(new Date(world.now.getTime() + (Math.min(flight[0], 0) - 7) * DAY_MS));
    await world.client.call(byRole.ad_manager, "POST", path, { active: true });
    world.setTime(null);
    if (state === "incomplete")
      await world.client.call(
        byRole.ad_manager,
        "DELETE",
        `${path}/creatives/${creative?.creative_id}`,
      );
  }
}

/** Part of the flight that has passed, from 0 to 1. */
const elapsed = ([from, to]: Booking["flight"]): number =>
  Math.min(1, Math.max(0, -from / (to - from)));

/** Round numbers, as people book them. */
const rounded = (goal: number): number => {
  const step = goal > 5000 ? 500 : goal > 500 ? 50 : 10;
  return Math.max(step, Math.round(goal / step) * step);
};

/** Goals relative to what was delivered, so that each line item is in the state that it is meant to show. */
const GOALS: Readonly<
  Partial<Record<Booking["state"], (delivered: number, share: number) => number>>
> = {
  // Slightly less than the pace, so that a slow day does not look like a delay.
  "on-track": (delivered, share) => (delivered / share) * 0.94,
  behind: (delivered, share) => (delivered / share) * 2.6,
  scheduled: () => 8000,
  draft: () => 5000,
  incomplete: () => 6000,
  paused: (delivered, share) => (delivered / share) * 1.6,
  canceled: (delivered) => delivered * 3,
  completed: (delivered) => delivered * 0.94,
  unfulfilled: (delivered) => delivered * 1.45,
  extended: (delivered) => delivered * 1.12,
};

/** Sets goals and budgets, and pauses and cancels what has been delivering until now. */
export async function setGoals(
  world: World,
  { byRole }: People,
  campaigns: readonly BookedCampaign[],
) {
  const { client } = world;
  const call = (path: string, body: object) => client.call(byRole.ad_manager, "POST", path, body);
  for (const { campaign_id, budget, booked } of campaigns) {
    for (const { lineitem_id, state, flight } of booked) {
      const path = `lineitems/${lineitem_id}`;
      const { lineitem } = await client.call(byRole.ad_manager, "GET", path);
      const goal = GOALS[state]?.(lineitem.impressions_tracked, Math.max(0.1, elapsed(flight)));
      await call(path, {
        ...(goal !== undefined && { goal_impressions: rounded(goal) }),
        ...(state === "paused" && { active: false }),
        ...(state === "canceled" && { canceled: true }),
      });
    }
    const { campaign } = await client.call(byRole.ad_manager, "GET", `campaigns/${campaign_id}`);
    const spent = Number(campaign.spent_amount);
    if (budget !== null && spent > 0)
      await client.call(byRole.ad_manager, "PUT", `campaigns/${campaign_id}`, {
        budget_amount: String(Math.ceil((spent * budget) / 5) * 5),
      });
  }
}
