/** Tests the board over HTTP: dangers, reasons, pacing, order, filters, CSV, and who may read it. */
import { beforeAll, expect, test } from "vitest";
import { deliverAds, giveAudio, makeTeam, type Team } from "../../../../test/setup/advertising.ts";
import { addFigures } from "../../../../test/setup/reportmails.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let team: Team;
let boss: Surfer;

const DAY = 86_400_000;
const day = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
const running = { start_date: day(-5), end_date: day(20), goal_impressions: 1000 };

beforeAll(async () => {
  team = await makeTeam(world);
  boss = await signedIn(team.boss);
  const campaign = await team.campaign({ name: "Winter <b>", budget_amount: "10" });
  const booked = async (fields: object, status: "READY" | "ERROR" = "READY") => {
    const item = await team.lineitem({ ...running, ...fields });
    await giveAudio(world, item, status);
    await world.deps.db
      .updateTable("lineitems")
      .set({ active: true, approved_at: new Date() })
      .where("lineitem_id", "=", item.lineitem_id)
      .execute();
    return item;
  };
  const behind = await booked({ name: "Behind <i>" });
  await deliverAds(world, behind, 100);
  await pace(behind.lineitem_id, { due: 200, projected: 500, on_track: false });
  const counts = { lineitem_id: behind.lineitem_id, hour: new Date() };
  await world.deps.db
    .insertInto("decision_counts")
    .values([
      { ...counts, reason: "outbid", count: 62 },
      { ...counts, reason: "won", count: 38 },
    ])
    .execute();
  const fine = await booked({ name: "Fine", priority_id: 50 });
  await deliverAds(world, fine, 300);
  await pace(fine.lineitem_id, { due: 250, projected: 1000, on_track: true });
  await booked({ name: "Silent" }, "ERROR");
  await booked({ name: "Last days", end_date: day(2) });
  const spent = await booked({ name: "Spent", campaign_id: campaign.campaign_id });
  await deliverAds(world, spent, 10, 950_000_000);
  await team.lineitem({ ...running, name: "A draft", external_id: "IO-7" });
});

async function pace(lineitem_id: number, found: object) {
  await world.deps.db
    .insertInto("pacing")
    .values({ lineitem_id, ...found })
    .execute();
}

async function signedIn({ username }: Person): Promise<Surfer> {
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: username, password: "correct horse" });
  return surfer;
}

const namesIn = (text: string): string[] =>
  [...text.matchAll(/class="ad-name">(?:<a [^>]*>)?([^<]*)</g)].map(([, name = ""]) => name);

test("line items in danger come first, each with a reason", async () => {
  const { text } = await boss.open("/studio/ads");
  expect(namesIn(text).slice(0, 4)).toEqual(["Silent", "Behind &lt;i&gt;", "Spent", "Last days"]);
  expect(text).toContain("Behind by 50%. Will reach 50% of the goal at this rate.");
  expect(text).toContain("62% of its chances went to other line items.");
  expect(text).toContain("No creative is ready.");
  expect(text).toContain("At least 90 % of the campaign’s budget are used.");
  expect(text).toContain("0% of the goal is delivered.");
  expect(text).not.toContain("<i>");
  expect(text).toContain("100 delivered, 200 due by now, goal 1,000");
});

test("filters, search and order narrow the list, and the numbers of dangers stay", async () => {
  const behind = await boss.open("/studio/ads?danger=behind");
  expect(namesIn(behind.text)).toEqual(["Behind &lt;i&gt;"]);
  expect(behind.text).toMatch(/danger=audio[^"]*">Without audio <span class="count">1</);
  expect(namesIn((await boss.open("/studio/ads?status=DRAFT")).text)).toEqual(["A draft"]);
  expect(namesIn((await boss.open("/studio/ads?priority=50")).text)).toEqual(["Fine"]);
  expect(namesIn((await boss.open("/studio/ads?q=io-7")).text)).toEqual(["A draft"]);
  expect(namesIn((await boss.open("/studio/ads?q=%3Cb")).text)).toEqual(["Spent"]);
  const sorted = await boss.open("/studio/ads?sort=name");
  expect(namesIn(sorted.text)[0]).toBe("A draft");
  const quickest = await boss.open("/studio/ads?sort=-pacing");
  expect(namesIn(quickest.text)[0]).toBe("Fine");
});

test("the CSV has exact figures", async () => {
  const { text, headers } = await boss.open(
    "/studio/ads?format=csv&columns=pacing,delivered,revenue&q=spent",
  );
  expect(headers.get("content-type")).toContain("text/csv");
  expect(text.split("\r\n")[1]).toBe("Spent,,10,9.50000000");
});

test("analysts read the board; editors and others do not see it in the navigation", async () => {
  const analyst = await signedIn(await team.member("analyst"));
  const seen = await analyst.open("/studio/ads");
  expect(seen.status).toBe(200);
  expect(seen.text).toContain('<a href="/studio/ads" aria-current="page">Ads</a>');
  for (const person of [await team.member("editor"), await world.person()]) {
    const surfer = await signedIn(person);
    expect((await surfer.open("/studio/ads")).status).toBe(403);
    expect((await surfer.open("/studio")).text).not.toContain("/studio/ads");
    expect((await surfer.open("/studio/find?q=pacing")).text).not.toContain("/studio/ads");
  }
  const other = await makeTeam(world);
  const { text } = await (await signedIn(other.boss)).open("/studio/ads");
  expect(namesIn(text)).toEqual([]);
  expect(text).toContain("No line items yet");
});

test("the board says the money of this month, each currency apart, and leads to the report", async () => {
  const empty = await boss.open("/studio/ads");
  expect(empty.text).toContain("Nothing was delivered or billed this month (UTC).");
  const today = day(0);
  for (const [currency, revenue] of [
    ["EUR", 1_234_567_891n],
    ["USD", 50_000_000_000n],
  ] as const) {
    const { campaign_id } = await team.campaign({ name: currency, currency });
    await addFigures(world, team, { campaign_id, day: today, impressions: 600, revenue });
    // Not of this month.
    await addFigures(world, team, { campaign_id, day: "2026-01-05", impressions: 7, revenue });
  }
  const { text } = await boss.open("/studio/ads");
  expect(text).toContain("€12.35 + US$500.00 from 1,200 impressions this month (UTC).");
  const report = await boss.open("/studio/ads/reports?period=this_month&dimensions=campaign");
  expect(report.text).toContain("€12.35");
  const rival = await signedIn((await makeTeam(world)).boss);
  expect((await rival.open("/studio/ads")).text).not.toContain("€12.35");
});
