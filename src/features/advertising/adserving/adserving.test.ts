/** Tests ad decisions on a real database: servers agree, limits hold, and records change in the meantime. */
import { randomBytes } from "node:crypto";
import { afterEach, beforeAll, expect, test } from "vitest";
import {
  anOpportunity,
  makeCampaign,
  makeCreative,
  makeLineitem,
  makeTeam,
  type Team,
} from "../../../../test/setup/bookings.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { type Adserver, holdFlowing, openAdserver, reserve, settle } from "./actions.ts";
import { runController } from "./control/actions.ts";
import { learnRhythms } from "./control/learning.ts";
import type { AdRequest, ChosenAd } from "./schema.ts";

const world = useWorld();
const HOUR = 3_600_000;
let team: Team;
let campaign_id: number;
const open: Adserver[] = [];

beforeAll(async () => {
  world.setTime(new Date("2026-11-10T12:00:00Z"));
});
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

/** A new team, so that line items of other tests do not run here. */
async function fresh(overrides = {}, campaign = {}) {
  team = await makeTeam(world, await world.person());
  campaign_id = await makeCampaign(world, team, campaign);
  return makeLineitem(world, team.team_id, campaign_id, overrides);
}

async function startServer(): Promise<Adserver> {
  const server = openAdserver(world.deps);
  open.push(server);
  await server.refresh();
  return server;
}

const ids = (ads: readonly ChosenAd[]) => ads.map(({ lineitem_id }) => lineitem_id);
const at = (hours: number) => new Date(world.deps.clock().getTime() + hours * HOUR);

/** Replaces what was held with a rendition, as delivery does. */
async function keep(request: AdRequest, ads: readonly ChosenAd[], expires = at(24)) {
  const digest = randomBytes(32);
  const held = ads.map(({ lineitem_id, campaign_id }, segment) => ({
    segment,
    lineitem_id,
    campaign_id,
  }));
  await world.deps.db.transaction().execute((tx) =>
    reserve(tx, {
      digest,
      listener: request.listener,
      origin: request.origin,
      at: request.at,
      expires_at: expires,
      ads: held,
    }),
  );
  return held.map((ad) => ({ ...ad, digest, listener: request.listener }));
}

/** Reports that bytes begin to reach the listener, as counting does. */
const flow = (kept: Awaited<ReturnType<typeof keep>>) =>
  holdFlowing(
    world.deps.db,
    kept.map(({ digest, listener }) => ({
      digest: digest.toString("hex"),
      listeners: [listener.toString("hex")],
    })),
    world.deps.clock(),
  );

/** Writes the ledger's sums and settles their reservations, as counting does. */
async function deliver(kept: Awaited<ReturnType<typeof keep>>, quantity: 1 | -1 = 1) {
  await world.deps.db.transaction().execute(async (tx) => {
    for (const { lineitem_id } of kept)
      await tx
        .insertInto("lineitem_counts")
        .values({ lineitem_id, impressions_tracked: 1, revenue: 1_234_567 })
        .onConflict((conflict) =>
          conflict.column("lineitem_id").doUpdateSet((eb) => ({
            impressions_tracked: eb("lineitem_counts.impressions_tracked", "+", quantity),
            revenue: eb("lineitem_counts.revenue", "+", quantity * 1_234_567),
          })),
        )
        .execute();
    await settle(
      tx,
      kept.map((ad) => ({ ...ad, at: world.deps.clock(), quantity })),
    );
  });
}

const held = (lineitem_id: number) =>
  world.deps.db
    .selectFrom("reservations")
    .selectAll()
    .where("lineitem_id", "=", lineitem_id)
    .execute();

test("an ad is chosen, held for its rendition, and released when it is delivered", async () => {
  const lineitem_id = await fresh();
  const server = await startServer();
  const request = anOpportunity(world, team);
  const ads = await server.chooseAds(request);
  expect(ads).toMatchObject([
    { lineitem_id, break_index: 0, position: "preroll", price: 1_234_567n, frames: 1149 },
  ]);
  expect(await held(lineitem_id)).toMatchObject([{ digest: null, segment: null }]);
  const kept = await keep(request, ads);
  const rows = await held(lineitem_id);
  expect(rows.map(({ digest }) => digest)).toEqual([kept[0]?.digest]);
  expect(rows[0]?.expires_at).toEqual(at(24));
  await deliver(kept);
  expect(await held(lineitem_id)).toEqual([]);
});

