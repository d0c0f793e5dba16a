/** Tests that statuses computed in SQL (lists, campaigns) equal those computed in TypeScript (line items). */
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { deliverAds, giveAudio, makeTeam } from "../../../../test/setup/advertising.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { PUBLIC_STATUSES } from "../campaigns/schema.ts";
import { DELIVERY_STATUSES } from "./schema.ts";

const world = useWorld();
afterEach(() => world.setTime(null));

const DAY_MS = 86_400_000;
const MIDDLE = Date.UTC(2026, 0, 15);
const dayOf = (offset: number) => new Date(MIDDLE + offset * DAY_MS).toISOString().slice(0, 10);

const situation = fc.record({
  active: fc.constantFrom(true, true, true, true, false),
  approved: fc.boolean(),
  canceled: fc.constantFrom(...Array(9).fill(false), true),
  from: fc.integer({ min: -4, max: 2 }),
  days: fc.integer({ min: 0, max: 2 }),
  auto_extend_days: fc.integer({ min: 0, max: 3 }),
  timezone: fc.constantFrom("UTC", "Pacific/Kiritimati", "America/St_Johns", "Asia/Kathmandu"),
  goal_impressions: fc.constantFrom(null, 1, 5, 5),
  impressions_tracked: fc.constantFrom(null, 0, 1, 4, 5),
  ready: fc.constantFrom(true, true, true, false),
  budget: fc.constantFrom(null, null, 0, 10),
  revenue: fc.constantFrom(0, 10),
});

type Situation = typeof situation extends fc.Arbitrary<infer T> ? T : never;

/** Creates one campaign with one line item for each situation, in a new team, and returns the team. */
async function arrange(situations: readonly Situation[]) {
  const { db } = world.deps;
  const own = await makeTeam(world);
  const { team_id } = own;
  const { advertiser_id } = await own.advertiser();
  const campaigns = await db
    .insertInto("campaigns")
    .values(
      situations.map(({ budget }) => ({
        name: "C",
        team_id,
        advertiser_id,
        budget_amount: budget,
      })),
    )
    .returning("campaign_id")
    .execute();
  const flights = situations.map((given, at) => ({
    name: "L",
    team_id,
    campaign_id: campaigns[at]?.campaign_id ?? 0,
    priority_id: 30,
    goal_pacing: "PACED" as const,
    price_type: "CPM" as const,
    price_amount: 1,
    active: given.active,
    approved_at: given.active || given.approved ? new Date() : null,
    canceled_at: given.canceled ? new Date() : null,
    start_date: dayOf(given.from),
    end_date: dayOf(given.from + given.days),
    auto_extend_days: given.auto_extend_days,
    timezone: given.timezone,
    goal_impressions: given.goal_impressions,
  }));
  const items = await db.insertInto("lineitems").values(flights).returning("lineitem_id").execute();
  for (const [at, { lineitem_id }] of items.entries()) {
    const { ready, impressions_tracked, revenue } = situations[at] ?? {};
    await giveAudio(world, { lineitem_id }, ready ? "READY" : "ERROR");
    if (typeof impressions_tracked === "number")
      await deliverAds(world, { lineitem_id }, impressions_tracked, revenue);
  }
  return own;
}

test("lists by status and campaigns report the same status as the line item itself, in every situation", async () => {
  const { boss } = await arrange(fc.sample(situation, { numRuns: 100, seed: 11 }));
  const idsIn = async (query: string): Promise<number[]> =>
    (await boss.api.get(`/v2/lineitems?limit=100&${query}`)).response.items.map(
      (item: { lineitem_id: number }) => item.lineitem_id,
    );
  const seen = new Set<string>();
  for (const minutes of fc.sample(fc.integer({ min: -1440, max: 1440 }), {
    numRuns: 6,
    seed: 12,
  })) {
    world.setTime(new Date(MIDDLE + minutes * 60_000));
    const { items } = (await boss.api.get("/v2/lineitems?limit=100")).response;
    const told = (of: string, status: string): number[] =>
      items
        .filter((item: Record<string, string>) => item[of] === status)
        .map((item: { lineitem_id: number }) => item.lineitem_id);
    for (const status of DELIVERY_STATUSES) {
      expect(await idsIn(`delivery_status=${status}`)).toEqual(told("delivery_status", status));
      if (told("delivery_status", status).length > 0) seen.add(status);
    }
    for (const status of PUBLIC_STATUSES)
      expect(await idsIn(`status=${status}`)).toEqual(told("status", status));
    const campaigns = (await boss.api.get("/v2/campaigns?limit=100")).response.items;
    expect(campaigns.map((campaign: { status: string }) => campaign.status)).toEqual(
      items.map((item: { status: string }) => item.status),
    );
  }
  expect([...seen].sort()).toEqual([...DELIVERY_STATUSES].sort());
});
