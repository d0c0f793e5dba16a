/** Tests the pages of reports over HTTP: figures as the API has them, filters by the URL, CSV, saving, rights. */
import { beforeAll, expect, test } from "vitest";
import { giveAudio, makeTeam, type Team } from "../../../../test/setup/advertising.ts";
import { makeShow } from "../../../../test/setup/factories.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { SPANS } from "../../measurement/statistics/rules.ts";
import { ensureYearsOf } from "../../measurement/statistics/years/store.ts";

const world = useWorld({ RATE_LIMIT: "0" });
const PATH = "/studio/ads/reports";
const DAYS = "period=custom&from=2026-02-01&to=2026-02-28";
let team: Team;
let boss: Surfer;
let analyst: Surfer;
let winter: number;
let summer: number;

beforeAll(async () => {
  team = await makeTeam(world);
  boss = await signedIn(team.boss);
  analyst = await signedIn(await team.member("analyst"));
  ({ campaign_id: winter } = await team.campaign({ name: "Winter <i>sale", currency: "EUR" }));
  ({ campaign_id: summer } = await team.campaign({ name: "=Summer", currency: "USD" }));
  await sold(winter, "2026-02-02", 1200, 1_234_567_891n);
  await sold(winter, "2026-02-03", 800, 0n);
  await sold(summer, "2026-02-03", 5000, 50_000_000_000n);
});

async function sold(campaign_id: number, start: string, impressions: number, revenue: bigint) {
  await ensureYearsOf(world.deps.db, [start]);
  await world.deps.pool.query("insert into ad_rollups values (1, $1, $2, $3, $4, $5, $6)", [
    ...[campaign_id, SPANS.day, start, team.team_id, impressions, String(revenue)],
  ]);
}

async function signedIn({ username }: Person, headers = {}): Promise<Surfer> {
  const surfer = createSurfer(world.baseUrl, headers);
  await surfer.open("/sign-in");
  await surfer.submit({ login: username, password: "correct horse" });
  return surfer;
}

/** The cells of the rows of the list, as texts. */
const rowsIn = (text: string): string[][] =>
  [
    ...(/<table class="list-table">[\s\S]*?<\/table>/.exec(text)?.[0] ?? "").matchAll(
      /<tr>.*?<\/tr>/gs,
    ),
  ]
    .slice(1)
    .map(([row]) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) =>
        cell
          .replace(/<[^>]+>/g, "")
          .replaceAll("&lt;", "<")
          .replaceAll("&gt;", ">"),
      ),
    );

test("shows and creatives are told apart, and a flat price is a row of its own", async () => {
  const { campaign_id } = await team.campaign({ name: "Spring", currency: "EUR" });
  const { lineitem_id } = await team.lineitem({ campaign_id, name: "Ferries" });
  const show_id = await makeShow(world, team.boss, { title: "Harbour <b>talk" });
  const { pool } = world.deps;
  await ensureYearsOf(world.deps.db, ["2026-03-02"]);
  await pool.query("insert into ad_rollups values (0, $1, $2, '2026-03-02', $3, 30, 5000000001)", [
    ...[lineitem_id, SPANS.day, campaign_id],
  ]);
  for (const [creative_id, impressions, revenue] of [
    [901, 10, "1000000000"],
    [902, 20, "2000000000"],
  ])
    await pool.query("insert into ad_details values ($1, '2026-03-02', $2, $3, $4, $5, $6)", [
      ...[campaign_id, lineitem_id, show_id, creative_id, impressions, revenue],
    ]);
  const days = "period=custom&from=2026-03-01&to=2026-03-31";
  const { text } = await analyst.open(`${PATH}?${days}&group=&by_show=1&sort=-impressions`);
  expect(rowsIn(text)).toEqual([
    ["Harbour <b>talk", "EUR", "30", "€30.00", "€1,000.00"],
    ["Not divided (flat prices)", "EUR", "0", "€20.00", "–"],
  ]);
  expect(text).not.toContain("<b>talk");
  const csv = await boss.open(
    `${PATH}?${days}&dimensions=show,creative&columns=show,creative_id,impressions,revenue&format=csv`,
  );
  expect(csv.text.trim().split("\r\n").slice(1)).toEqual([
    "Harbour <b>talk,20,20.00000000,902",
    "Harbour <b>talk,10,10.00000000,901",
    ",0,20.00000001,",
  ]);
});

test("creatives with the same file name are told apart by their line items", async () => {
  const { campaign_id } = await team.campaign({ name: "Autumn", currency: "EUR" });
  await ensureYearsOf(world.deps.db, ["2026-04-02"]);
  for (const [name, impressions] of [
    ["Ferries <i>", 20],
    ["Buses", 10],
  ] as const) {
    const item = await team.lineitem({ campaign_id, name });
    const creative_id = await giveAudio(world, item);
    const { lineitem_id } = item;
    await world.deps.pool.query(
      "insert into ad_details values ($1, '2026-04-02', $2, 1, $3, $4, 0)",
      [campaign_id, lineitem_id, creative_id, impressions],
    );
    await world.deps.pool.query("insert into ad_rollups values (0, $1, $2, $3, $4, $5, 0)", [
      ...[lineitem_id, SPANS.day, "2026-04-02", campaign_id, impressions],
    ]);
  }
  const days = "period=custom&from=2026-04-01&to=2026-04-30";
  const { text } = await analyst.open(`${PATH}?${days}&dimensions=creative&sort=-impressions`);
  expect(rowsIn(text).map((cells) => cells.slice(0, 2))).toEqual([
    ["ad.mp3", "Ferries <i>"],
    ["ad.mp3", "Buses"],
  ]);
  expect(text).not.toContain("Ferries <i>");
  const csv = await analyst.open(`${PATH}?${days}&dimensions=creative&format=csv`);
  expect(csv.text.trim().split("\r\n")[1]).toBe("ad.mp3,Ferries <i>,EUR,20,0,0");
});

