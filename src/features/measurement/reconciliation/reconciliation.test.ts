/** Tests comparisons with reports of third parties over HTTP: how they are written, what differs, every refusal. */
import { beforeAll, expect, test } from "vitest";
import { makeTeam, type Team } from "../../../../test/setup/advertising.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { SPANS } from "../statistics/rules.ts";
import { ensureYearsOf } from "../statistics/years/store.ts";

const world = useWorld({ RATE_LIMIT: "0" });
let team: Team;
let campaign_id: number;
let trains: number;
let boats: number;

/** A figure of ours for a day and a line item; revenue in 10⁻⁸. */
async function sold(id: number, start: string, impressions: number, revenue: bigint) {
  await ensureYearsOf(world.deps.db, [start]);
  await world.deps.pool.query("insert into ad_rollups values (0, $1, $2, $3, $4, $5, $6)", [
    ...[id, SPANS.day, start, campaign_id, impressions, String(revenue)],
  ]);
}

beforeAll(async () => {
  team = await makeTeam(world);
  ({ campaign_id } = await team.campaign());
  trains = (await team.lineitem({ campaign_id, name: "Night trains", external_id: "IO-7" }))
    .lineitem_id;
  boats = (await team.lineitem({ campaign_id, name: "Boats" })).lineitem_id;
  await sold(trains, "2026-01-12", 2000, 2_469_000_000n);
  await sold(trains, "2026-01-13", 1000, 1_234_500_000n);
  await sold(boats, "2026-01-13", 100, 1n);
});

async function reconcile(file: string | Buffer<ArrayBuffer>, fields: object = {}) {
  const report_file = new Blob([file]);
  const path = `/v2/campaigns/${campaign_id}/reconciliation`;
  return team.boss.api.post(path, { ...fields }, { files: { report_file } });
}

async function found(file: string | Buffer<ArrayBuffer>, fields: object = {}) {
  const { status, response, text } = await reconcile(file, fields);
  expect(status, text).toBe(200);
  return response.reconciliation;
}

const PLAIN = `Date,Line item,Impressions,Revenue
2026-01-12,Night trains,2000,24.69
2026-01-13,Night trains,1000,12.35
2026-01-13,Boats,100,0.00
`;

test("a report that agrees has no marked rows, and exact sums", async () => {
  const one = await found(PLAIN);
  expect(one).toMatchObject({
    ...{ campaign_id, from: "2026-01-12", to: "2026-01-13", lines: 3, compared: 3, marked: 0 },
    ...{ lineitem_by: "name", decimal_mark: "point", unknown: [], unknown_count: 0 },
    columns: {
      date: "Date",
      lineitem: "Line item",
      impressions: "Impressions",
      revenue: "Revenue",
    },
    sums: {
      ...{ impressions_sold: 3100, impressions_reported: 3100, impressions_difference: "0.00" },
      ...{ revenue_amount: "37.03500001", revenue_reported: "37.04000000", is_marked: false },
    },
  });
});

test("differences above 5 % are marked, exactly 5 % are not; what one of the two lacks is compared", async () => {
  const one = await found(
    "Date,Line item,Impressions\n2026-01-12,Night trains,1900\n2026-01-13,Night trains,1051\n2026-01-14,Boats,7\n",
  );
  expect(one.marked).toBe(3);
  const rows = one.items.map((item: Record<string, unknown>) => [
    ...[item.date, item.lineitem_id, item.impressions_sold, item.impressions_reported],
    ...[item.impressions_difference, item.is_marked, item.revenue_reported],
  ]);
  expect(rows).toEqual([
    ["2026-01-13", boats, 100, 0, "-100.00", true, null],
    ["2026-01-13", trains, 1000, 1051, "5.10", true, null],
    ["2026-01-14", boats, 0, 7, null, true, null],
    ["2026-01-12", trains, 2000, 1900, "-5.00", false, null],
  ]);
  const first = await found(PLAIN.replace("12.35", "13.35"), { limit: 1 });
  expect(first.items).toMatchObject([
    { date: "2026-01-13", lineitem_id: trains, revenue_difference: "8.14", is_marked: true },
  ]);
});

