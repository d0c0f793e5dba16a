/** Tests campaign statistics over HTTP: exact sums, filled buckets, lists, CSV, and every refusal. */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { createOrganization } from "../../src/features/people/organizations/actions.ts";
import { createToken } from "../../src/features/people/users/actions.ts";
import { addDays, bucketsOf, GROUPS } from "../../src/platform/statistics/calendar.ts";
import { decimal } from "../../src/platform/statistics/money.ts";
import { createClient } from "../setup/client.ts";
import { parseDecimal } from "../setup/decimals.ts";
import { countUp, openLedgers, withDamagedEngine } from "../setup/ledgers.ts";
import { type Person, useWorld } from "../setup/world.ts";
import {
  EDGES,
  fillLedger,
  type Ids,
  INVENTED,
  isWithin,
  readTruth,
  type Truth,
} from "./ledger.ts";

const world = useWorld();
let ada: Person;
let organization_id: number;
let ids: Ids;
let truth: Truth;
let campaigns: number[];
let lineitems: number[];
let quiet: number;
const LINEITEM = {
  priority_id: 40,
  start_date: "2026-01-01",
  end_date: "2026-12-31",
  goal_pacing: "PACED",
  price_type: "CPM",
  price_amount: "12.5",
};

beforeAll(async () => {
  const { deps } = world;
  ada = await world.person();
  const made = await createOrganization(deps, { name: "Ads" }, ada.user_id, true);
  organization_id = made.organization_id;
  const advertiser = await ada.api.post("/v2/advertisers", {
    name: "Acme",
    iab_categories: "IAB1",
  });
  const { advertiser_id } = advertiser.response.advertiser;
  const newCampaign = async (name: string, currency = "USD"): Promise<number> =>
    (await ada.api.post("/v2/campaigns", { name, advertiser_id, currency })).response.campaign
      .campaign_id;
  campaigns = [
    await newCampaign("One"),
    await newCampaign("Two", "EUR"),
    await newCampaign("Gone"),
  ];
  quiet = await newCampaign("Quiet");
  lineitems = [];
  for (let count = 0; count < 5; count += 1) {
    const campaign_id = campaigns[count % 3];
    const made = await ada.api.post("/v2/lineitems", {
      name: `Line ${count}`,
      campaign_id,
      ...LINEITEM,
    });
    lineitems.push(made.response.lineitem.lineitem_id);
  }
  ids = { ...INVENTED, teams: [made.team_id ?? 0], campaigns, lineitems };
  await openLedgers(deps.db);
  await fillLedger(deps.db, ids, 150, () => countUp(deps));
  await countUp(deps);
  truth = await readTruth(deps.db);
  expect((await ada.api.delete(`/v2/campaigns/${campaigns[2]}`)).status).toBe(200);
});

const scopes = () => [
  { path: `/v2/organizations/${organization_id}`, list: "campaigns", own: () => true },
  ...campaigns.map((id) => ({
    path: `/v2/campaigns/${id}`,
    list: "lineitems",
    own: (row: Truth["sold"][number]) => row.campaign === id,
  })),
  ...lineitems.map((id) => ({
    path: `/v2/lineitems/${id}`,
    list: null,
    own: (row: Truth["sold"][number]) => row.lineitem === id,
  })),
];
type Figures = { impressions_sold: number; revenue_amount: string };
const add = (rows: readonly Figures[]) => ({
  impressions_sold: rows.reduce((sum, row) => sum + row.impressions_sold, 0),
  revenue_amount: decimal(rows.reduce((sum, row) => sum + parseDecimal(row.revenue_amount), 0n)),
});
const sumOf = (rows: Truth["sold"]): Figures => ({
  impressions_sold: rows.reduce((sum, row) => sum + row.impressions, 0),
  revenue_amount: decimal(rows.reduce((sum, row) => sum + row.revenue, 0n)),
});

type Dated = Figures & {
  revenue_by_currency: { currency: string; revenue_amount: string }[];
};
const amountIn = (all: Dated["revenue_by_currency"], currency: string) =>
  all.find((one) => one.currency === currency)?.revenue_amount ?? "0";
const amountsIn = (all: Dated["revenue_by_currency"]) =>
  ["EUR", "USD"].map((currency) => amountIn(all, currency));
const sumByCurrency = (rows: readonly Dated[]) =>
  ["EUR", "USD"].map((currency) =>
    decimal(
      rows.reduce(
        (sum, row) => sum + parseDecimal(amountIn(row.revenue_by_currency, currency)),
        0n,
      ),
    ),
  );
/** The second campaign is sold in euros, the others in dollars. */
const soldIn = (currency: string, range: { from: string; to: string }): string =>
  sumOf(
    truth.sold.filter(
      ({ campaign, day }) =>
        (campaign === campaigns[1]) === (currency === "EUR") && isWithin(day, range),
    ),
  ).revenue_amount;

