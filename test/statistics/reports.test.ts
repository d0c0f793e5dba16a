/** Tests campaign reports over HTTP against the ledger: every breakdown, range and filter, several currencies, CSV. */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import {
  DIMENSIONS,
  type Dimension,
  ecpmOf,
} from "../../src/features/measurement/campaignreports/rules.ts";
import { addDays, bucketStart, type Group } from "../../src/platform/statistics/calendar.ts";
import { decimal } from "../../src/platform/statistics/money.ts";
import { makeTeam, type Team } from "../setup/advertising.ts";
import { makeShow } from "../setup/factories.ts";
import { countUp, openLedgers } from "../setup/ledgers.ts";
import { useWorld } from "../setup/world.ts";
import { EDGES, fillLedger, INVENTED, isWithin, readTruth, type Truth } from "./ledger.ts";

const world = useWorld({ RATE_LIMIT: "0" });
let team: Team;
let truth: Truth;
/** The bookings by id. */
const campaigns = new Map<number, { name: string; currency: string; advertiser_id: number }>();
const lineitems = new Map<number, { name: string; campaign_id: number }>();
const advertisers = new Map<number, string>();
const shows = new Map<number, string>();

beforeAll(async () => {
  team = await makeTeam(world);
  for (const name of ["=Acme", 'Bolt, "Ltd"'])
    advertisers.set((await team.advertiser({ name })).advertiser_id, name);
  const [acme = 0, bolt = 0] = advertisers.keys();
  for (const [name, currency, advertiser_id] of [
    ["One", "USD", acme],
    ["Two", "EUR", bolt],
    ["Gone", "USD", bolt],
    ["One", "KRW", acme],
  ] as const) {
    const made = await team.campaign({ name, currency, advertiser_id });
    campaigns.set(made.campaign_id, { name, currency, advertiser_id });
  }
  for (const title of ["=Night", "Harbour, early", "Letters"])
    shows.set(await makeShow(world, team.boss, { title }), title);
  const ids = [...campaigns.keys()];
  for (let count = 0; count < 7; count += 1) {
    const campaign_id = ids[count % ids.length] ?? 0;
    const name = `Line ${count}`;
    lineitems.set((await team.lineitem({ name, campaign_id })).lineitem_id, { name, campaign_id });
  }
  const all = {
    ...INVENTED,
    teams: [team.team_id],
    campaigns: ids,
    lineitems: [...lineitems.keys()],
    shows: [...shows.keys()],
  };
  await openLedgers(world.deps.db);
  await fillLedger(world.deps.db, all, 150, () => countUp(world.deps));
  await countUp(world.deps);
  truth = await readTruth(world.deps.db);
  expect((await team.boss.api.delete(`/v2/campaigns/${ids[2]}`)).status).toBe(200);
});

type Asked = Readonly<{
  from: string;
  to: string;
  dimensions: readonly Dimension[];
  filter: Readonly<Record<string, number>>;
}>;

const path = ({ from, to, dimensions, filter }: Asked, end = "", rest: object = {}) => {
  const params = { from, to, dimensions: dimensions.join(","), ...filter, ...rest };
  return `/v2/organizations/${team.organization_id}/campaign-report${end}?${new URLSearchParams(
    Object.entries(params).map(([key, value]): [string, string] => [key, String(value)]),
  )}`;
};

const isDate = (one: Dimension): one is Group => one === "day" || one === "week" || one === "month";

type Sold = Truth["sold"][number];

/** The key of a row that a ledger row belongs to; null for none. */
function keyOf(row: Sold, { from, to, dimensions, filter }: Asked) {
  const campaign = campaigns.get(row.campaign);
  if (campaign === undefined || !isWithin(row.day, { from, to })) return null;
  const { advertiser_id, name, currency } = campaign;
  const ids = { advertiser_id, campaign_id: row.campaign, lineitem_id: row.lineitem };
  if (Object.entries(filter).some(([field, id]) => ids[field as keyof typeof ids] !== id))
    return null;
  const group = dimensions.find(isDate);
  const start = group === undefined ? null : bucketStart(row.day, group);
  const ifHas = <T>(one: Dimension, value: T) => (dimensions.includes(one) ? value : null);
  return {
    date: start !== null && start < from ? from : start,
    advertiser_id: ifHas("advertiser", advertiser_id),
    advertiser_name: ifHas("advertiser", advertisers.get(advertiser_id)),
    campaign_id: ifHas("campaign", row.campaign),
    campaign_name: ifHas("campaign", name),
    lineitem_id: ifHas("lineitem", row.lineitem),
    lineitem_name: ifHas("lineitem", lineitems.get(row.lineitem)?.name),
    show_id: ifHas("show", row.show),
    show_name: ifHas("show", row.show === null ? null : (shows.get(row.show) ?? null)),
    creative_id: ifHas("creative", row.creative),
    // Nobody has uploaded these.
    creative_name: null,
    currency,
  };
}

