/** Tests campaigns over HTTP: stored fields and refused values. Their status is tested with line items. */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { makeTeam, type Team } from "../../../../test/setup/advertising.ts";
import { useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
const path = "/v2/campaigns";
let team: Team;

beforeAll(async () => {
  team = await makeTeam(world);
});

test("a campaign is created with only a name, read, changed and deleted", async () => {
  const { api } = team.boss;
  const { advertiser_id } = await team.advertiser({ name: "Acme" });
  const { campaign } = (await api.post(path, { name: "Winter", advertiser_id })).response;
  expect(campaign).toEqual({
    campaign_id: expect.any(Number),
    name: "Winter",
    team_id: team.team_id,
    advertiser_id,
    advertiser_name: "Acme",
    status: "STOPPED",
    currency: "USD",
    external_id: null,
    budget_amount: null,
    spent_amount: "0.00000000",
    frequency_cap: [],
    synched: true,
    start_date: null,
    end_date: null,
    deleted_at: null,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  const own = `${path}/${campaign.campaign_id}`;
  const changes = {
    name: "Spring",
    currency: "eur",
    external_id: "IO 7",
    budget_amount: "1234.5",
    frequency_cap: [
      { max: 3, count: 2, unit: "DAY" },
      { max: "10", unit: "LIFETIME" },
    ],
  };
  for (const as of ["json", "urlencoded", "multipart", "query"] as const) {
    const { response, text } = await api.put(own, changes, { as });
    expect(response.campaign, text).toMatchObject({
      name: "Spring",
      currency: "EUR",
      external_id: "IO 7",
      budget_amount: "1234.50000000",
      frequency_cap: [
        { max: 3, count: 2, unit: "DAY" },
        { max: 10, count: 1, unit: "LIFETIME" },
      ],
    });
  }
  const kept = (await api.put(own, { budget_amount: "" })).response.campaign;
  expect(kept).toMatchObject({ budget_amount: null, name: "Spring" });
  expect((await api.get(own)).response.campaign).toEqual(kept);
  expect(await api.delete(own)).toMatchObject({ status: 200, response: [] });
  for (const method of ["GET", "PUT", "DELETE"])
    expect((await api.send(method, own)).error.type).toBe("campaign-not-found");
});

test("a budget is kept to its last digit, also where a double would be inexact", async () => {
  const { campaign_id } = await team.campaign();
  const digits = fc.bigInt(0n, 10n ** 18n);
  await fc.assert(
    fc.asyncProperty(digits, async (units) => {
      const text = String(units).padStart(9, "0");
      const budget_amount = `${text.slice(0, -8)}.${text.slice(-8)}`;
      const { response } = await team.boss.api.put(`${path}/${campaign_id}`, { budget_amount });
      expect(response.campaign.budget_amount).toBe(budget_amount);
    }),
    { numRuns: 30 },
  );
});

test.each([
  ["name", { name: " " }],
  ["advertiser_id", { advertiser_id: 999_999 }],
  ["advertiser_id", { advertiser_id: "" }],
  ["currency", { currency: "XYZ" }],
  ["budget_amount", { budget_amount: "-1" }],
  ["budget_amount", { budget_amount: "1.123456789" }],
  ["budget_amount", { budget_amount: "10000000001" }],
  ["budget_amount", { budget_amount: "a lot" }],
  ["frequency_cap", { frequency_cap: [{ max: 0, unit: "DAY" }] }],
  ["frequency_cap", { frequency_cap: [{ max: 1, unit: "YEAR" }] }],
  ["frequency_cap", { frequency_cap: { max: 1, unit: "DAY" } }],
  ["frequency_cap", { frequency_cap: Array(6).fill({ max: 1, unit: "DAY" }) }],
])("an invalid %s is refused: %o", async (field, change) => {
  const { advertiser_id } = await team.advertiser();
  const sent = { name: "Winter", advertiser_id, ...change };
  const { status, error } = await team.boss.api.post(path, sent, { as: "json" });
  expect([status, Object.keys(error.fields ?? {})[0]?.split(".")[0]]).toEqual([400, field]);
});

test("a campaign stays within its team", async () => {
  const other = await makeTeam(world);
  const { advertiser_id } = await other.advertiser();
  const { campaign_id } = await team.campaign();
  const both = { name: "Both", advertiser_id };
  expect((await team.boss.api.post(path, both)).status).toBe(403);
  expect((await other.boss.api.get(`${path}/${campaign_id}`)).status).toBe(403);
  const moved = await team.boss.api.put(`${path}/${campaign_id}`, { advertiser_id });
  expect(moved.error.fields).toHaveProperty("advertiser_id");
  const own = await team.advertiser({ name: "Another" });
  const { response } = await team.boss.api.put(`${path}/${campaign_id}`, own);
  expect(response.campaign.advertiser_name).toBe("Another");
});

test("a list is filtered by advertiser, text and team", async () => {
  const own = await makeTeam(world);
  const { advertiser_id } = await own.advertiser();
  const first = await own.campaign({ advertiser_id, name: "Winter 100%" });
  const second = await own.campaign({ name: "Summer", external_id: "winter" });
  const ids = async (query: string) =>
    (await own.boss.api.get(`${path}?${query}`)).response.items.map(
      ({ campaign_id }: { campaign_id: number }) => campaign_id,
    );
  expect(await ids("")).toEqual([second.campaign_id, first.campaign_id]);
  expect(await ids(`advertiser_id=${advertiser_id}`)).toEqual([first.campaign_id]);
  expect(await ids("q=WINTER")).toEqual([second.campaign_id, first.campaign_id]);
  expect(await ids("q=0%25")).toEqual([first.campaign_id]);
  expect(await ids("status=RUNNING")).toEqual([]);
  expect(await ids("status=STOPPED&limit=1&offset=1")).toEqual([first.campaign_id]);
  expect((await own.boss.api.get(`${path}?status=DRAFT`)).error.fields).toHaveProperty("status");
  expect((await team.boss.api.get(`${path}?team_id=${own.team_id}`)).status).toBe(403);
});

test("a change based on an old revision is refused", async () => {
  const own = `${path}/${(await team.campaign()).campaign_id}`;
  const read = await team.boss.api.get(own);
  const headers = { "if-match": read.headers.get("etag") ?? "" };
  expect((await team.boss.api.put(own, { name: "First" }, { headers })).status).toBe(200);
  expect((await team.boss.api.put(own, { name: "Second" }, { headers })).status).toBe(412);
  expect((await team.boss.api.delete(own, { headers })).status).toBe(412);
});
