/** Tests thousands of plays by programs that fetch nothing: listeners still get ads, and the goal ends on target. */
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { runController } from "../../src/features/advertising/adserving/control/actions.ts";
import { BOUNDS, SUSPECT_BOUNDS } from "../../src/features/advertising/adserving/holding/bounds.ts";
import { JOURNEY_MS, serve, urlOf } from "../journeys/processes.ts";
import { type Ask, ask, leadsTo, openConnections } from "../setup/players.ts";
import { makeAd, makeStitchable, type StoredMp3, storeMp3 } from "../setup/stitching.ts";
import { useWorld } from "../setup/world.ts";
import { BYSTANDER_P99_MS, startBystander } from "./bystander.ts";

const world = useWorld({ TRUST_PROXY: "loopback" });
const GOAL = 100;
const PLAYS = Number(process.env.TEST_PLAYS ?? 1000);
const MINUTE = 60_000;
const PATIENCE = { timeout: 60_000 };

let [programme, spot] = [{} as StoredMp3, {} as StoredMp3];
beforeAll(async () => {
  programme = await storeMp3(world, { seconds: 62, kind: "silence" });
  spot = await storeMp3(world, { seconds: 2, kind: "bursts" });
});

/** An episode with one ad slot, and a line item with a goal. */
async function book() {
  const { episode_id, team_id } = await makeStitchable(world, programme);
  const { lineitem_id } = await makeAd(world, team_id, spot);
  await world.deps.db
    .updateTable("lineitems")
    .set({ goal_impressions: GOAL })
    .where("lineitem_id", "=", lineitem_id)
    .execute();
  return { lineitem_id, path: `/download/episode/${episode_id}/fog.mp3` };
}

/** A few addresses of one network. */
const hostileAddress = (number: number) => `93.45.10.${20 + (number % 3)}`;
const APP = "Overcast/3.0 (+http://overcast.fm/; iOS podcast app)";
let listeners = 0;
/** A listener with an address in a new network. */
function somebody(): Ask {
  listeners += 1;
  return { agent: APP, from: `81.${2 + (listeners >> 8)}.${listeners & 255}.7` };
}

type Look = Pick<Ask, "method" | "range">;
const STORMS: Readonly<Record<string, Look>> = {
  plays: {},
  heads: { method: "HEAD" },
  probes: { range: "bytes=0-1" },
};

/** Sends `plays` plays from few addresses, each by another app, several at a time. */
async function storm(url: string, plays: number, look: Look): Promise<void> {
  const connections = openConnections(4);
  let next = 0;
  const attack = async () => {
    while (next < plays) {
      next += 1;
      const who = { agent: `${APP} ${crypto.randomUUID()}`, from: hostileAddress(next) };
      leadsTo(await ask(url, { ...who, ...look }, connections));
    }
  };
  await Promise.all(Array.from({ length: 4 }, attack));
  connections.destroy();
}

/** Plays all of it; returns whether it contained the ad. */
async function listen(url: string): Promise<boolean> {
  const who = somebody();
  const { body } = await ask(leadsTo(await ask(url, who)), who);
  return body.includes(spot.bytes);
}

async function listenInTurn(url: string, count: number): Promise<number> {
  let heard = 0;
  for (let n = 0; n < count; n += 1) if (await listen(url)) heard += 1;
  return heard;
}

const rowOf = async (text: string, lineitem_id: number) =>
  (await world.deps.pool.query(text, [lineitem_id])).rows[0];

const deliveredOf = async (lineitem_id: number): Promise<number> =>
  (
    await rowOf(
      "select coalesce(sum(impressions_tracked), 0)::int as n from lineitem_counts where lineitem_id = $1",
      lineitem_id,
    )
  ).n;

/** Advances the clock for reservations, and runs the controller. */
async function pass(minutes: number): Promise<void> {
  world.setTime(new Date(world.deps.clock().getTime() + minutes * MINUTE));
  await runController(world.deps);
  // Web processes refresh bookings once a second.
  await sleep(1100);
}

