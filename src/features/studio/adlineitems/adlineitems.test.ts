/** Tests the pages of line items over HTTP: form, forecast, curve, reasons, simulated changes, acts, rights. */
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { deliverAds, giveAudio, makeTeam, type Team } from "../../../../test/setup/advertising.ts";
import { anOpportunity } from "../../../../test/setup/bookings.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { openAdserver } from "../../advertising/adserving/actions.ts";

const world = useWorld();
let team: Team;
let boss: Surfer;
let campaign_id: number;

const DAY = 86_400_000;
/** A day of the line items' time zone, which begins before that of UTC. */
const day = (days: number) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Rome" }).format(Date.now() + days * DAY);

beforeAll(async () => {
  team = await makeTeam(world);
  boss = await signedIn(team.boss);
  ({ campaign_id } = await team.campaign({ name: "Winter" }));
});

async function signedIn({ username }: Person): Promise<Surfer> {
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: username, password: "correct horse" });
  return surfer;
}

const idIn = (url: URL): number => Number(/lineitems\/(\d+)/.exec(url.pathname)?.[1]);
const detailOf = async (lineitem_id: number) =>
  (await team.boss.api.get(`/v2/lineitems/${lineitem_id}`)).response.lineitem;

const FORM = {
  name: "Night trains <b>",
  priority_id: "40",
  start_date: day(-3),
  end_date: day(10),
  timezone: "Europe/Rome",
  auto_extend_days: "2",
  goal_impressions: "1000",
  daily_cap: "",
  goal_pacing: "PACED",
  price_type: "CPM",
  price_amount: "12.5",
  share_of_voice: "",
  max_per_download: "1",
  third_party_impression_urls: "",
};

const TARGETED = {
  "position.preroll": "1",
  target_geo: "it, CH",
  "target_geo.type": "INCLUDE",
  target_devices: "Smart speaker",
  "target_devices.type": "EXCLUDE",
  "daypart.0.days": "1,2",
  "daypart.0.from": "6",
  "daypart.0.to": "10",
  "cap.0.max": "2",
  "exclusions.industries": "IAB8",
  hard_cap: "1",
};

async function create(fields: Record<string, string> = {}): Promise<number> {
  await boss.open(`/studio/ads/lineitems/new?campaign=${campaign_id}`);
  const made = await boss.submit({ ...FORM, campaign_id: String(campaign_id), ...fields });
  expect(made.text).toContain("Saved as a draft.");
  return idIn(made.url);
}

test("a line item is booked with all its targeting, and edited without losing any", async () => {
  const lineitem_id = await create(TARGETED);
  const booked = {
    name: "Night trains <b>",
    campaign_id,
    goal_impressions: 1000,
    daily_cap: null,
    hard_cap: true,
    price_amount: "12.50000",
    timezone: "Europe/Rome",
    target_ads_type: { type: "INCLUDE", values: ["preroll"] },
    target_geo: { type: "INCLUDE", values: ["IT", "CH"] },
    target_devices: { type: "EXCLUDE", values: ["Smart speaker"] },
    target_dayparts: { values: [{ days: [1, 2], from: 6, to: 10 }] },
    target_shows: null,
    frequency_cap: [{ max: 2, count: 1, unit: "DAY" }],
    exclusions: { industries: ["IAB8"], advertisers: [], scope: "break" },
  };
  expect(await detailOf(lineitem_id)).toMatchObject(booked);
  const { text } = await boss.open(`/studio/ads/lineitems/${lineitem_id}/edit`);
  expect(text).toContain('value="IT, CH"');
  expect(text).toContain('value="12.5"');
  const changed = { ...FORM, ...TARGETED, campaign_id: String(campaign_id), goal_impressions: "" };
  expect((await boss.submit(changed)).text).toContain("Saved.");
  expect(await detailOf(lineitem_id)).toMatchObject({ ...booked, goal_impressions: null });
});

test("errors are beside their fields, and nothing typed is lost", async () => {
  await boss.open("/studio/ads/lineitems/new");
  const wrong = await boss.submit({
    ...FORM,
    campaign_id: String(campaign_id),
    end_date: day(-9),
    target_geo: "IT, Atlantis",
  });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("Enter country codes such as IT, separated by commas.");
  expect(wrong.text).toContain('value="IT, Atlantis"');
  const late = await boss.submit({ ...FORM, campaign_id: String(campaign_id), end_date: day(-9) });
  expect(late.text).toContain("The last day must not be before the first one.");
});