test("ads run only on the shows of their own organization", async () => {
  await fresh();
  const server = await startServer();
  const other = await makeTeam(world, await world.person());
  expect(await server.chooseAds(anOpportunity(world, other))).toEqual([]);
  expect(await server.chooseAds(anOpportunity(world, team, { team_ids: [] }))).toEqual([]);
  expect(await server.chooseAds(anOpportunity(world, team))).toHaveLength(1);
});

test("a frequency cap counts reserved and delivered ads, including those of the campaign", async () => {
  const day = [{ max: 1, count: 1, unit: "DAY" }];
  const first = await fresh({ frequency_cap: JSON.stringify(day) });
  const server = await startServer();
  const request = anOpportunity(world, team);
  const ads = await server.chooseAds(request);
  const kept = await keep(request, ads);
  expect(ids(ads)).toEqual([first]);
  expect(await server.chooseAds({ ...request, episode_id: 2 })).toEqual([]);
  await deliver(kept);
  expect(await server.chooseAds({ ...request, episode_id: 3, at: at(23.9) })).toEqual([]);
  expect(ids(await server.chooseAds({ ...request, episode_id: 4, at: at(24.1) }))).toEqual([first]);
  const capped = await fresh({}, { frequency_cap: JSON.stringify(day) });
  await makeLineitem(world, team.team_id, campaign_id);
  const again = await startServer();
  const ads_of_campaign = await again.chooseAds(anOpportunity(world, team));
  expect(ads_of_campaign).toHaveLength(1);
  expect([capped, capped + 1]).toContain(ads_of_campaign[0]?.lineitem_id);
});

test("many simultaneous requests of one listener to two servers break no cap", async () => {
  await fresh({ frequency_cap: JSON.stringify([{ max: 2, count: 1, unit: "DAY" }]) });
  const servers = [await startServer(), await startServer()];
  const request = anOpportunity(world, team);
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, n) => {
      const server = servers[n % 2] as Adserver;
      return server.chooseAds({ ...request, episode_id: n + 1 });
    }),
  );
  expect(all.flat()).toHaveLength(2);
});

test.each([
  ["a hard goal", { goal_impressions: 7, hard_cap: true }, {}],
  ["a daily cap", { daily_cap: 7 }, {}],
  ["a budget", {}, { budget_amount: 7 * 1_234_567 + 5 }],
])("two servers never hold more than %s allows", async (_, item, campaign) => {
  const lineitem_id = await fresh(item, campaign);
  const servers = [await startServer(), await startServer()];
  const ask = (n: number) => (servers[n % 2] as Adserver).chooseAds(anOpportunity(world, team));
  const first = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(n)));
  expect(first.flat()).toHaveLength(7);
  await runController(world.deps);
  for (const server of servers) await server.refresh();
  expect((await Promise.all([ask(0), ask(1)])).flat()).toEqual([]);
  expect(await held(lineitem_id)).toHaveLength(7);
});

test("new bookings and pauses take effect within about two seconds", async () => {
  const paused = await fresh({ active: false });
  const server = await startServer();
  const chosen = async () => ids(await server.chooseAds(anOpportunity(world, team)));
  const soon = { timeout: 4_000, interval: 100 };
  expect(await chosen()).toEqual([]);
  const booked = await makeLineitem(world, team.team_id, campaign_id);
  await expect.poll(chosen, soon).toEqual([booked]);
  const setActive = (lineitem_id: number, active: boolean) =>
    world.deps.db
      .updateTable("lineitems")
      .set({ active })
      .where("lineitem_id", "=", lineitem_id)
      .execute();
  await setActive(booked, false);
  await expect.poll(chosen, soon).toEqual([]);
  await setActive(paused, true);
  await expect.poll(chosen, soon).toEqual([paused]);
});

test("an expired reservation is handed out again and lowers the yield", async () => {
  const lineitem_id = await fresh({ goal_impressions: 1, hard_cap: true });
  const server = await startServer();
  const request = anOpportunity(world, team);
  await flow(await keep(request, await server.chooseAds(request)));
  const before = world.deps.clock();
  try {
    for (const hours of [0, 23]) {
      world.setTime(new Date(before.getTime() + hours * HOUR));
      await runController(world.deps);
      await server.refresh();
      expect(await server.chooseAds(anOpportunity(world, team))).toEqual([]);
    }
    world.setTime(new Date(before.getTime() + 24.1 * HOUR));
    await runController(world.deps);
    await server.refresh();
    const { released } = await world.deps.db
      .selectFrom("pacing")
      .select("released")
      .where("lineitem_id", "=", lineitem_id)
      .executeTakeFirstOrThrow();
    expect(released).toBe(1);
    expect(ids(await server.chooseAds(anOpportunity(world, team)))).toEqual([lineitem_id]);
  } finally {
    world.setTime(before);
  }
});

