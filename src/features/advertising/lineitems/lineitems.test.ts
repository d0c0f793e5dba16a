/** Tests line items over HTTP: stored fields, refused values, list filters, copies. */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { LINEITEM, makeTeam, type Team } from "../../../../test/setup/advertising.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { insertCreative } from "./creatives/store.ts";

const world = useWorld();
const path = "/v2/lineitems";
let team: Team;

beforeAll(async () => {
  team = await makeTeam(world);
});

const ONE_OF = { type: "INCLUDE", matcher: "ONE_OF" };

test("a line item is a draft with the fields that were sent and defaults for the others", async () => {
  const { campaign_id } = await team.campaign({ name: "Winter" });
  const { response } = await team.boss.api.post(path, { ...LINEITEM, campaign_id });
  const { lineitem } = response;
  expect(lineitem).toEqual({
    lineitem_id: expect.any(Number),
    campaign_id,
    campaign_name: "Winter",
    ...LINEITEM,
    price_amount: "12.34500",
    team_id: team.team_id,
    timezone: "UTC",
    active: false,
    canceled: false,
    status: "STOPPED",
    delivery_status: "DRAFT",
    on_track: true,
    impressions_tracked: 0,
    revenue_amount: "0.00000000",
    external_id: null,
    notes: null,
    auto_extend_days: 0,
    goal_impressions: null,
    daily_cap: null,
    hard_cap: false,
    share_of_voice: null,
    max_per_download: 1,
    audio_ad_url: null,
    audio_ad_filename: null,
    creatives: [],
    target_ads_type: null,
    target_midroll_position: null,
    target_geo: null,
    target_devices: null,
    target_os: null,
    target_apps: null,
    target_shows: null,
    target_episodes: null,
    target_categories: null,
    target_languages: null,
    target_tags: null,
    target_dayparts: null,
    frequency_cap: [],
    exclusions: null,
    third_party_impression_urls: [],
    deleted_at: null,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  const own = `${path}/${lineitem.lineitem_id}`;
  expect((await team.boss.api.get(own)).response.lineitem).toEqual(lineitem);
  expect(await team.boss.api.delete(own)).toMatchObject({ status: 200, response: [] });
  for (const method of ["GET", "POST", "DELETE"])
    expect((await team.boss.api.send(method, own)).error.type).toBe("lineitem-not-found");
});

test("every field is accepted in every form and returned in its stored form", async () => {
  const { lineitem_id } = await team.lineitem();
  const sent = {
    name: "Trains",
    external_id: "X",
    notes: "Two\nlines",
    priority_id: 20,
    start_date: "2028-02-29",
    end_date: "2028-02-29",
    timezone: "Europe/Rome",
    auto_extend_days: 3,
    goal_pacing: "FRONT_LOADED",
    goal_impressions: 5000,
    daily_cap: 10,
    hard_cap: true,
    share_of_voice: 40,
    price_type: "FLAT",
    price_amount: "100",
    max_per_download: 2,
    target_midroll_position: 2,
    target_ads_type: { ...ONE_OF, values: ["preroll", "midroll"] },
    target_geo: { ...ONE_OF, type: "EXCLUDE", values: ["it", "DE"] },
    target_devices: { ...ONE_OF, values: ["SMART_SPEAKER", "mobile"] },
    target_os: { ...ONE_OF, values: ["iOS"] },
    target_apps: { ...ONE_OF, values: ["Podcast Addict"] },
    target_shows: { ...ONE_OF, values: [1, "2"] },
    target_episodes: { ...ONE_OF, values: [7] },
    target_categories: { ...ONE_OF, values: [92] },
    target_languages: { ...ONE_OF, values: ["IT"] },
    target_tags: { ...ONE_OF, values: ["Slow Trains "] },
    target_dayparts: { type: "INCLUDE", values: [{ days: [1, 7], from: 6, to: 24 }] },
    frequency_cap: [{ max: 2, unit: "DAY" }],
    exclusions: { industries: "iab1,IAB2-3", advertisers: [4] },
    third_party_impression_urls: ["https://px.example/a,b?t={timestamp}", "http://px.example/c"],
  };
  const kept = {
    ...sent,
    price_amount: "100.00000",
    target_geo: { ...ONE_OF, type: "EXCLUDE", values: ["IT", "DE"] },
    target_devices: { ...ONE_OF, values: ["Smart speaker", "Mobile"] },
    target_shows: { ...ONE_OF, values: [1, 2] },
    target_languages: { ...ONE_OF, values: ["it"] },
    target_tags: { ...ONE_OF, values: ["slow trains"] },
    target_dayparts: { ...ONE_OF, ...sent.target_dayparts },
    frequency_cap: [{ max: 2, count: 1, unit: "DAY" }],
    exclusions: { industries: ["IAB1", "IAB2-3"], advertisers: [4], scope: "break" },
  };
  const cleared = {
    external_id: "",
    notes: "",
    goal_impressions: "",
    daily_cap: "",
    share_of_voice: "",
    target_midroll_position: "",
    target_ads_type: "",
    target_geo: "",
    exclusions: "",
    frequency_cap: "[]",
    third_party_impression_urls: "",
  };
  for (const as of ["json", "urlencoded", "multipart", "query"] as const) {
    const written = await team.boss.api.post(`${path}/${lineitem_id}`, sent, { as });
    expect(written.response.lineitem, written.text).toMatchObject(kept);
    const emptied = await team.boss.api.post(`${path}/${lineitem_id}`, cleared, { as });
    expect(emptied.response.lineitem, emptied.text).toMatchObject({
      external_id: null,
      notes: null,
      goal_impressions: null,
      daily_cap: null,
      share_of_voice: null,
      target_midroll_position: null,
      target_ads_type: null,
      target_geo: null,
      exclusions: null,
      frequency_cap: [],
      third_party_impression_urls: [],
      target_os: sent.target_os,
      name: "Trains",
    });
  }
  const nulled = { target_os: null, target_midroll_position: "last" };
  const json = await team.boss.api.post(`${path}/${lineitem_id}`, nulled, { as: "json" });
  expect(json.response.lineitem).toMatchObject(nulled);
});

test("missing required fields are named", async () => {
  const { error } = await team.boss.api.post(path, {});
  expect(Object.keys(error.fields ?? {}).sort()).toEqual([
    ...["campaign_id", "end_date", "goal_pacing", "name", "price_amount"],
    ...["price_type", "priority_id", "start_date"],
  ]);
});

test.each([
  ["name", { name: "" }],
  ["campaign_id", { campaign_id: 999_999 }],
  ["priority_id", { priority_id: 25 }],
  ["start_date", { start_date: "2026-02-30" }],
  ["start_date", { start_date: "10.1.2026" }],
  ["end_date", { end_date: "2026-01-09" }],
  ["timezone", { timezone: "Mars/Olympus" }],
  ["timezone", { timezone: "+01:00" }],
  ["auto_extend_days", { auto_extend_days: -1 }],
  ["goal_pacing", { goal_pacing: "EVEN" }],
  ["goal_impressions", { goal_impressions: 0 }],
  ["goal_impressions", { goal_impressions: "1.5" }],
  ["share_of_voice", { share_of_voice: 101 }],
  ["price_type", { price_type: "CPC" }],
  ["price_amount", { price_amount: "-1" }],
  ["price_amount", { price_amount: "0.000001" }],
  ["price_amount", { price_amount: "1e3" }],
  ["price_amount", { price_amount: "" }],
  ["price_amount", { price_amount: "1000000001" }],
  ["target_ads_type", { target_ads_type: { ...ONE_OF, type: "EXCLUDE", values: ["preroll"] } }],
  ["target_ads_type", { target_ads_type: { ...ONE_OF, values: ["banner"] } }],
  ["target_midroll_position", { target_midroll_position: "middle" }],
  ["target_midroll_position", { target_midroll_position: 0 }],
  ["target_geo", { target_geo: { ...ONE_OF, values: ["XX"] } }],
  ["target_geo", { target_geo: { ...ONE_OF, values: [] } }],
  ["target_geo", { target_geo: { type: "INCLUDE", matcher: "ALL_OF", values: ["IT"] } }],
  ["target_geo", { target_geo: ["IT"] }],
  ["target_geo", { target_geo: "{broken" }],
  ["target_devices", { target_devices: { ...ONE_OF, values: ["Toaster"] } }],
  ["target_shows", { target_shows: { ...ONE_OF, values: ["abc"] } }],
  ["target_categories", { target_categories: { ...ONE_OF, values: [1] } }],
  ["target_languages", { target_languages: { ...ONE_OF, values: ["xx"] } }],
  ["target_dayparts", { target_dayparts: { ...ONE_OF, values: [{ days: [8], from: 1, to: 2 }] } }],
  ["target_dayparts", { target_dayparts: { ...ONE_OF, values: [{ days: [1], from: 9, to: 9 }] } }],
  ["exclusions", { exclusions: { industries: ["news"] } }],
  ["frequency_cap", { frequency_cap: Array(6).fill({ max: 1, unit: "DAY" }) }],
  ["third_party_impression_urls", { third_party_impression_urls: ["ftp://px.example"] }],
  ["third_party_impression_urls", { third_party_impression_urls: Array(4).fill("http://a.b") }],
  ["active", { active: "maybe" }],
  ["audio_ad_file", { active: true }],
])("an invalid %s is refused and nothing is created: %o", async (field, change) => {
  const { campaign_id } = await team.campaign();
  const sent = { ...LINEITEM, campaign_id, ...change };
  for (const as of ["json", "urlencoded"] as const) {
    const { status, error } = await team.boss.api.post(path, sent, { as });
    expect([status, Object.keys(error.fields ?? {})[0]?.split(".")[0]]).toEqual([400, field]);
  }
  const { items } = (await team.boss.api.get(`${path}?campaign_id=${campaign_id}`)).response;
  expect(items).toEqual([]);
});

test("a change is validated together with the stored fields", async () => {
  const own = `${path}/${(await team.lineitem()).lineitem_id}`;
  const change = async (fields: object) =>
    Object.keys((await team.boss.api.post(own, { ...fields })).error?.fields ?? {});
  expect(await change({ start_date: "2026-01-21" })).toEqual(["end_date"]);
  expect(await change({ end_date: "2026-01-09" })).toEqual(["end_date"]);
  expect(await change({ start_date: "2026-01-21", end_date: "2026-01-21" })).toEqual([]);
});

test("prices are kept to their last digit", async () => {
  const { lineitem_id } = await team.lineitem();
  const amounts = fc.tuple(fc.nat({ max: 999_999_999 }), fc.nat({ max: 99_999 }));
  await fc.assert(
    fc.asyncProperty(amounts, async ([whole, fraction]) => {
      const price_amount = `${whole}.${String(fraction).padStart(5, "0")}`;
      const { response } = await team.boss.api.post(`${path}/${lineitem_id}`, { price_amount });
      expect(response.lineitem.price_amount).toBe(price_amount);
    }),
    { numRuns: 30 },
  );
});

test("it may move to another campaign of its team, but not to another team's", async () => {
  const { lineitem_id, campaign_id } = await team.lineitem();
  const [own, foreign] = [await team.campaign(), await (await makeTeam(world)).campaign()];
  const move = (to: object) => team.boss.api.post(`${path}/${lineitem_id}`, { ...to });
  const moved = (await move({ campaign_id: own.campaign_id })).response.lineitem;
  expect(moved.campaign_id).toBe(own.campaign_id);
  expect(moved.campaign_id).not.toBe(campaign_id);
  expect((await move({ campaign_id: foreign.campaign_id })).error.fields).toHaveProperty(
    "campaign_id",
  );
  const made = await team.boss.api.post(path, { ...LINEITEM, campaign_id: foreign.campaign_id });
  expect(made.status).toBe(403);
});

test("a list is filtered by campaign, advertiser, text and team, and paged", async () => {
  const own = await makeTeam(world);
  const { advertiser_id, campaign_id } = await own.campaign();
  const first = await own.lineitem({ campaign_id, name: "First 10%" });
  const second = await own.lineitem({ campaign_id, external_id: "first" });
  const third = await own.lineitem();
  const ids = async (query: string) =>
    (await own.boss.api.get(`${path}?${query}`)).response.items.map(
      (item: { lineitem_id: number }) => item.lineitem_id,
    );
  const all = [third, second, first].map((item) => item.lineitem_id);
  expect(await ids("")).toEqual(all);
  expect(await ids(`team_id=${own.team_id}&status=STOPPED`)).toEqual(all);
  expect(await ids(`campaign_id=${campaign_id}`)).toEqual(all.slice(1));
  expect(await ids(`advertiser_id=${advertiser_id}&q=FIRST`)).toEqual(all.slice(1));
  expect(await ids("q=0%25")).toEqual([first.lineitem_id]);
  expect(await ids("limit=1&offset=1")).toEqual([second.lineitem_id]);
  expect((await own.boss.api.get(`${path}?limit=2`)).response.next_url).toMatch(/offset=2/);
  expect((await own.boss.api.get(`${path}?status=DRAFT`)).error.fields).toHaveProperty("status");
});

test("a copy is a draft with the booking of the original and none of its deliveries", async () => {
  const { lineitem_id } = await team.lineitem({ name: "n".repeat(255), daily_cap: 7, notes: "N" });
  const creative = {
    lineitem_id,
    filename: "ad.mp3",
    status: "READY" as const,
    version: 3,
    weight: 50,
  };
  await insertCreative(world.deps.db, creative);
  await insertCreative(world.deps.db, { ...creative, status: "ERROR", error: "Broken." });
  const counts = { lineitem_id, impressions_tracked: 10, revenue: 123_450 };
  await world.deps.db.insertInto("lineitem_counts").values(counts).execute();
  const own = `${path}/${lineitem_id}`;
  await team.boss.api.post(own, { active: true, target_midroll_position: "first" });
  const original = (await team.boss.api.get(own)).response.lineitem;
  expect(original).toMatchObject({ impressions_tracked: 10, revenue_amount: "0.00123450" });
  const { lineitem } = (await team.boss.api.post(`${own}/clone`)).response;
  expect(lineitem).toEqual({
    ...original,
    lineitem_id: expect.any(Number),
    name: `${"n".repeat(248)} (copy)`,
    active: false,
    status: "STOPPED",
    delivery_status: "DRAFT",
    impressions_tracked: 0,
    revenue_amount: "0.00000000",
    creatives: [expect.objectContaining({ filename: "ad.mp3", weight: 50, version: 1 })],
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  expect(lineitem.lineitem_id).not.toBe(lineitem_id);
  await team.boss.api.delete(own);
  expect((await team.boss.api.post(`${own}/clone`)).status).toBe(404);
});

test("a change based on an old revision is refused", async () => {
  const own = `${path}/${(await team.lineitem()).lineitem_id}`;
  const read = await team.boss.api.get(own);
  const headers = { "if-match": read.headers.get("etag") ?? "" };
  const first = await team.boss.api.post(own, { name: "First" }, { headers });
  expect(first.status).toBe(200);
  expect((await team.boss.api.post(own, { name: "Second" }, { headers })).status).toBe(412);
  expect((await team.boss.api.delete(own, { headers })).status).toBe(412);
  const newer = { "if-match": first.headers.get("etag") ?? "" };
  expect((await team.boss.api.delete(own, { headers: newer })).status).toBe(200);
});