const AS_IN_PLAIN = { compared: 3, marked: 0, sums: { impressions_reported: 3100 } };
const GERMAN = [
  "Datum;Buchung;Impressionen;Umsatz",
  "12.01.2026;Night trains;2.000;24,69",
  "13.01.2026;Night trains;1.000;12,35",
  '13.01.2026;"Boats";100;0,00',
].join("\r\n");

test.each([
  ["a byte order mark, semicolons, decimal commas, German dates", `\ufeff${GERMAN}`],
  ["Excel's line about the separator", `sep=;\r\n${GERMAN}`],
  ["tabs in UTF-16", Buffer.from(`\ufeff${GERMAN.replaceAll(";", "\t")}`, "utf16le")],
  [
    "days first behind slashes, thousands with narrow spaces",
    GERMAN.replace(/(\d\d)\.(\d\d)\.2026/g, "$1/$2/2026").replace("2.000", "2\u202f000"),
  ],
  ["months first", PLAIN.replace(/2026-(\d\d)-(\d\d)/g, "$1/$2/2026")],
  [
    "midnights, empty lines, lines of separators",
    `${PLAIN.replace(/(-1\d),/g, "$1T00:00:00Z,")}\n,,,\n\n`,
  ],
  [
    "quotes, commas and line breaks in cells",
    PLAIN.replace("Date,", 'Date,"a ""note"",\r\non two lines",').replace(
      /\n(2026-01-1\d),/g,
      '\n$1,"x,\ny",',
    ),
  ],
])("%s are understood", async (_, file) => {
  expect(await found(file)).toMatchObject(AS_IN_PLAIN);
});

test("line items are found by id, by external id and by name, as most cells are written", async () => {
  const by = async (first: string | number, fields: object = {}) =>
    found(`Date,Placement,Impressions\n2026-01-12,${first},2000\n`, fields);
  expect(await by(trains)).toMatchObject({
    lineitem_by: "id",
    sums: { impressions_reported: 2000 },
  });
  expect(await by("io-7")).toMatchObject({ lineitem_by: "external_id", marked: 0 });
  expect(await by(" night  TRAINS ")).toMatchObject({ lineitem_by: "name", marked: 0 });
  const strange = await by("Of <another> campaign", { lineitem_by: "name" });
  expect(strange).toMatchObject({
    unknown: [{ name: "Of <another> campaign", lines: 1, impressions_reported: 2000 }],
    sums: { impressions_reported: 0 },
  });
});

test("several lines of a day are summed exactly; columns can be named", async () => {
  const lines = Array.from({ length: 10 }, () => "2026-01-12,x,200,Night trains,0.1");
  const file = `When,Tag,Counted,What,Money\n${lines.join("\n")}\n`;
  const named = {
    ...{ date_column: "when", lineitem_column: "What" },
    ...{ impressions_column: "Counted", revenue_column: "Money" },
  };
  expect(await found(file, named)).toMatchObject({
    lines: 10,
    compared: 1,
    sums: { impressions_reported: 2000, revenue_reported: "1.00000000" },
  });
});

const HEAD = "Date,Line item,Impressions,Revenue\n";