test("the report has the figures of the API, each in its currency", async () => {
  const { status, text } = await analyst.open(`${PATH}?${DAYS}&group=&by_campaign=1`);
  expect(status).toBe(200);
  expect(rowsIn(text)).toEqual([
    ["=Summer", "USD", "5,000", "US$500.00", "US$100.00"],
    ["Winter <i>sale", "EUR", "2,000", "€12.35", "€6.17"],
  ]);
  expect(text).toContain("<caption>Totals</caption>");
  expect(text).not.toMatch(/<i>sale/);
  const byDay = await boss.open(
    `${PATH}?${DAYS}&dimensions=day&campaign_id=${winter}&sort=-impressions`,
  );
  expect(rowsIn(byDay.text)).toEqual([
    ["2 Feb 2026", "EUR", "1,200", "€12.35", "€10.29"],
    ["3 Feb 2026", "EUR", "800", "€0.00", "€0.00"],
  ]);
  const none = await boss.open(`${PATH}?${DAYS.replaceAll("-02-", "-01-")}&group=month`);
  expect(none.text).toContain("No figures");
});

test("the CSV has the rows of the page with exact digits, and no formulas", async () => {
  const { text, headers } = await boss.open(`${PATH}?${DAYS}&dimensions=campaign&format=csv`);
  expect(headers.get("content-type")).toContain("text/csv");
  expect(text.trim().split("\r\n")).toEqual([
    "Campaign,Currency,Impressions,Revenue,eCPM",
    "'=Summer,USD,5000,500.00000000,100.00000000",
    "Winter <i>sale,EUR,2000,12.34567891,6.17283946",
  ]);
});

test("what is wrong is said beside its field, in the person's language, and stays as typed", async () => {
  const german = await signedIn(team.boss, { "accept-language": "de" });
  const open = await german.open(`${PATH}?period=custom&from=2026-02-30&to=&group=day`);
  expect(open.status).toBe(200);
  expect(open.text).toContain("Gib ein Datum ein.");
  expect(open.text).toContain("Gib einen Tag ein.");
  expect(open.text).toContain('value="2026-02-30"');
  const back = await german.open(`${PATH}?period=custom&from=2026-03-01&to=2026-02-01`);
  expect(back.text).toContain("Der erste Tag darf nicht nach dem letzten liegen.");
  const strange = await boss.open(`${PATH}?${DAYS}&campaign_id=99999999`);
  expect([strange.status, rowsIn(strange.text)]).toEqual([200, []]);
  for (const query of ["period=x&dimensions=%00,day,week&sort=x&page=-1", "team=x&by_x=1&size=9e9"])
    expect((await boss.open(`${PATH}?${query}`)).status, query).toBe(200);
});

test("a report is saved, opened, changed and deleted with its name", async () => {
  const { text: first } = await analyst.open(
    `${PATH}?${DAYS}&dimensions=day,campaign&campaign_id=${winter}`,
  );
  const link = /href="(\/studio\/ads\/reports\/new\?[^"]+)"/.exec(first)?.[1] ?? "";
  await analyst.open(link.replaceAll("&amp;", "&"));
  const days = { period: "custom", from: "2026-02-01", to: "2026-02-28" };
  const chosen = { ...days, group: "day", by_campaign: "1", campaign_id: String(winter) };
  const wrong = await analyst.submit({ ...chosen, name: "" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toMatch(/name="by_campaign" value="1" checked/);
  const made = await analyst.submit({ ...chosen, name: "February <b>" });
  expect(made.text).toContain("Saved.");
  expect(made.url.searchParams.get("dimensions")).toBe("day,campaign");
  expect(made.text).toContain("February &lt;b&gt;");
  const { response } = await team.boss.api.get(
    `/v2/organizations/${team.organization_id}/saved-reports`,
  );
  const [saved] = response.items;
  expect(saved).toMatchObject({
    ...{ name: "February <b>", period: "custom", from: "2026-02-01", to: "2026-02-28" },
    ...{ dimensions: ["day", "campaign"], campaign_id: winter },
  });
  const path = `${PATH}/${saved.report_id}`;
  expect((await boss.open(PATH)).text).toContain("February &lt;b&gt;");
  expect((await boss.open(PATH)).text).not.toContain(`"${path}"`);
  expect((await boss.open(path)).status).toBe(403);
  await analyst.open(path);
  const changed = await analyst.submit({ name: "Days", period: "last_week", group: "day" });
  expect(changed.text).toContain("Last week · Day");
  const other = await signedIn(await team.member("analyst"));
  expect((await other.open(`${path}/delete`)).status).toBe(403);
  await boss.open(`${path}/delete`);
  expect((await boss.submit({ name: "Weeks" })).text).toContain("That is not its name.");
  expect((await boss.submit({ name: "Days" })).text).toContain("Deleted.");
});

test("people of other teams see nothing of it", async () => {
  const stranger = await signedIn(await world.person());
  expect((await stranger.open(PATH)).status).toBe(403);
  const rival = await signedIn((await makeTeam(world)).boss);
  for (const path of [`${PATH}?team=${team.team_id}`, `${PATH}/new?team=${team.team_id}`]) {
    const { status, text } = await rival.open(path);
    expect([403, 404], path).toContain(status);
    expect(text).not.toMatch(/Winter|Summer/);
  }
  const own = await rival.open(`${PATH}?${DAYS}`);
  expect(own.status).toBe(200);
  expect(own.text).not.toMatch(/Winter|Summer/);
});
