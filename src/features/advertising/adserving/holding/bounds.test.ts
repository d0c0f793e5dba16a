/** Tests that clients that ask but do not fetch hold few ads for a short time and do not affect learning. */
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  anOpportunity,
  makeCampaign,
  makeLineitem,
  makeTeam,
  type Team,
} from "../../../../../test/setup/bookings.ts";
import { useWorld } from "../../../../../test/setup/world.ts";
import { type Limit, onExceeded } from "../../../../platform/limits.ts";
import { type Adserver, holdFlowing, openAdserver, reserve, settle } from "../actions.ts";
import { runController } from "../control/actions.ts";
import type { AdRequest, Origin } from "../schema.ts";

const world = useWorld();
const NOON = Date.parse("2026-11-10T12:00:00Z");
const MINUTE = 60_000;

let team: Team;
let servers: Adserver[] = [];
const exceeded: string[] = [];
let stop = () => {};

beforeEach(() => {
  world.setTime(new Date(NOON));
  stop = onExceeded(({ name }: Limit) => exceeded.push(name));
});
afterEach(async () => {
  stop();
  exceeded.splice(0);
  for (const server of servers.splice(0)) await server.close();
});

/** Books a line item in a new team and opens two servers that deliver it. */
async function book(goal: number, overrides = {}): Promise<number> {
  team = await makeTeam(world, await world.person());
  const campaign_id = await makeCampaign(world, team);
  const item = { goal_impressions: goal, hard_cap: true, ...overrides };
  const lineitem_id = await makeLineitem(world, team.team_id, campaign_id, item);
  servers = [openAdserver(world.deps), openAdserver(world.deps)];
  return lineitem_id;
}

async function pass(minutes: number): Promise<void> {
  world.setTime(new Date(world.deps.clock().getTime() + minutes * MINUTE));
  await runController(world.deps);
  for (const server of servers) await server.refresh();
}

const anAddress = (network: Buffer = randomBytes(8)): Origin => ({
  address: randomBytes(8),
  network,
  kind: "consumer",
});

/** A play by a new listener, with the chosen ads in a rendition. Returns what the test does next with it. */
async function play(origin: Origin | null, nth = 0) {
  const request: AdRequest = anOpportunity(world, team, { origin });
  const ads = await (servers[nth % servers.length] as Adserver).chooseAds(request);
  const { listener, at } = request;
  const digest = randomBytes(32);
  const held = ads.map(({ lineitem_id, campaign_id }, segment) => ({
    lineitem_id,
    campaign_id,
    segment,
  }));
  const expires_at = new Date(at.getTime() + 24 * 60 * MINUTE);
  await world.deps.db
    .transaction()
    .execute((tx) => reserve(tx, { digest, listener, origin, ads: held, at, expires_at }));
  const flows = [{ digest: digest.toString("hex"), listeners: [listener.toString("hex")] }];
  return {
    ads: ads.length,
    fetch: () => holdFlowing(world.deps.db, flows, world.deps.clock()),
    hear: () =>
      settle(
        world.deps.db,
        held.map((ad) => ({
          ...ad,
          digest,
          listener,
          at: world.deps.clock(),
          quantity: 1 as const,
        })),
      ),
  };
}

/** Plays `size` times at once and returns how many ads were given. */
async function crowd(size: number, origin: () => Origin | null): Promise<number> {
  const plays = await Promise.all(Array.from({ length: size }, (_, nth) => play(origin(), nth)));
  return plays.reduce((sum, { ads }) => sum + ads, 0);
}

const pacingOf = (lineitem_id: number) =>
  world.deps.db
    .selectFrom("pacing")
    .selectAll()
    .where("lineitem_id", "=", lineitem_id)
    .executeTakeFirstOrThrow();

test("an address with many user agents holds 20 ads and its network 60, across servers", async () => {
  await book(1000);
  const first = anAddress();
  expect(await crowd(50, () => first)).toBe(20);
  expect(exceeded).toContain("provisional-ads-per-address");
  expect(await crowd(80, () => anAddress(first.network))).toBe(40);
  expect(exceeded).toContain("provisional-ads-per-network");
  expect(await crowd(5, () => anAddress())).toBe(5);
  expect(await crowd(30, () => null)).toBe(30);
}, 120_000);