type Item = Figures & { name: string; is_deleted: boolean };
type Page = { items: Item[]; next_url: string | null; prev_url: string | null };

/** Follows next_url to the end, and checks that prev_url leads back. */
async function walk(path: string): Promise<Item[]> {
  const items: Item[] = [];
  let back: string | null = null;
  for (let next: string | null = path; next !== null; ) {
    const { response }: { response: Page } = await ada.api.get<Page>(next);
    expect(response.prev_url === null).toBe(back === null);
    items.push(...response.items);
    back = next;
    next = response.next_url;
  }
  return items;
}

test("totals, dated sums, list sums, CSV sums and the ledger agree", async () => {
  const length = fc.oneof(fc.constantFrom(0, 6, 30, 364), fc.nat({ max: 1_100 }));
  const pick = fc.nat();
  await fc.assert(
    fc.asyncProperty(
      pick,
      fc.constantFrom(...EDGES),
      length,
      fc.constantFrom(...GROUPS),
      async (at, from, days, group) => {
        const scope = scopes()[at % scopes().length];
        if (scope === undefined) throw new Error("no scope");
        const range = { from, to: addDays(from, days) };
        const query = `?from=${range.from}&to=${range.to}`;
        const expected = sumOf(
          truth.sold.filter((row) => scope.own(row) && isWithin(row.day, range)),
        );
        const dated = `${scope.path}/campaign-statistics/impressions`;
        const { response } = await ada.api.get(`${dated}${query}&group=${group}`);
        expect(add(response.statistics)).toEqual(expected);
        expect(response.statistics.map(({ date }: { date: string }) => date)).toEqual(
          bucketsOf(range, group),
        );
        const csv = await ada.api.get(`${dated}.csv${query}&group=${group}`);
        const [header, ...lines] = csv.text.trimEnd().split("\r\n");
        const isTeam = scope.path.startsWith("/v2/organizations");
        const columns = isTeam ? ",revenue_amount_EUR,revenue_amount_USD" : "";
        expect(header).toBe(`date,impressions_sold,revenue_amount${columns}`);
        expect(lines).toEqual(
          response.statistics.map(({ revenue_by_currency, ...row }: Dated) =>
            [...Object.values(row), ...(isTeam ? amountsIn(revenue_by_currency) : [])].join(","),
          ),
        );
        if (isTeam)
          expect(sumByCurrency(response.statistics)).toEqual(
            ["EUR", "USD"].map((currency) => soldIn(currency, range)),
          );
        if (!isTeam)
          expect((await ada.api.get(`${dated}/totals${query}`)).response.statistics).toEqual(
            expected,
          );
        if (scope.list === null) return;
        const items = await walk(
          `${scope.path}/${scope.list}/campaign-statistics/impressions/totals${query}&limit=2`,
        );
        expect(add(items)).toEqual(expected);
      },
    ),
    { seed: 12, numRuns: Number(process.env.TEST_RANGES ?? 100) },
  );
}, 300_000);

test("overall figures are all-time, and a deleted campaign stays readable", async () => {
  for (const { path, own } of scopes()) {
    const { response } = await ada.api.get(`${path}/campaign-statistics`);
    const { revenue_by_currency, ...figures } = response.statistics;
    expect(figures).toEqual(sumOf(truth.sold.filter(own)));
    expect(revenue_by_currency !== undefined).toBe(path.startsWith("/v2/organizations/"));
    expect(figures.revenue_amount).toMatch(/^\d+\.\d{8}$/);
  }
  expect((await ada.api.get(`/v2/campaigns/${campaigns[2]}`)).status).toBe(404);
  const { response } = await ada.api.get(`/v2/campaigns/${quiet}/campaign-statistics`);
  expect(response.statistics).toEqual({ impressions_sold: 0, revenue_amount: "0" });
});

test("amounts of different currencies are also told apart", async () => {
  const { response } = await ada.api.get(
    `/v2/organizations/${organization_id}/campaign-statistics`,
  );
  const [one, two, gone] = campaigns;
  const sold = (...some: (number | undefined)[]) =>
    sumOf(truth.sold.filter(({ campaign }) => some.includes(campaign))).revenue_amount;
  expect(response.statistics.revenue_by_currency).toEqual([
    { currency: "EUR", revenue_amount: sold(two) },
    { currency: "USD", revenue_amount: sold(one, gone) },
  ]);
});