test("a forecast is shown beside the form, and saves nothing", async () => {
  await boss.open("/studio/ads/lineitems/new");
  const before = (await team.boss.api.get("/v2/lineitems")).response.items.length;
  const fields = { ...FORM, campaign_id: String(campaign_id), step: "forecast" };
  const { text } = await boss.submit({ ...fields, name: "Only asked" });
  expect(text).toContain("Computed from 0 samples of ad requests.");
  expect(text).toContain('value="Only asked"');
  expect((await team.boss.api.get("/v2/lineitems")).response.items).toHaveLength(before);
});

test("the page shows the curve with its cone, and says why the line item did not run", async () => {
  const lineitem_id = await create();
  await giveAudio(world, { lineitem_id });
  await deliverAds(world, { lineitem_id }, 90);
  const { db } = world.deps;
  await db
    .insertInto("delivered_days")
    .values(
      [-3, -2, -1].map((at, row) => ({ lineitem_id, day: day(at), delivered: 20 + 10 * row })),
    )
    .execute();
  await db
    .insertInto("decision_counts")
    .values([
      { lineitem_id, hour: new Date(), reason: "outbid", count: 62 },
      { lineitem_id, hour: new Date(), reason: "won", count: 38 },
    ])
    .execute();
  const { text } = await boss.open(`/studio/ads/lineitems/${lineitem_id}`);
  expect(text).toContain("Night trains &lt;b&gt;");
  expect(text).toContain("90 delivered; the curve asks for");
  // No heading skips a level, for those who go from one to the next.
  const levels = [...text.matchAll(/<h([1-6])\b/g)].map(([, level]) => Number(level));
  const steps = levels.map((level, at) => level - (levels[at - 1] ?? 0));
  expect(Math.max(...steps)).toBe(1);
  // Ten days are left, and what is left of today, of 20 to 40 each.
  const [, low, high] = (/it ends between (\d+) and (\d+)\./.exec(text) ?? []).map(Number);
  expect(low).toBeGreaterThanOrEqual(290);
  expect(low).toBeLessThanOrEqual(310);
  expect(((high ?? 0) - 90) / ((low ?? 0) - 90)).toBeCloseTo(2, 1);
  expect(text).toContain('class="cone"');
  expect(text).toContain("62 chances (62%) went to other line items.");
  expect(text).toContain("It won 38 slots (38%).");
  expect(text).toContain("It is not active.");
});

test("the calendar says on which days the line item was changed, by whom and what", async () => {
  const lineitem_id = await create();
  const path = `/studio/ads/lineitems/${lineitem_id}`;
  const { db } = world.deps;
  const counted = (reason: string, count: number) => ({
    lineitem_id,
    hour: new Date(),
    reason,
    count,
  });
  await db
    .insertInto("decision_counts")
    .values([counted("outbid", 60), counted("frequency-cap", 30), counted("won", 10)])
    .execute();
  const change = {
    priority_id: 30,
    price_amount: "99.5",
    target_geo: { type: "EXCLUDE", values: ["DE"] },
  };
  const sent = await team.boss.api.post(`/v2/lineitems/${lineitem_id}`, change, { as: "json" });
  expect(sent.status).toBe(200);
  // A change of before the 28 days of the calendar.
  await team.boss.api.post(`/v2/lineitems/${lineitem_id}`, { notes: "Long ago" });
  await db
    .updateTable("audit_entries")
    .set({ at: new Date(Date.now() - 29 * DAY) })
    .where(sql<boolean>`after ? 'notes'`)
    .execute();
  const { text } = await boss.open(path);
  const calendar = /id="calendar".*?<\/table>/s.exec(text)?.[0] ?? "";
  expect(calendar).toContain('<span class="badge accent">changed</span>');
  expect(calendar).toContain("60 chances (60%) went to other line items.");
  expect(calendar).toContain("Further reasons (1)");
  expect(calendar).toContain("30 listeners (30%) had heard it as often as allowed.");
  const plain = calendar.replace(/<br>/g, " | ").replace(/<[^>]*>/g, "");
  expect(plain).toMatch(/\d\d:\d\d Person \d+ \|/);
  expect(plain).toContain("Priority: Before: Medium → After: High");
  expect(plain).toContain("Amount: Before: US$12.50 → After: US$99.50");
  expect(plain).toContain("Countries: Before: no restriction → After: not Germany");
  expect(plain).toMatch(/Person \d+ created it/);
  expect(plain).not.toContain("Long ago");
  const analyst = await signedIn(await team.member("analyst"));
  const seen = await analyst.open(path);
  expect(seen.text).toContain("60 chances (60%)");
  expect(seen.text).not.toContain(" created it");
  expect(seen.text).toContain("Days in UTC.");
  expect(seen.text).not.toContain(">Changes</th>");
});