test("an ad that nobody begins to fetch is free after two minutes and does not affect learning", async () => {
  const lineitem_id = await book(20);
  const hostile = anAddress();
  expect(await crowd(25, () => hostile)).toBe(20);
  expect(await crowd(1, () => anAddress())).toBe(0);
  const { yield: before } = await pacingOf(lineitem_id).catch(() => ({ yield: 0.8 }));
  await pass(2.1);
  expect(await crowd(3, () => anAddress())).toBe(3);
  await pass(25 * 60);
  const { yield: after, released } = await pacingOf(lineitem_id);
  expect([released, after]).toEqual([0, before]);
}, 60_000);

test("an ad whose fetch has begun is held for a day, even if it begins late", async () => {
  await book(2);
  const [soon, late] = [await play(anAddress()), await play(anAddress())];
  await soon.fetch();
  await pass(2.1);
  // One is lasting, the other has lapsed.
  const next = await play(anAddress());
  expect(next.ads).toBe(1);
  await late.fetch();
  await pass(2.1);
  // The late one counts again, instead of the one that has lapsed in the meantime.
  expect(await crowd(1, () => anAddress())).toBe(0);
  await pass(20 * 60);
  expect(await crowd(1, () => anAddress())).toBe(0);
}, 60_000);

test("an address that fetches nothing all day becomes suspect, but its neighbours and listeners do not", async () => {
  await book(10_000);
  const hostile = anAddress();
  const [neighbour, listener] = [anAddress(hostile.network), anAddress()];
  expect(await crowd(12, () => hostile)).toBe(12);
  for (let n = 0; n < 12; n += 1) await (await play(listener)).hear();
  await pass(2.1);
  expect(await crowd(5, () => hostile)).toBe(1);
  expect(exceeded).toContain("provisional-ads-per-suspect-address");
  expect(await crowd(5, () => neighbour)).toBe(5);
  expect(await crowd(12, () => listener)).toBe(12);
  await pass(2.1);
  // As many were made in vain as were delivered, which can happen to anyone.
  expect(await crowd(5, () => listener)).toBe(5);
  // A day later the judgement expires.
  await pass(25 * 60);
  await pass(1);
  expect(await crowd(5, () => hostile)).toBe(5);
}, 120_000);

test("ads chosen for a rendition that was never made do not make an address suspect", async () => {
  await book(10_000);
  const unlucky = anAddress();
  for (let n = 0; n < 12; n += 1)
    await servers[0]?.chooseAds(anOpportunity(world, team, { origin: unlucky }));
  await pass(2.1);
  expect(await crowd(5, () => unlucky)).toBe(5);
}, 60_000);

test("a network becomes suspect if none of its addresses fetch anything", async () => {
  await book(10_000);
  const { network } = anAddress();
  expect(await crowd(24, () => anAddress(network))).toBe(24);
  await pass(2.1);
  expect(await crowd(6, () => anAddress(network))).toBe(2);
  expect(exceeded).toContain("provisional-ads-per-suspect-network");
}, 60_000);

test("a client that fetches only the beginning holds 100 ads, which do not lower the yield", async () => {
  const lineitem_id = await book(1000, { hard_cap: false });
  const hostile = anAddress();
  for (let round = 0; round < 6; round += 1)
    for (const one of await Promise.all(Array.from({ length: 20 }, (_, nth) => play(hostile, nth))))
      await one.fetch();
  const { length } = await world.deps.db
    .selectFrom("reservations")
    .select("segment")
    .where("lineitem_id", "=", lineitem_id)
    .execute();
  expect(length).toBe(100);
  expect(exceeded).toContain("open-ads-per-address");
  const usual = (await pacingOf(lineitem_id).catch(() => ({ yield: 0.8 }))).yield;
  await pass(3 * 60 + 5);
  expect((await pacingOf(lineitem_id)).yield).toBeCloseTo(usual, 6);
  await pass(24 * 60);
  const { released, yield: after } = await pacingOf(lineitem_id);
  expect(released).toBe(0);
  expect(after).toBeCloseTo(usual, 6);
}, 120_000);

test("a refused request counts neither as an ad request nor as a chance", async () => {
  const lineitem_id = await book(1000);
  const hostile = anAddress();
  await crowd(60, () => hostile);
  for (const server of servers) await server.flush();
  const { rows } = await world.deps.pool.query(
    `select (select coalesce(sum(seen), 0)::int from opportunities
         where samples::text like '%"team_ids": [' || $2 || ']%') as seen,
       (select sum(count)::int from decision_counts where lineitem_id = $1) as decided`,
    [lineitem_id, team.team_id],
  );
  expect(rows[0].decided).toBe(20);
  expect(rows[0].seen).toBeLessThanOrEqual(20);
}, 60_000);
