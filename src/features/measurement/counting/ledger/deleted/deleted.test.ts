/** Tests that ads of deleted line items still count for listeners pinned to them, until the pin ends. */
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  makeCampaign,
  makeLineitem,
  makeTeam,
  type Team,
} from "../../../../../../test/setup/bookings.ts";
import {
  delivery,
  makeRendition,
  somebody,
  stitched,
} from "../../../../../../test/setup/counting.ts";
import { makeEpisode, makeShow } from "../../../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../../../test/setup/world.ts";
import { openRequestRecorder } from "../../actions.ts";
import { dayOf } from "../../aggregation/rules.ts";
import { openClassifier } from "../../classifying.ts";
import { recount } from "../../recounting/actions.ts";
import type { RequestRecorder } from "../../schema.ts";

const world = useWorld();
const HOUR = 3_600_000;
const NOON = Date.parse("2026-11-10T12:00:00Z");
const PRICE = 1_234_567;
let recorder: RequestRecorder;
let boss: Person;
let team: Team;
beforeAll(async () => {
  world.setTime(new Date(NOON));
  recorder = await openRequestRecorder(world.deps);
  boss = await world.person();
  team = await makeTeam(world, boss);
});
afterAll(() => recorder.close());

/** Creates a line item and a rendition that begins with its ad. */
async function sell() {
  const campaign_id = await makeCampaign(world, team);
  const lineitem_id = await makeLineitem(world, team.team_id, campaign_id);
  const episode_id = await makeEpisode(world, await makeShow(world, boss));
  const ids = { lineitem_id, campaign_id, team_id: team.team_id, creative_id: 1 };
  const made = await makeRendition(world, episode_id, stitched({ ...ids, price: String(PRICE) }));
  return { lineitem_id, campaign_id, audio: { episode_id, ...made } };
}
type Sold = Awaited<ReturnType<typeof sell>>;

/** Pins a new listener to the rendition for a number of hours; returns the address. */
async function pin({ audio }: Sold, hours: number): Promise<string> {
  const address = somebody();
  const listener = recorder.listeners.keyOf(delivery(audio, { address }), new Date(NOON));
  const place = { episode_id: audio.episode_id, media_digest: Buffer.alloc(32) };
  const expires_at = new Date(NOON + hours * HOUR);
  const digest = Buffer.from(audio.digest, "hex");
  await world.deps.db
    .insertInto("pins")
    .values({ ...place, listener, digest, expires_at })
    .execute();
  return address;
}

async function hear({ audio }: Sold, address: string, at: number): Promise<void> {
  recorder.note(delivery(audio, { address, at }));
  await recorder.drain();
}

async function figuresOf({ lineitem_id, audio }: Sold) {
  const counts = await world.deps.db
    .selectFrom("lineitem_counts")
    .select(["impressions_tracked", "revenue"])
    .where("lineitem_id", "=", lineitem_id)
    .executeTakeFirst();
  const { response } = await world.api.get(`/v2/episodes/${audio.episode_id}`);
  return {
    impressions: counts?.impressions_tracked ?? 0,
    revenue: counts?.revenue ?? 0,
    downloads: response.episode.downloads_count,
  };
}
const times = (impressions: number, downloads: number) => ({
  impressions,
  revenue: impressions * PRICE,
  downloads,
});

test.each([
  ["line item", (sold: Sold) => `/v2/lineitems/${sold.lineitem_id}`],
  ["campaign", (sold: Sold) => `/v2/campaigns/${sold.campaign_id}`],
])(
  "after its %s is deleted, an ad counts for pinned listeners until the pin ends",
  async (_, pathOf) => {
    const sold = await sell();
    if (pathOf(sold).includes("campaigns"))
      await world.deps.db.updateTable("lineitems").set({ active: false }).execute();
    const [before, pinned, left] = [somebody(), await pin(sold, 24), somebody()];
    await hear(sold, before, NOON - 1);
    expect(await figuresOf(sold)).toEqual(times(1, 1));
    expect((await boss.api.delete(pathOf(sold))).status).toBe(200);
    // Sent before it was deleted, recorded later.
    await hear(sold, somebody(), NOON - 1);
    await hear(sold, pinned, NOON + HOUR);
    expect(await figuresOf(sold)).toEqual(times(3, 3));
    // One address is used without a pin; the other's pin has ended.
    await hear(sold, left, NOON + HOUR);
    await hear(sold, pinned, NOON + 25 * HOUR);
    expect(await figuresOf(sold)).toEqual(times(3, 5));
  },
);

test("paused, canceled and ended line items still count, with or without a pin", async () => {
  const sold = await sell();
  const path = `/v2/lineitems/${sold.lineitem_id}`;
  await hear(sold, somebody(), NOON);
  await boss.api.post(path, { active: false });
  await hear(sold, somebody(), NOON + HOUR);
  await boss.api.post(path, { canceled: true });
  await hear(sold, somebody(), NOON + 400 * HOUR);
  expect(await figuresOf(sold)).toEqual(times(3, 3));
});

test("a recount neither restores what did not count nor removes what did", async () => {
  const sold = await sell();
  await hear(sold, await pin(sold, 2), NOON);
  expect((await boss.api.delete(`/v2/lineitems/${sold.lineitem_id}`)).status).toBe(200);
  await hear(sold, await pin(sold, 2), NOON + HOUR);
  await hear(sold, somebody(), NOON + HOUR);
  expect(await figuresOf(sold)).toEqual(times(2, 3));
  await world.deps.db.deleteFrom("pins").execute();
  const day = dayOf(NOON);
  const found = await recount(world.deps, openClassifier({ geoipPath: null, bots: [] }), day, day);
  expect(found.impressions_after).toBe(found.impressions_before);
  expect(await figuresOf(sold)).toEqual(times(2, 3));
});
