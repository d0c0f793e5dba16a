/** Tests campaign reports over HTTP: exact effective prices, periods by the clock, and every refusal. */
import { afterEach, beforeAll, expect, test } from "vitest";
import { makeTeam, type Team } from "../../../../test/setup/advertising.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { SPANS } from "../statistics/rules.ts";
import { ensureYearsOf } from "../statistics/years/store.ts";
import { ecpmOf } from "./rules.ts";

const world = useWorld({ RATE_LIMIT: "0" });
let team: Team;
let campaign_id: number;
let path: string;

beforeAll(async () => {
  team = await makeTeam(world);
  path = `/v2/organizations/${team.organization_id}/campaign-report`;
  ({ campaign_id } = await team.campaign({ name: "Winter", currency: "EUR" }));
  for (const day of ["2026-02-28", "2026-03-01", "2026-03-08", "2026-03-09", "2026-03-10"])
    await sold(day, 3, 100_000_000n);
});

afterEach(() => world.setTime(null));

/** Figures of the campaign on a day; revenue in 10⁻⁸. */
async function sold(start: string, impressions: number, revenue: bigint) {
  await ensureYearsOf(world.deps.db, [start]);
  await world.deps.pool.query("insert into ad_rollups values (1, $1, $2, $3, $4, $5, $6)", [
    ...[campaign_id, SPANS.day, start, team.team_id, impressions, String(revenue)],
  ]);
}

const report = async (query: Record<string, string>) => {
  const { status, response, error } = await team.boss.api.get(
    `${path}?${new URLSearchParams(query)}`,
  );
  return { status, fields: error?.fields ?? {}, ...response };
};

test("the effective price is exact: rounded once, halves away from zero", async () => {
  const { items } = await report({ from: "2026-03-01", to: "2026-03-09" });
  expect(items).toEqual([
    {
      date: null,
      advertiser_id: null,
      advertiser_name: null,
      campaign_id,
      campaign_name: "Winter",
      lineitem_id: null,
      lineitem_name: null,
      show_id: null,
      show_name: null,
      creative_id: null,
      creative_name: null,
      currency: "EUR",
      impressions_sold: 9,
      revenue_amount: "3.00000000",
      ecpm_amount: "333.33333333",
    },
  ]);
  expect(ecpmOf(0, 5n)).toBeNull();
  expect(ecpmOf(16_000, 1n)).toBe(0n);
  expect(ecpmOf(2000, 1n)).toBe(1n);
  expect(ecpmOf(2000, -1n)).toBe(-1n);
  expect(ecpmOf(-3, -(10n ** 30n))).toBe(10n ** 33n / 3n);
  expect(ecpmOf(3, 2n * 10n ** 30n)).toBe((2n * 10n ** 33n + 1n) / 3n);
});

test.each([
  ["yesterday", "2026-03-09", "2026-03-09", 3],
  ["last_7_days", "2026-03-03", "2026-03-09", 6],
  ["last_30_days", "2026-02-08", "2026-03-09", 12],
  ["last_week", "2026-03-02", "2026-03-08", 3],
  ["this_month", "2026-03-01", "2026-03-10", 12],
  ["last_month", "2026-02-01", "2026-02-28", 3],
])("%s has the days of the server's clock, in UTC", async (period, from, to, impressions) => {
  world.setTime(new Date("2026-03-10T00:30:00Z"));
  const { report: head } = await report({ period, dimensions: "" });
  expect(head).toMatchObject({ from, to, dimensions: [] });
  expect(head.totals).toMatchObject([{ currency: "EUR", impressions_sold: impressions }]);
});

const DAYS = { from: "2026-03-01", to: "2026-03-09" };

const LONG = "day,".repeat(1000);

test.each([
  [{}, ["from", "to"]],
  [{ from: "2026-03-01" }, ["to"]],
  [{ ...DAYS, from: "2026-02-30" }, ["from"]],
  [{ ...DAYS, to: "2026-02-01" }, ["from"]],
  [{ ...DAYS, to: "2032-03-01" }, ["to"]],
  [{ ...DAYS, period: "forever" }, ["period"]],
  [{ ...DAYS, dimensions: "day,month" }, ["dimensions"]],
  [{ ...DAYS, dimensions: "campaign,campaign" }, ["dimensions"]],
  [{ ...DAYS, dimensions: "password_hash" }, ["dimensions"]],
  [{ ...DAYS, dimensions: "day'); drop table ad_rollups; --" }, ["dimensions"]],
  [{ ...DAYS, dimensions: LONG }, ["dimensions"]],
  [{ ...DAYS, campaign_id: "0" }, ["campaign_id"]],
  [{ ...DAYS, campaign_id: "1 or 1=1" }, ["campaign_id"]],
  [{ ...DAYS, campaign_id: "999999999" }, ["campaign_id"]],
  [
    { ...DAYS, advertiser_id: "9007199254740991", lineitem_id: "7777777" },
    ["advertiser_id", "lineitem_id"],
  ],
])("%.80j is refused at its field", async (query, fields) => {
  const found = await report(query);
  expect(found.status).toBe(400);
  expect(Object.keys(found.fields).map((name) => name.replace(/\W.*$/, ""))).toEqual(fields);
  const csv = await team.boss.api.get(`${path}.csv?${new URLSearchParams(query)}`);
  expect(csv.status).toBe(400);
});

test("records of another team are no filter, and its figures are in no report", async () => {
  const other = await makeTeam(world);
  const theirs = await other.lineitem();
  const { campaign } = (await other.boss.api.get(`/v2/campaigns/${theirs.campaign_id}`)).response;
  for (const filter of [
    { campaign_id: theirs.campaign_id },
    { lineitem_id: theirs.lineitem_id },
    { advertiser_id: campaign.advertiser_id },
  ]) {
    const query = Object.fromEntries(Object.entries(filter).map(([k, v]) => [k, String(v)]));
    expect(await report({ ...DAYS, ...query })).toMatchObject({ status: 400 });
  }
  const { response } = await other.boss.api.get(
    `/v2/organizations/${other.organization_id}/campaign-report?${new URLSearchParams(DAYS)}`,
  );
  expect(response).toMatchObject({ items: [], report: { rows_count: 0, totals: [] } });
  expect((await other.boss.api.get(`${path}?${new URLSearchParams(DAYS)}`)).status).toBe(403);
});