/** The rows of the report, computed from the ledger by hand. */
function expected(one: Asked) {
  const keyed = truth.sold.flatMap((row) => {
    const key = keyOf(row, one);
    return key === null ? [] : [{ ...row, key }];
  });
  return [...Map.groupBy(keyed, ({ key }) => JSON.stringify(key)).values()].flatMap((own) => {
    const impressions = own.reduce((sum, row) => sum + row.impressions, 0);
    const revenue = own.reduce((sum, row) => sum + row.revenue, 0n);
    if (own[0] === undefined || (impressions === 0 && revenue === 0n)) return [];
    const ecpm = ecpmOf(impressions, revenue);
    const ecpm_amount = ecpm === null ? null : decimal(ecpm);
    const figures = { impressions_sold: impressions, revenue_amount: decimal(revenue) };
    return [{ ...own[0].key, ...figures, ecpm_amount }];
  });
}

type Page = { items: Record<string, unknown>[]; next_url: string | null };

async function walk(first: string): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  for (let next: string | null = first; next !== null; ) {
    const { response }: { response: Page } = await team.boss.api.get<Page>(next);
    items.push(...response.items);
    next = response.next_url;
  }
  return items;
}

const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row, KEYS)).sort();
const KEYS = [
  ...["date", "advertiser_id", "advertiser_name", "campaign_id", "campaign_name", "lineitem_id"],
  ...[
    "lineitem_name",
    "show_id",
    "show_name",
    "creative_id",
    "creative_name",
    "currency",
    "impressions_sold",
    "revenue_amount",
    "ecpm_amount",
  ],
];

const asked = (): fc.Arbitrary<Asked> =>
  fc
    .record({
      from: fc.constantFrom(...EDGES),
      days: fc.constantFrom(0, 6, 30, 364, 1_100),
      group: fc.constantFrom(...([null, "day", "week", "month"] as const)),
      by: fc.subarray(DIMENSIONS.filter((one) => !isDate(one))),
      filter: fc.constantFrom(
        {},
        {},
        ...[...advertisers.keys()].map((id) => ({ advertiser_id: id })),
        ...[...campaigns.keys()].map((id) => ({ campaign_id: id })),
        ...[...lineitems.keys()].map((id) => ({ lineitem_id: id })),
      ),
    })
    .map(({ from, days, group, by, filter }) => ({
      from,
      to: addDays(from, days),
      dimensions: [...(group === null ? [] : [group]), ...by],
      filter,
    }));

test("rows, totals and CSV equal sums of the ledger, to the digit", async () => {
  await fc.assert(
    fc.asyncProperty(asked(), async (one) => {
      const rows = expected(one);
      const { response } = await team.boss.api.get(path(one, "", { limit: 3 }));
      expect(sorted(await walk(path(one, "", { limit: 100 })))).toEqual(sorted(rows));
      expect(response.report.rows_count).toBe(rows.length);
      const sums = expected({ ...one, dimensions: [] });
      expect(sorted(response.report.totals)).toEqual(
        sorted(
          sums.map(({ currency, impressions_sold, revenue_amount, ecpm_amount }) => ({
            ...{ currency, impressions_sold, revenue_amount, ecpm_amount },
          })),
        ),
      );
      const { text } = await team.boss.api.get(path(one, ".csv"));
      expect(text.trim().split("\r\n")).toHaveLength(rows.length + 1);
      for (const { revenue_amount, impressions_sold, currency } of rows)
        expect(text).toContain(`${currency},${impressions_sold},${revenue_amount},`);
    }),
    { numRuns: Number(process.env.TEST_RANGES ?? 60), seed: 22 },
  );
});

test("the sums are those of campaign statistics", async () => {
  const range = { from: "2024-01-01", to: "2026-11-20" };
  for (const [campaign_id, { currency }] of campaigns) {
    const rest = `campaign-statistics/impressions/totals?${new URLSearchParams(range)}`;
    const { response } = await team.boss.api.get(`/v2/campaigns/${campaign_id}/${rest}`);
    const { items } = (
      await team.boss.api.get(path({ ...range, dimensions: ["campaign"], filter: { campaign_id } }))
    ).response;
    expect(items).toMatchObject([{ campaign_id, currency, ...response.statistics }]);
  }
});

test("the CSV has the columns of its dimensions, and no formulas", async () => {
  const one: Asked = {
    ...{ from: "2024-01-01", to: "2026-11-20", filter: {} },
    dimensions: ["month", "advertiser"],
  };
  const { text, headers } = await team.boss.api.get(path(one, ".csv"));
  expect(headers.get("content-type")).toContain("text/csv");
  expect(headers.get("content-disposition")).toContain("campaign-report-2024-01-01-2026-11-20.csv");
  const [header, ...lines] = text.trim().split("\r\n");
  expect(header).toBe(
    "date,advertiser_id,advertiser_name,currency,impressions_sold,revenue_amount,ecpm_amount",
  );
  expect(lines.some((line) => line.includes(",'=Acme,"))).toBe(true);
  expect(lines.some((line) => line.includes(',"Bolt, ""Ltd""",'))).toBe(true);
  expect(lines.map((line) => line.slice(0, 10))).toEqual(
    lines.map((line) => line.slice(0, 10)).toSorted(),
  );
});