test("a server whose clock is behind or ahead breaks no cap", async () => {
  await fresh({ frequency_cap: JSON.stringify([{ max: 1, count: 1, unit: "HOUR" }]) });
  const server = await startServer();
  const request = anOpportunity(world, team, { at: at(0.2) });
  await deliver(await keep(request, await server.chooseAds(request)));
  for (const skew of [-0.1, 0, 0.1])
    expect(await server.chooseAds({ ...request, episode_id: 9, at: at(skew) })).toEqual([]);
});

test("a deleted creative is not chosen again, and its renditions still settle", async () => {
  const lineitem_id = await fresh();
  const server = await startServer();
  const request = anOpportunity(world, team);
  const kept = await keep(request, await server.chooseAds(request));
  await world.deps.db
    .updateTable("creatives")
    .set({ deleted_at: world.deps.clock() })
    .where("lineitem_id", "=", lineitem_id)
    .execute();
  await server.refresh();
  expect(await server.chooseAds(anOpportunity(world, team))).toEqual([]);
  await deliver(kept);
  expect(await held(lineitem_id)).toEqual([]);
  await makeCreative(world, lineitem_id);
  await server.refresh();
  expect(await server.chooseAds(anOpportunity(world, team))).toHaveLength(1);
});

test("a goal lowered below the delivered count stops a line item, and a later end date restarts it", async () => {
  const lineitem_id = await fresh({ goal_impressions: 50 });
  const server = await startServer();
  for (let n = 0; n < 3; n += 1) {
    const request = anOpportunity(world, team);
    await deliver(await keep(request, await server.chooseAds(request)));
  }
  const change = (set: object) =>
    world.deps.db
      .updateTable("lineitems")
      .set(set)
      .where("lineitem_id", "=", lineitem_id)
      .execute();
  const tries = async () => {
    await runController(world.deps);
    await server.refresh();
    return server.chooseAds(anOpportunity(world, team));
  };
  await change({ goal_impressions: 2 });
  expect(await tries()).toEqual([]);
  await change({ goal_impressions: 50, end_date: "2026-11-09" });
  expect(await tries()).toEqual([]);
  await change({ auto_extend_days: 3 });
  expect(await tries()).toHaveLength(1);
  await change({ auto_extend_days: 0, end_date: "2026-11-20" });
  expect(await tries()).toHaveLength(1);
});

test("PACED delivers about one ad at the start of a long flight, even to a crowd", async () => {
  const lineitem_id = await fresh({
    goal_pacing: "PACED",
    goal_impressions: 100,
    start_date: "2026-11-10",
    end_date: "2026-12-09",
  });
  await runController(world.deps);
  const server = await startServer();
  const crowd = await Promise.all(
    Array.from({ length: 30 }, () => server.chooseAds(anOpportunity(world, team))),
  );
  // After half a day of thirty days, 1.67 are due.
  const ran = crowd.flat().length;
  expect(ran).toBeGreaterThanOrEqual(1);
  expect(ran).toBeLessThanOrEqual(3);
  await server.flush();
  await runController(world.deps);
  await learnRhythms(world.deps);
  const { probability, on_track, rhythm } = await world.deps.db
    .selectFrom("pacing")
    .selectAll()
    .where("lineitem_id", "=", lineitem_id)
    .executeTakeFirstOrThrow();
  expect(probability).toBe(0);
  expect(on_track).toBe(true);
  expect(rhythm?.reduce((sum, count) => sum + count, 0)).toBeCloseTo(30, 3);
});

test("a recount takes back what it counted", async () => {
  const lineitem_id = await fresh({ daily_cap: 1 });
  const server = await startServer();
  const request = anOpportunity(world, team);
  const kept = await keep(request, await server.chooseAds(request));
  await deliver(kept);
  const next = async () => {
    await runController(world.deps);
    await server.refresh();
    return ids(await server.chooseAds(anOpportunity(world, team)));
  };
  expect(await next()).toEqual([]);
  await deliver(kept, -1);
  expect(await next()).toEqual([lineitem_id]);
});