test.each([
  ["Total,Boats,1,1\n", {}, "report_file", /^line 2, column “Date”: is not a date: “Total”$/],
  ["2026-02-30,Boats,1,1\n", {}, "report_file", /^line 2, column “Date”: is not a date/],
  [
    "2026-01-01,Boats,1,1\n2026-01-02,Boats,many,1\n",
    {},
    "report_file",
    /^line 3, column “Impressions”: is not a whole number: “many”$/,
  ],
  ["2026-01-01,Boats,1.5,1\n", {}, "report_file", /whole number/],
  ["2026-01-01,Boats,1,$1\n", {}, "report_file", /^line 2, column “Revenue”: is not an amount/],
  ["2026-01-01,Boats,1,0.123456789\n", {}, "report_file", /8 decimals/],
  ['2026-01-01,Boats,1,1\n"2026-01-01,Boats\n', {}, "report_file", /^line \d: is not CSV/],
  ["2026-01-01,Boats,1\n", {}, "report_file", /^line 2: is not CSV/],
  ["", {}, "report_file", /no lines/],
  ["01/02/2026,Boats,1,1\n", {}, "date_order", /line 2 has “01\/02\/2026”/],
  ["13/01/2026,Boats,1,1\n01/13/2026,Boats,1,1\n", {}, "report_file", /^line 3, .* another order/],
  ['2026-01-01,Boats,1,"1,234"\n', {}, "decimal_mark", /two ways/],
  [
    '2026-01-01,Boats,1,"1,5"\n2026-01-01,Boats,1,1.5\n',
    {},
    "report_file",
    /^line 3, .*decimal mark/,
  ],
  ["2025-01-01,Boats,1,1\n2026-01-02,Boats,1,1\n", {}, "report_file", /covers 367 days/],
  ["2026-01-01,Boats,1,1\n", { date_column: "Day" }, "date_column", /not a column .*“Date”/],
  ["2026-01-01,Boats,1,1\n", { lineitem_by: "luck" }, "lineitem_by", /one of/],
])("%j is refused at its line and column", async (rows, fields, field, message) => {
  const { status, text, error } = await problem(`${HEAD}${rows}`, fields);
  expect(status, text).toBe(400);
  expect(error[field]).toMatch(message);
});

async function problem(file: string | Buffer<ArrayBuffer>, fields: object = {}) {
  const { status, text, error } = await reconcile(file, fields);
  return { status, text, error: error.fields ?? {} };
}

test("order and mark can be told where the file does not show them", async () => {
  const file = `${HEAD}12/01/2026,Night trains,2000,"1,234"\n`;
  expect(await found(file, { date_order: "day_first", decimal_mark: "comma" })).toMatchObject({
    ...{ from: "2026-01-12", sums: { revenue_reported: "1.23400000" } },
  });
  expect(await found(file, { date_order: "month_first", decimal_mark: "point" })).toMatchObject({
    ...{ to: "2026-12-01", sums: { revenue_reported: "1234.00000000" } },
  });
});

test("bytes that are no UTF-8, and names of several line items, are refused at their line", async () => {
  const latin = Buffer.from(`${HEAD}2026-01-01,B\xf6te,1,1\n`, "latin1");
  expect((await problem(latin)).error.report_file).toMatch(
    /^line 2, column “Line item”: is not UTF-8/,
  );
  const shared = await team.campaign();
  for (let count = 0; count < 2; count += 1)
    await team.lineitem({ campaign_id: shared.campaign_id, name: "Twins" });
  const { status, text } = await team.boss.api.post(
    `/v2/campaigns/${shared.campaign_id}/reconciliation`,
    {},
    { files: { report_file: new Blob([`${HEAD}2026-01-01,Twins,1,1\n`]) } },
  );
  expect(status).toBe(400);
  expect(text).toContain("is the name of several line items");
});

test("files beyond their limits are refused: lines, columns, bytes", async () => {
  const line = "2026-01-01,Boats,1,1\n";
  expect((await problem(HEAD + line.repeat(200_001))).error.report_file).toMatch(/at most .*lines/);
  const wide = `${HEAD.trim()},${"x,".repeat(300)}\n`;
  expect((await problem(wide)).error.report_file).toMatch(/at most 200 columns/);
  const long = `${HEAD}2026-01-01,"${"x".repeat(70_000)}",1,1\n`;
  expect((await problem(long)).error.report_file).toMatch(/^line 2/);
  const large = await problem(HEAD + " ".repeat(20_000_001));
  expect([large.status, large.error.report_file]).toEqual([400, expect.stringMatching(/bytes/)]);
});