test("changes are simulated, and open in the form without being saved", async () => {
  const lineitem_id = await create({ target_geo: "IT" });
  const path = `/studio/ads/lineitems/${lineitem_id}`;
  expect((await boss.open(path)).text).not.toContain("As it is,");
  const { text } = await boss.open(`${path}?simulate=1`);
  expect(text).toContain("As it is, 0 are expected by the end (0% of the goal).");
  expect(text).toContain("No single change of targeting, priority or dates would help.");
  const geo = await boss.open(`${path}/edit?change=geo`);
  expect(geo.text).not.toContain('value="IT"');
  const priority = await boss.open(`${path}/edit?change=priority`);
  expect(priority.text).toContain('<option value="30" selected>');
  expect(await detailOf(lineitem_id)).toMatchObject({
    priority_id: 40,
    target_geo: { values: ["IT"] },
  });
});

test("the country that would bring the most is proposed, and opens in the form", async () => {
  const server = openAdserver(world.deps);
  for (let n = 0; n < 40; n += 1)
    await server.chooseAds(anOpportunity(world, team, { country: n % 4 === 0 ? "CH" : "AT" }));
  await server.flush();
  await server.close();
  const lineitem_id = await create({ target_geo: "IT" });
  const path = `/studio/ads/lineitems/${lineitem_id}`;
  const { text } = await boss.open(`${path}?simulate=1`);
  expect(text).toContain("Adding Austria would bring it to");
  expect(text).not.toContain("Adding Switzerland");
  const href = /href="([^"]*change=country[^"]*)"/.exec(text)?.[1] ?? "";
  const compared = await boss.open(href.replaceAll("&amp;", "&"));
  expect(compared.text).toContain("Adding Austria: simulated on the last 28 days.");
  const edit = href.replaceAll("&amp;", "&").replace("/change?", "/edit?");
  const { text: form } = await boss.open(edit);
  expect(form).toContain('value="IT, AT"');
  expect((await boss.open(`${path}/edit?change=country&country=XX`)).text).toContain('value="IT"');
  await world.deps.db.deleteFrom("opportunities").execute();
});

test("a line item is started, paused, copied and deleted", async () => {
  const lineitem_id = await create();
  const path = `/studio/ads/lineitems/${lineitem_id}`;
  expect((await boss.open(path)).text).not.toContain('value="start"');
  await giveAudio(world, { lineitem_id });
  await boss.open(path);
  expect((await boss.submit({ act: "start" }, `${path}/act`)).text).toContain("Started.");
  expect(await detailOf(lineitem_id)).toMatchObject({ active: true });
  expect((await boss.submit({ act: "pause" }, `${path}/act`)).text).toContain("Paused.");
  const copy = await boss.submit({ act: "clone" }, `${path}/act`);
  expect(copy.text).toContain("This is the copy, a draft.");
  expect(idIn(copy.url)).not.toBe(lineitem_id);
  await boss.open(`${path}/delete`);
  expect((await boss.submit({ name: "Night" })).text).toContain("That is not its name.");
  expect((await boss.submit({ name: FORM.name })).text).toContain("Deleted.");
  expect((await boss.open(path)).status).toBe(404);
});

test("analysts see a line item without its acts; others do not see it", async () => {
  const lineitem_id = await create();
  const path = `/studio/ads/lineitems/${lineitem_id}`;
  const analyst = await signedIn(await team.member("analyst"));
  const seen = await analyst.open(`${path}?simulate=1`);
  expect(seen.status).toBe(200);
  expect(seen.text).not.toContain(`${path}/act`);
  expect(seen.text).not.toContain("As it is,");
  for (const rest of ["/edit", "/delete"])
    expect((await analyst.open(path + rest)).status).toBe(403);
  await analyst.open("/settings");
  const acted = await analyst.submit({ act: "clone" }, "/sign-out", `${path}/act`);
  expect(acted.status).toBe(403);
  const other = await signedIn((await makeTeam(world)).boss);
  expect((await other.open(path)).status).toBe(403);
});