test("a list contains every campaign, and deleted ones only with impressions, most impressions first", async () => {
  const list = `/v2/organizations/${organization_id}/campaigns/campaign-statistics/impressions/totals`;
  const items = await walk(`${list}?from=2023-12-01&to=2026-11-30`);
  expect(items.map(({ name }) => name).sort()).toEqual(["Gone", "One", "Quiet", "Two"]);
  expect(items.at(-1)).toEqual({
    campaign_id: quiet,
    name: "Quiet",
    is_deleted: false,
    impressions_sold: 0,
    revenue_amount: "0",
  });
  expect(items.find(({ name }) => name === "Gone")?.is_deleted).toBe(true);
  const sold = items.map(({ impressions_sold }) => impressions_sold);
  expect(sold).toEqual(sold.toSorted((a, b) => b - a));
  const before = await walk(`${list}?from=2020-01-01&to=2020-12-31`);
  expect(before.map(({ name }) => name)).toEqual(["One", "Two", "Quiet"]);
  const { response } = await ada.api.get(`${list}?from=2023-12-01&to=2026-11-30&limit=2&offset=2`);
  expect(response.items).toEqual(items.slice(2, 4));
  expect(new URL(response.prev_url).searchParams.get("from")).toBe("2023-12-01");
});

test("a CSV is a file with its own type and name", async () => {
  const path = `/v2/lineitems/${lineitems[0]}/campaign-statistics/impressions.csv`;
  const { headers } = await ada.api.get(`${path}?from=2026-01-01&to=2026-01-02&group=day`);
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
  expect(headers.get("content-disposition")).toBe(
    `attachment; filename="campaign-statistics-lineitem-${lineitems[0]}-2026-01-01-2026-01-02.csv"`,
  );
});

test("tokens with the scope statistics or advertising read campaign statistics, others do not", async () => {
  const path = `/v2/campaigns/${campaigns[0]}/campaign-statistics`;
  const statusWith = async (scope: string) => {
    const token = await createToken(world.deps, ada.username, { scope });
    const { status, error } = await createClient(world.baseUrl, token).get(path);
    return [status, error?.type];
  };
  expect(await statusWith("statistics")).toEqual([200, undefined]);
  expect(await statusWith("advertising")).toEqual([200, undefined]);
  expect(await statusWith("read")).toEqual([403, "insufficient-scope"]);
});

test("invalid requests are refused with the right status", async () => {
  const dated = `/v2/campaigns/${campaigns[0]}/campaign-statistics/impressions`;
  for (const [query, field] of [
    ["?to=2026-01-01&group=day", "from"],
    ["?from=2026-01-01&group=day", "to"],
    ["?from=2026-01-01&to=2026-01-31", "group"],
    ["?from=2026-01-01&to=2026-01-31&group=year", "group"],
    ["?from=2026-02-30&to=2026-03-31&group=day", "from"],
    ["?from=2026-02-02&to=2026-02-01&group=day", "from"],
    ["?from=2020-01-01&to=2025-01-02&group=day", "to"],
  ] as const)
    for (const form of ["", ".csv"]) {
      const { status, error } = await ada.api.get(`${dated}${form}${query}`);
      expect(status, query).toBe(400);
      expect(Object.keys(error.fields ?? {}), query).toContain(field);
    }
  expect((await ada.api.get(`${dated}?from=2020-01-01&to=2025-01-01&group=month`)).status).toBe(
    200,
  );
  const overall = (noun: string, id: number) => `/v2/${noun}s/${id}/campaign-statistics`;
  const stranger = await world.person();
  for (const [noun, id] of [
    ["organization", organization_id],
    ["campaign", campaigns[0] ?? 0],
    ["lineitem", lineitems[0] ?? 0],
  ] as const) {
    expect((await world.api.get(overall(noun, id))).status).toBe(401);
    expect((await stranger.api.get(overall(noun, id))).status).toBe(403);
    expect((await ada.api.get(overall(noun, 999_999))).status).toBe(404);
  }
  const teamless = await createOrganization(world.deps, { name: "No ads" }, ada.user_id, false);
  expect((await ada.api.get(overall("organization", teamless.organization_id))).status).toBe(404);
  await world.deps.db
    .updateTable("organizations")
    .set({ deleted_at: new Date() })
    .where("organization_id", "=", organization_id)
    .execute();
  for (const [noun, id] of [
    ["organization", organization_id],
    ["campaign", campaigns[0] ?? 0],
  ] as const)
    expect((await ada.api.get(overall(noun, id))).status).toBe(404);
});

test("an error of the engine is a 500 with its own type", async () => {
  const bob = await world.person();
  const made = await createOrganization(world.deps, { name: "Broken" }, bob.user_id, true);
  await withDamagedEngine(world.deps, async () => {
    const { status, error } = await bob.api.get(
      `/v2/organizations/${made.organization_id}/campaign-statistics`,
    );
    expect([status, error.type]).toEqual([500, "upstream-statistics"]);
  });
});