test(
  "listeners get ads during storms of plays, HEADs and probes, and the goal ends within its bound",
  async () => {
    const { lineitem_id, path } = await book();
    const url = world.baseUrl + path;
    world.setTime(new Date());
    let heard = 0;
    for (const look of Object.values(STORMS)) {
      const [, ads] = await Promise.all([storm(url, PLAYS, look), listenInTurn(url, 20)]);
      // Every listener gets the ad.
      expect(ads).toBe(20);
      heard += ads;
      const held = await rowOf(
        "select count(*)::int as n from reservations where lineitem_id = $1 and flowing_at is null",
        lineitem_id,
      );
      expect(held.n).toBeLessThanOrEqual(BOUNDS.network.provisional.value + ads);
      await expect.poll(() => deliveredOf(lineitem_id), PATIENCE).toBe(heard);
      await pass(2.1);
    }
    // By now the hostile addresses are suspect.
    await storm(url, 100, {});
    const { n } = await rowOf(
      `select count(*)::int as n from reservations
       where lineitem_id = $1 and reserved_at > (select max(reserved_at) from reservations) - interval '1 minute'`,
      lineitem_id,
    );
    expect(n).toBeLessThanOrEqual(3 * SUSPECT_BOUNDS.address.provisional.value);
    for (let round = 0; round < 12 && heard < GOAL; round += 1) {
      heard += await listenInTurn(url, 10);
      await expect.poll(() => deliveredOf(lineitem_id), PATIENCE).toBe(heard);
      await pass(2.1);
    }
    expect(await listenInTurn(url, 10)).toBe(0);
    expect(heard).toBeGreaterThanOrEqual(GOAL);
    expect(heard).toBeLessThanOrEqual(GOAL * 1.05);
    const { yield: learned } = await rowOf(
      "select yield from pacing where lineitem_id = $1",
      lineitem_id,
    );
    expect(learned).toBeGreaterThan(0.8);
    world.setTime(null);
  },
  6 * JOURNEY_MS,
);

/** How long each kind of storm lasts at least: a well-behaved client sends 80 requests in this time. */
const STORM_MS = 4000;

test(
  "a well-behaved client is answered in time during each storm",
  async () => {
    // The network of the storms is suspect since the test before.
    await world.deps.pool.query("truncate reservations, suspect_origins");
    const { lineitem_id, path } = await book();
    const { host, port, user, password, database } = world.deps.pool.options;
    const target = { host, port, user, password, database } as Parameters<typeof urlOf>[0];
    const { url, kill, ended } = await serve({
      DATABASE_URL: urlOf(target),
      DATA_DIR: world.deps.config.dataDir,
      TRUST_PROXY: "loopback",
      RATE_LIMIT: "0",
      LOG_LEVEL: "warn",
    });
    for (const [name, look] of Object.entries(STORMS)) {
      const bystander = startBystander(url, undefined, 50);
      await bystander.ready;
      // A fast machine ends one storm before enough responses are measured.
      const until = performance.now() + STORM_MS;
      do await storm(url + path, PLAYS, look);
      while (performance.now() < until);
      const { failures, requests, p99_ms } = await bystander.stop();
      expect(failures, name).toBe(0);
      expect(requests, name).toBeGreaterThan(50);
      expect(p99_ms, name).toBeLessThan(BYSTANDER_P99_MS);
    }
    const { n } = await rowOf(
      `select count(*)::int as n from reservations
       where lineitem_id = $1 and reserved_at > now() - interval '2 minutes'`,
      lineitem_id,
    );
    expect(n).toBeGreaterThan(0);
    expect(n).toBeLessThanOrEqual(BOUNDS.network.provisional.value);
    kill("SIGTERM");
    expect((await ended).code).toBe(0);
  },
  3 * JOURNEY_MS,
);
